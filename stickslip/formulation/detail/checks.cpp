#include "stickslip/formulation/detail/checks.hpp"

#include <limits>

namespace stickslip::formulation::detail {

std::string item(const char* subject, const char* name, Eigen::Index i) {
  return std::string(subject).append(": ").append(name).append("[").append(std::to_string(i)).append("]");
}

std::string item(const char* subject, const char* name, Eigen::Index i, Eigen::Index j) {
  return item(subject, name, i).append("[").append(std::to_string(j)).append("]");
}

void require_rows(const char* subject, const char* name, Eigen::Index rows, Eigen::Index wanted, bool may_be_absent) {
  if (rows == wanted || (may_be_absent && rows == 0)) return;
  throw InvalidArgument(std::string(subject) + ": " + name + " has " + std::to_string(rows) + " rows, must have " +
                        std::to_string(wanted));
}

void require_not_negative(const char* subject, const char* name, const Eigen::VectorXd& values) {
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i]) && values[i] >= 0.0) continue;
    throw InvalidArgument(item(subject, name, i) + " = " + to_text(values[i]) + " must be finite and >= 0");
  }
}

void require_pairs(const char* subject, const Pairs& pairs, int number_of_bodies) {
  for (Eigen::Index i = 0; i < pairs.rows(); ++i) {
    const int first = pairs(i, 0), second = pairs(i, 1);
    if (first >= 0 && first < number_of_bodies && second >= ground && second < number_of_bodies && first != second) {
      continue;
    }
    const bool is_any = number_of_bodies == std::numeric_limits<int>::max();
    const std::string range = is_any ? "0 or more" : "0 to " + std::to_string(number_of_bodies - 1);
    if (first == ground) {
      throw InvalidArgument(item(subject, "bodies", i, 0) + " = -1 must be a body: the ground, -1, must be the second");
    }
    if (first < 0 || first >= number_of_bodies) {
      throw InvalidArgument(item(subject, "bodies", i, 0) + " = " + std::to_string(first) +
                            (number_of_bodies > 0 ? " must be a body, " + range : " must be a body: there is none"));
    }
    if (second < ground || second >= number_of_bodies) {
      throw InvalidArgument(item(subject, "bodies", i, 1) + " = " + std::to_string(second) + " must be a body, " +
                            range + ", or -1 for the ground");
    }
    throw InvalidArgument(item(subject, "bodies", i) + " = (" + std::to_string(first) + ", " + std::to_string(second) +
                          ") must be two different bodies");
  }
}

}  // namespace stickslip::formulation::detail
