#include "stickslip/solvers/detail/dictionary.hpp"

#include "stickslip/core/at.hpp"

namespace stickslip::solvers::detail {

namespace {

// Below it, relative to the largest entry, a pivot of the elimination of free variables is rounding.
constexpr double smallest_elimination = 1e-11;
// The same for a basis that is asked for, relative to its column.
constexpr double smallest_choice = 1e-14;

}  // namespace

void Dictionary::resize(const DenseProblem& problem) {
  n_ = problem.n;
  stride_ = padded(n_);
  const std::size_t entries = static_cast<std::size_t>(stride_) * at(n_ + 2);
  if (table_.size() < entries) table_.resize(entries);
  basic_.resize(at(n_));
  other_.resize(at(n_ + 2));
  place_.resize(at(2 * n_ + 2));
  is_dead_.resize(at(n_ + 2));
  is_bounded_.resize(at(n_));
  wanted_.resize(at(2 * n_ + 2));
  for (auto* vector : {&row_scale_, &column_scale_, &cover_, &z_, &w_}) vector->resize(at(n_));
}

// Twice: rows, then columns, so that the largest entry of each is about 1. Powers of two: nothing is rounded.
void Dictionary::equilibrate(const DenseProblem& problem) {
  const auto inverse = [](double size) { return size > 0.0 ? std::ldexp(1.0, -std::ilogb(size)) : 1.0; };
  for (int pass = 0; pass < 2; ++pass) {
    std::fill(w_.begin(), w_.end(), 0.0);
    for (int j = 0; j < n_; ++j) {
      const double* from = problem.column(j);
      const double c = column_scale(j);
      for (int i = 0; i < n_; ++i) w_[at(i)] = std::max(w_[at(i)], std::abs(from[i]) * c);
    }
    for (int i = 0; i < n_; ++i) row_scale_[at(i)] = inverse(w_[at(i)]);
    for (int j = 0; j < n_; ++j) {
      const double* from = problem.column(j);
      double largest = 0.0;
      for (int i = 0; i < n_; ++i) largest = std::max(largest, std::abs(from[i]) * row_scale(i));
      column_scale_[at(j)] = inverse(largest);
    }
  }
}

void Dictionary::load(const DenseProblem& problem, Scaling scaling) {
  std::fill(row_scale_.begin(), row_scale_.end(), 1.0);
  std::fill(column_scale_.begin(), column_scale_.end(), 1.0);
  if (scaling == Scaling::equilibrated) equilibrate(problem);
  std::fill(cover_.begin(), cover_.end(), 0.0);
  has_cover_ = false;
  fill(problem);
}

void Dictionary::cover(const DenseProblem& problem, const double* d) {
  has_cover_ = true;
  is_dead_[at(n_)] = 0;
  double* const column = table_.data() + n_ * stride_;
  for (int i = 0; i < n_; ++i) column[i] = is_bounded_[at(i)] != 0 ? d[i] : 0.0;
  // What stands in the rows of basic z is M times that in the rows of w, from which the dictionary may be computed anew.
  for (int i = 0; i < n_; ++i) {
    const int row = row_of(n_ + i);
    cover_[at(i)] = row < 0 ? 0.0 : column[row];
  }
  for (int j = 0; j < n_; ++j) {
    const int row = row_of(j);
    if (row < 0 || column[row] == 0.0) continue;
    const double* from = problem.column(j);
    const double step = column[row] * column_scale(j);
    for (int i = 0; i < n_; ++i) cover_[at(i)] -= row_scale(i) * from[i] * step;
  }
}

void Dictionary::fill(const DenseProblem& problem) {
  for (int j = 0; j < n_ + 2; ++j) {
    const double* from = j < n_ ? problem.column(j) : j == n_ ? cover_.data() : problem.q;
    double* to = table_.data() + j * stride_;
    const double c = j < n_ ? column_scale(j) : 1.0;
    if (j == n_) {
      std::copy_n(from, n_, to);
    } else {
      for (int i = 0; i < n_; ++i) to[i] = from[i] * (row_scale(i) * c);
    }
    std::fill(to + n_, to + stride_, 0.0);
    other_[at(j)] = j < n_ ? j : 2 * n_ + (j - n_);
    place_[at(other_[at(j)])] = -2 - j;
  }
  for (int i = 0; i < n_; ++i) {
    basic_[at(i)] = n_ + i;
    place_[at(n_ + i)] = i;
  }
  mark_free(problem);
  is_dead_[at(n_)] = has_cover_ ? 0 : 1;
  is_dead_[at(n_ + 1)] = 0;
}

// Free rows keep no sign, and the w of a free row, once it is not basic, never comes back.
void Dictionary::mark_free(const DenseProblem& problem) noexcept {
  for (int i = 0; i < n_; ++i) {
    const int variable = basic(i);
    is_bounded_[at(i)] = variable < 2 * n_ && problem.free(variable % n_) ? 0 : 1;
  }
  for (int j = 0; j < n_; ++j) {
    const int variable = other_[at(j)];
    is_dead_[at(j)] = variable >= n_ && variable < 2 * n_ && problem.free(variable - n_) ? 1 : 0;
  }
}

void Dictionary::exchange(int row, int column) noexcept {
  detail::exchange(table_.data(), stride_, n_ + 2, row, column, is_dead_.data());
  std::swap(basic_[at(row)], other_[at(column)]);
  place_[at(basic(row))] = row;
  place_[at(other_[at(column)])] = -2 - column;
}

bool Dictionary::eliminate_free(const DenseProblem& problem, Budget& budget) {
  if (problem.is_free == nullptr) return true;
  double largest = 0.0;
  for (int j = 0; j < n_; ++j) {
    for (int i = 0; i < n_; ++i) largest = std::max(largest, std::abs(column(j)[i]));
  }
  const double smallest = smallest_elimination * largest;
  bool is_complete = true;
  for (;;) {
    if (!budget.may_go_on(rare())) return false;
    int row = -1, entering = -1, left = 0;
    double size = smallest;
    for (int j = 0; j < n_; ++j) {
      if (other_[at(j)] >= n_ || !problem.free(other_[at(j)])) continue;
      ++left;
      const double* candidate = column(j);
      for (int i = 0; i < n_; ++i) {
        if (basic(i) < n_ || !problem.free(basic(i) - n_) || !(std::abs(candidate[i]) > size)) continue;
        size = std::abs(candidate[i]);
        row = i;
        entering = j;
      }
    }
    if (left == 0) break;
    if (row >= 0) {
      exchange(row, entering);
      mark_free(problem);
      continue;
    }
    if (!eliminate_pair(problem, smallest)) {
      is_complete = false;
      break;
    }
  }
  // What is left over stays zero.
  for (int j = 0; j < n_; ++j) {
    if (other_[at(j)] < n_ && problem.free(other_[at(j)])) is_dead_[at(j)] = 1;
  }
  return is_complete;
}

// A free variable g and an equation f, which do not meet, through a row i that meets both: g takes the place of the basic one of
// z_i and w_i, and the other one of these takes the place of w_f.
bool Dictionary::eliminate_pair(const DenseProblem& problem, double smallest) {
  int equation = -1, unknown = -1, through = -1;
  double size = smallest;
  for (int i = 0; i < n_; ++i) {
    if (is_bounded_[at(i)] == 0 || basic(i) >= 2 * n_) continue;
    // The smaller one of both pivots counts, so that each may be looked for alone.
    int g = -1, f = -1;
    double of_unknown = size, of_equation = size;
    for (int j = 0; j < n_; ++j) {
      if (other_[at(j)] >= n_ || !problem.free(other_[at(j)]) || !(std::abs(column(j)[i]) > of_unknown)) continue;
      of_unknown = std::abs(column(j)[i]);
      g = j;
    }
    if (g < 0) continue;
    const double* other = column(column_of(complement(basic(i))));
    for (int k = 0; k < n_; ++k) {
      if (basic(k) < n_ || !problem.free(basic(k) - n_) || !(std::abs(other[k]) > of_equation)) continue;
      of_equation = std::abs(other[k]);
      f = k;
    }
    if (f < 0) continue;
    size = std::min(of_unknown, of_equation);
    equation = f;
    unknown = g;
    through = i;
  }
  if (equation < 0) return false;
  const int second = column_of(complement(basic(through)));
  exchange(through, unknown);
  exchange(equation, second);
  mark_free(problem);
  return true;
}

void Dictionary::point(double* z) const noexcept {
  for (int i = 0; i < n_; ++i) {
    const int row = row_of(i);
    z[i] = row < 0 ? 0.0 : values()[row] * column_scale(i);
  }
}

double Dictionary::error(const DenseProblem& problem) noexcept {
  point(z_.data());
  multiply_add(problem.matrix, n_, z_.data(), problem.q, w_.data());
  const int z0_row = row_of(z0());
  const double z0_value = z0_row < 0 ? 0.0 : values()[z0_row];
  double difference = 0.0, size = 0.0;
  for (int i = 0; i < n_; ++i) {
    const double w = w_[at(i)] * row_scale(i) + cover_[at(i)] * z0_value;
    const int row = row_of(n_ + i);
    difference = std::max(difference, std::abs(w - (row < 0 ? 0.0 : values()[row])));
    size = std::max({size, std::abs(w), std::abs(problem.q[i] * row_scale(i))});
  }
  return size > 0.0 ? difference / size : difference;
}

bool Dictionary::rebuild(const DenseProblem& problem, Budget& budget) {
  for (int v = 0; v <= 2 * n_; ++v) wanted_[at(v)] = row_of(v) >= 0 ? 1 : 0;
  fill(problem);
  return choose_wanted(problem, budget);
}

bool Dictionary::choose(const DenseProblem& problem, const unsigned char* member, Budget& budget) {
  for (int i = 0; i < n_; ++i) {
    wanted_[at(i)] = member[i];
    wanted_[at(n_ + i)] = member[i] != 0 ? 0 : 1;
  }
  wanted_[at(2 * n_)] = 0;
  return choose_wanted(problem, budget);
}

// As many columns enter as rows leave; each takes the largest pivot that it finds among the rows still to leave.
bool Dictionary::choose_wanted(const DenseProblem& problem, Budget& budget) {
  for (int j = 0; j <= n_; ++j) {
    if (wanted_[at(j < n_ ? j : 2 * n_)] == 0) continue;
    if (!budget.may_go_on(rare())) return false;
    int row = -1;
    double largest = 0.0;
    for (int i = 0; i < n_; ++i) {
      largest = std::max(largest, std::abs(column(j)[i]));
      if (wanted_[at(basic(i))] != 0) continue;
      if (row < 0 || std::abs(column(j)[i]) > std::abs(column(j)[row])) row = i;
    }
    if (row < 0 || !(std::abs(column(j)[row]) > smallest_choice * largest)) return false;
    exchange(row, j);
    mark_free(problem);
  }
  return true;
}

}  // namespace stickslip::solvers::detail
