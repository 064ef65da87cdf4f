// The numbers that a user chooses for each formulation. Equations: relaxation.hpp and formulations.hpp.
#pragma once

#include <optional>
#include <tuple>

#include "stickslip/core/field.hpp"
#include "stickslip/formulation/relaxation.hpp"
#include "stickslip/formulation/sliding.hpp"

namespace stickslip::formulation {

inline constexpr double default_v_th = 1e-3;
// Of lines in a tangent plane. A thousand err by 1e-6 of the friction; far more would be a mistake that fills the memory.
inline constexpr Range line_counts{.low = 2.0, .high = 1000.0, .low_included = true, .high_included = true};

// stewart_trinkle and anitescu_potra.
struct PyramidOptions {
  double h = required;
  int directions = 2;
  double v_th = default_v_th;
  std::optional<Relaxation> normal_relaxation = {};

  static constexpr auto fields() {
    using O = PyramidOptions;
    return std::tuple{
        Field{"h", &O::h, "s", positive, "length of the step"},
        Field{"directions", &O::directions, "1", line_counts, "k lines in the tangent plane, 2k rays"},
        Field{"v_th", &O::v_th, "m/s", not_negative, "tangential speed above which a contact slides: mu_k holds"}};
  }
};

struct BoxOptions {
  double h = required;
  double v_th = default_v_th;
  std::optional<Relaxation> normal_relaxation = {};
  std::optional<Relaxation> tangent_relaxation = {};

  static constexpr auto fields() {
    using O = BoxOptions;
    return std::tuple{
        Field{"h", &O::h, "s", positive, "length of the step"},
        Field{"v_th", &O::v_th, "m/s", not_negative, "tangential speed above which a contact slides: mu_k holds"}};
  }
};

struct HybridOptions {
  double h = required;
  double v_th = default_v_th;
  std::optional<Relaxation> normal_relaxation = {};
  std::optional<Relaxation> tangent_relaxation = {};

  static constexpr auto fields() {
    using O = HybridOptions;
    return std::tuple{Field{"h", &O::h, "s", positive, "length of the step"},
                      Field{"v_th", &O::v_th, "m/s", not_negative,
                            "tangential speed above which a contact slides: mu_k and its own axes hold"}};
  }
};

struct PhantomInertiaOptions {
  double h = required;
  int directions = 2;
  std::optional<double> rho = {};
  double v_th = default_v_th;
  Sliding sliding = Sliding::relaxed;
  std::optional<Relaxation> normal_relaxation = {};
  std::optional<Relaxation> tangent_relaxation = {};

  static constexpr auto fields() {
    using O = PhantomInertiaOptions;
    return std::tuple{
        Field{"h", &O::h, "s", positive, "length of the step"},
        Field{"directions", &O::directions, "1", line_counts, "k lines in the tangent plane of a contact that sticks"},
        Field{"rho", &O::rho, "kg", positive, "phantom inertia", "None: 0.1 of the smallest eigenvalue of K"},
        Field{"v_th", &O::v_th, "m/s", not_negative,
              "tangential speed above which a contact slides: mu_k and its own axes hold"},
        Field{"sliding", &O::sliding, "friction of contacts that slide"}};
  }
};

struct ExactConeOptions {
  double h = required;
  double v_th = default_v_th;
  std::optional<Relaxation> normal_relaxation = {};

  static constexpr auto fields() {
    using O = ExactConeOptions;
    return std::tuple{
        Field{"h", &O::h, "s", positive, "length of the step"},
        Field{"v_th", &O::v_th, "m/s", not_negative, "tangential speed above which a contact slides: mu_k holds"}};
  }
};

}  // namespace stickslip::formulation
