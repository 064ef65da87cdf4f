// Where workers get their runs, and where they leave what came of them. For several threads.
#pragma once

#include <cstdint>
#include <optional>

#include "stickslip/sweep/journal_record.hpp"

namespace stickslip::sweep::detail {

class Work {
 public:
  Work() = default;
  virtual ~Work() = default;
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
  Work(Work&&) = delete;
  Work& operator=(Work&&) = delete;

  // The next run; none where there will be no more. May wait for one.
  virtual std::optional<std::uint64_t> next() = 0;
  virtual void finish(JournalRecord record) = 0;
};

}  // namespace stickslip::sweep::detail
