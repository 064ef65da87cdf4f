// Columns of records, one row per record: as arrays that look at them, and back.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/core/vector.hpp"

#include "arrays.hpp"
#include "rows.hpp"

namespace stickslip::python {

// An array that looks at the entries, without a copy, and keeps their owner. It cannot be written to.
template <class Entry>
py::array view(const std::shared_ptr<const void>& owner, const std::vector<Entry>& entries) {
  using Kept = std::shared_ptr<const void>;
  const py::capsule keeper(new Kept(owner), [](void* kept) { delete static_cast<Kept*>(kept); });
  const auto count = static_cast<py::ssize_t>(entries.size());
  if constexpr (std::is_arithmetic_v<Entry>) {
    return read_only(py::array(py::array_t<Entry>({count}, entries.data(), keeper)));
  } else {
    constexpr py::ssize_t width = Entry::RowsAtCompileTime;
    static_assert(sizeof(Entry) == static_cast<std::size_t>(width) * sizeof(double));
    const auto* first = reinterpret_cast<const double*>(entries.data());
    return read_only(py::array(py::array_t<double>({count, width}, first, keeper)));
  }
}

// The vectors of an array (count, Width), and the numbers of an array (count,): parts of `subject`, which messages name.
template <std::size_t Width>
std::vector<Vec<static_cast<int>(Width)>> rows_of(const char* subject, const py::handle& value, std::size_t count) {
  const Rows rows(subject, value, Rows::Single::refused, Width);
  if (rows.count() != count) throw InvalidArgument(std::string(subject) + ": its arrays must have one row per record");
  std::vector<Vec<static_cast<int>(Width)>> all;
  for (std::size_t i = 0; i < count; ++i) all.emplace_back(rows.at(i));
  return all;
}

template <class Number>
std::vector<Number> numbers_of(const char* subject, const py::handle& value, std::size_t count) {
  const InputArray array = real_array(subject, value);
  if (array.ndim() != 1 || static_cast<std::size_t>(array.size()) != count)
    throw InvalidArgument(std::string(subject) + ": its arrays must have one row per record");
  std::vector<Number> all;
  for (py::ssize_t i = 0; i < array.size(); ++i) all.push_back(static_cast<Number>(array.at(i)));
  return all;
}

}  // namespace stickslip::python
