// The solvers by name: one list per kind of problem.
#pragma once

#include <cstdint>
#include <string_view>

#include "stickslip/core/names.hpp"

namespace stickslip::solvers {

enum class LcpMethod : std::uint8_t { automatic, lemke, murty, judice_pires, pgs, nncg, enumerate };
enum class MixedLcpMethod : std::uint8_t { automatic, judice_pires, lemke };
enum class BoxedLcpMethod : std::uint8_t { automatic, dantzig, pgs };
enum class ConeMethod : std::uint8_t { automatic, nsgs, prox_newton, admm };

// A row of the tables below.
template <class Method>
struct MethodRow {
  Method value;
  std::string_view name;
  std::string_view meaning;
};

}  // namespace stickslip::solvers

namespace stickslip {

template <>
struct Names<solvers::LcpMethod> {
  using M = solvers::LcpMethod;
  static constexpr solvers::MethodRow<M> table[] = {
      {M::automatic, "auto", "starts cheap, watches the residual, and switches"},
      {M::lemke, "lemke", "complementary pivots along a ray; for all copositive matrices"},
      {M::murty, "murty", "principal pivots by least index; sure for P-matrices, else it may cycle"},
      {M::judice_pires, "judice_pires", "block principal pivots, Murty's and Lemke's as fallbacks"},
      {M::pgs, "pgs", "projected Gauss-Seidel"},
      {M::nncg, "nncg", "nonlinear conjugate gradients over projected Gauss-Seidel"},
      {M::enumerate, "enumerate", "every basis, up to 12 rows: the oracle"},
  };
};

template <>
struct Names<solvers::MixedLcpMethod> {
  using M = solvers::MixedLcpMethod;
  static constexpr solvers::MethodRow<M> table[] = {
      {M::automatic, "auto", "starts cheap, watches the residual, and switches"},
      {M::judice_pires, "judice_pires", "block principal pivots with the free rows always in the basis"},
      {M::lemke, "lemke", "Lemke's method after the free rows are eliminated"},
  };
};

template <>
struct Names<solvers::BoxedLcpMethod> {
  using M = solvers::BoxedLcpMethod;
  static constexpr solvers::MethodRow<M> table[] = {
      {M::automatic, "auto", "starts cheap, watches the residual, and switches"},
      {M::dantzig, "dantzig", "one row after the other is made to hold, the rows before it kept"},
      {M::pgs, "pgs", "projected Gauss-Seidel"},
  };
};

template <>
struct Names<solvers::ConeMethod> {
  using M = solvers::ConeMethod;
  static constexpr solvers::MethodRow<M> table[] = {
      {M::automatic, "auto", "starts cheap, watches the residual, and switches"},
      {M::nsgs, "nsgs", "block Gauss-Seidel with an exact solution of each contact"},
      {M::prox_newton, "prox_newton",
       "proximal point iterations, each solved by Newton's method on the active contacts"},
      {M::admm, "admm", "alternating directions with one factorisation; for large problems that stick"},
  };
};

}  // namespace stickslip
