// Checks of arrays with one row per item. They throw InvalidArgument: "Contacts: mu[2] = -1 must be finite and >= 0".
#pragma once

#include <cmath>
#include <string>

#include "stickslip/core/error.hpp"
#include "stickslip/formulation/arrays.hpp"

namespace stickslip::formulation::detail {

// "Bodies: mass[3]", "Bodies: position[3][1]"
std::string item(const char* subject, const char* name, Eigen::Index i);
std::string item(const char* subject, const char* name, Eigen::Index i, Eigen::Index j);

void require_rows(const char* subject, const char* name, Eigen::Index rows, Eigen::Index wanted,
                  bool may_be_absent = false);

template <class Derived>
void require_finite(const char* subject, const char* name, const Eigen::DenseBase<Derived>& rows) {
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    for (Eigen::Index j = 0; j < rows.cols(); ++j) {
      if (std::isfinite(rows(i, j))) continue;
      const std::string place = rows.cols() == 1 ? item(subject, name, i) : item(subject, name, i, j);
      throw InvalidArgument(place + " = " + to_text(rows(i, j)) + " must be finite");
    }
  }
}

void require_not_negative(const char* subject, const char* name, const Eigen::VectorXd& values);

// The first is a body, the second another body or the ground. INT_MAX bodies: how many there are is not known yet.
void require_pairs(const char* subject, const Pairs& pairs, int number_of_bodies);

}  // namespace stickslip::formulation::detail
