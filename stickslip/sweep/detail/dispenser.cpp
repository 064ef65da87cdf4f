#include "stickslip/sweep/detail/dispenser.hpp"

namespace stickslip::sweep::detail {

Dispenser::Dispenser(const Results& results) : runs_(results.runs()), left_(results.runs() - results.finished()) {
  if (results.finished() == 0) return;
  there_.resize(runs_);
  for (std::uint64_t i = 0; i < runs_; ++i) there_[i] = results.has(i);
}

RunRange Dispenser::take(std::uint64_t most) {
  const std::lock_guard lock(mutex_);
  while (next_ < runs_ && was_there(next_)) ++next_;
  RunRange range{next_, next_};
  while (range.size() < most && range.end < runs_ && !was_there(range.end)) ++range.end;
  next_ = range.end;
  left_ -= range.size();
  return range;
}

std::uint64_t Dispenser::left() const {
  const std::lock_guard lock(mutex_);
  return left_;
}

}  // namespace stickslip::sweep::detail
