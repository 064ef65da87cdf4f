#include "experiments/planar/paper/models.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "stickslip/core/error.hpp"

#include "experiments/planar/paper/reference.hpp"
#include "experiments/planar/paper/setup.hpp"

namespace stickslip::experiments::planar {

using patch::BristleLaw;
using patch::EllipsoidSurface;
using patch::LimitSurface;
using patch::ReducedPatch;
using patch::Stick;

patch::BristleLaw bristle_law(bool elasto_plastic, int p) {
  return elasto_plastic ? BristleLaw(planar::elasto_plastic(p)) : BristleLaw(lugre(p));
}

ReducedPatch paper_reduced(const BristleLaw& law, const patch::Pressure& surface, int n) {
  return {law, LimitSurface::cells(surface).as_table(n), Stick::paper};
}

ReducedPatch paper_ellipsoid(const BristleLaw& law, const patch::Pressure& surface) {
  const LimitSurface cells = LimitSurface::cells(surface);
  return {law, LimitSurface(EllipsoidSurface(cells.r()), cells.cop(), cells.r(), cells.u()), Stick::paper};
}

AuthorsNumbers authors_numbers(const std::string& surface) {
  constexpr double shift = 3.17460317e-3;
  static const std::array<AuthorsNumbers, 7> all = {{
      {"Circle", 0.0, 0.0, 6.35716049e-3, 4.58150032e-5, 4.58150032e-5, 0.0, 0.0},
      {"Square", 0.0, 0.0, 7.62546508e-3, 6.65154951e-5, 6.65154951e-5, 0.0, 0.0},
      {"Line", 0.0, 0.0, 4.94997984e-3, 3.32577475e-5, 3.32577475e-5, 0.0, 0.0},
      {"LineGrad", 0.0, shift, 3.98779182e-3, 2.31796422e-5, 3.32577475e-5, 0.107996, 0.0},
      {"LineGradX", -shift, 0.0, 3.98779182e-3, 2.31796422e-5, 3.32577475e-5, 0.0, 0.107996},
      {"NonConvex1", 0.0, 0.0, 8.59351153e-3, 7.46787604e-5, 7.46787604e-5, 0.0, 0.0},
      {"NonConvex2", 2.61904762e-3, -0.23809524e-3, 6.55030174e-3, 5.08314437e-5, 5.77475435e-5, 0.016585, 0.004029},
  }};
  const auto* found = std::find_if(all.begin(), all.end(), [&](const auto& row) { return row.surface == surface; });
  if (found == all.end()) throw InvalidArgument("authors_numbers: there is no surface " + surface);
  return *found;
}

ReducedPatch authors_reduced(const BristleLaw& law, const std::string& surface) {
  const AuthorsNumbers numbers = authors_numbers(surface);
  const record::Series table = reference("ls_" + lower_case(surface));
  const std::vector<double>&hx = table["hx"], &hy = table["hy"], &htau = table["htau"];
  std::vector<Vec<3>> nodes;
  for (std::size_t k = 0; k < table.rows(); ++k) nodes.emplace_back(hx[k], hy[k], htau[k]);
  const patch::TabulatedSurface form(nodes, 20, numbers.r);
  return {law, LimitSurface(form, {numbers.cop_x, numbers.cop_y}, numbers.r, numbers.u), Stick::paper};
}

ReducedPatch authors_ellipsoid(const BristleLaw& law, const std::string& surface) {
  const AuthorsNumbers numbers = authors_numbers(surface);
  const Vec<2> cop(numbers.cop_x, numbers.cop_y);
  return {law, LimitSurface(EllipsoidSurface(numbers.r), cop, numbers.r, numbers.u_centre), Stick::paper};
}

std::string lower_case(std::string name) {
  for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return name;
}

}  // namespace stickslip::experiments::planar
