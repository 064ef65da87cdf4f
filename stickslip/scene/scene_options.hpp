// Choices of a scene that are no argument of another module, with their tables of fields.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "stickslip/core/field.hpp"
#include "stickslip/core/names.hpp"
#include "stickslip/patch/reduced_law.hpp"
#include "stickslip/sim/frame.hpp"

namespace stickslip::scene {

// What is kept of a run.
struct RecordOptions {
  std::optional<std::vector<int>> bodies = {};  // places in the scene, rising; absent: all
  bool contacts = true;
  bool bristles = false;

  bool keeps(int body) const { return !bodies || std::binary_search(bodies->begin(), bodies->end(), body); }
  // Of what is between two bodies, or a body and the world, which has no place.
  bool keeps_any(int a, int b) const { return keeps(a) || keeps(b); }
  // The place in the scene of the i-th body that is kept.
  std::size_t place_of(std::size_t i) const { return bodies ? static_cast<std::size_t>((*bodies)[i]) : i; }

  static constexpr auto fields() {
    using R = RecordOptions;
    return std::tuple{
        Field{"contacts", &R::contacts, "whether to keep the wrench of every contact"},
        Field{"bristles", &R::bristles, "whether to keep the deflections of the bristles of planar contacts"}};
  }
};

enum class PatchModel : std::uint8_t { reduced, distributed };
enum class PatchSurface : std::uint8_t { table, ellipsoid };

// How a planar contact is modelled.
struct ContactOptions {
  PatchModel model = PatchModel::reduced;
  int cells = 21;
  patch::Stick stick = patch::Stick::drift_free;
  PatchSurface surface = PatchSurface::table;
  int count = 1;
  sim::Frame frame = sim::Frame::world;

  static constexpr auto fields() {
    using C = ContactOptions;
    constexpr Range cells{.low = 1.0, .high = 2000.0, .low_included = true, .high_included = true};
    constexpr Range counts{.low = 1.0, .high = 1e6, .low_included = true, .high_included = true};
    return std::tuple{
        Field{"model", &C::model, "'reduced': three bristles; 'distributed': one bristle per cell"},
        Field{"cells", &C::cells, "1", cells, "'distributed': along each side"},
        Field{"stick", &C::stick, "'reduced' with elasto_plastic: 'drift_free', or 'paper' as published"},
        Field{"surface", &C::surface,
              "'reduced': the limit surface of the pressure as a table, or an ellipsoid about it"},
        Field{"count", &C::count, "1", counts, "number of equal contacts", "2 for two fingers"},
        Field{"frame", &C::frame,
              "'world': the patch stands still at the world's origin (a gripper); 'body': it moves with the body"}};
  }
};

struct PointRunOptions {
  double until = required;
  double dt = 1e-3;
  double record_dt = 0.01;

  static constexpr auto fields() {
    using O = PointRunOptions;
    return std::tuple{Field{"until", &O::until, "s", positive, "time at which the run ends"},
                      Field{"dt", &O::dt, "s", positive, "time between samples"},
                      Field{"record_dt", &O::record_dt, "s", positive, "time between records",
                            "rounded to whole samples; the start and the end are always recorded"}};
  }
};

// Of planar scenes; the rest is sim::SimulationOptions'.
struct PlanarRunOptions {
  double until = required;

  static constexpr auto fields() {
    return std::tuple{Field{"until", &PlanarRunOptions::until, "s", positive, "time at which the run ends"}};
  }
};

}  // namespace stickslip::scene

template <>
struct stickslip::Names<stickslip::scene::PatchModel> {
  using M = scene::PatchModel;
  static constexpr Named<M> table[] = {{M::reduced, "reduced"}, {M::distributed, "distributed"}};
};

template <>
struct stickslip::Names<stickslip::scene::PatchSurface> {
  using S = scene::PatchSurface;
  static constexpr Named<S> table[] = {{S::table, "table"}, {S::ellipsoid, "ellipsoid"}};
};
