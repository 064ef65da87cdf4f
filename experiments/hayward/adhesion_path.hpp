// What an adhesion law does along a path, and synthetic hand motion to drive it.
#pragma once

#include <cstddef>
#include <vector>

#include "stickslip/friction/adhesion.hpp"
#include "stickslip/record/series.hpp"

namespace stickslip::experiments::hayward {

// One sample of a path and the law's answer to it.
template <int Dim>
struct AdhesionSample {
  double t;  // [s]
  Vec<Dim> x, z, w;
  friction::Regime regime;
};

template <int Dim>
struct PathPoint {
  double t;  // [s]
  Vec<Dim> x;
};

template <int Dim>
std::vector<AdhesionSample<Dim>> follow(const friction::Adhesion& law, const std::vector<PathPoint<Dim>>& path);

// Samples `begin` to `end` of a path, the latter excluded.
struct Stretch {
  std::size_t begin, end;
};

// How many of the samples of a stretch are in the given regime, 0 to 1.
template <int Dim>
double share(const std::vector<AdhesionSample<Dim>>& samples, const Stretch& stretch, friction::Regime regime);

// Length of the way that w has gone [m].
template <int Dim>
double way_of_w(const std::vector<AdhesionSample<Dim>>& samples);

// Physiological tremor of a hand at rest: 8 to 12 Hz [m], at most `amplitude` in each direction. `phase`
// tells one direction's from another's.
double tremor(double t, double amplitude, double phase);

// Columns t, x, z, w (in 2-D x1, x2, …) and the regime's code.
template <int Dim>
record::Series to_series(const char* name, const char* title, const std::vector<AdhesionSample<Dim>>& samples);

}  // namespace stickslip::experiments::hayward
