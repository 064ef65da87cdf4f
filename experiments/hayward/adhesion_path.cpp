#include "experiments/hayward/adhesion_path.hpp"

#include <cmath>
#include <numbers>
#include <string>

namespace stickslip::experiments::hayward {

template <int Dim>
std::vector<AdhesionSample<Dim>> follow(const friction::Adhesion& law, const std::vector<PathPoint<Dim>>& path) {
  friction::AdhesionState<Dim> state;
  std::vector<AdhesionSample<Dim>> samples;
  samples.reserve(path.size());
  for (const PathPoint<Dim>& point : path) {
    const Vec<Dim> z = law.step(state, point.x);
    samples.push_back({point.t, point.x, z, state.w, state.regime});
  }
  return samples;
}

template <int Dim>
double share(const std::vector<AdhesionSample<Dim>>& samples, const Stretch& stretch, friction::Regime regime) {
  std::size_t matching = 0;
  for (std::size_t k = stretch.begin; k < stretch.end; ++k) matching += samples[k].regime == regime ? 1U : 0U;
  return static_cast<double>(matching) / static_cast<double>(stretch.end - stretch.begin);
}

template <int Dim>
double way_of_w(const std::vector<AdhesionSample<Dim>>& samples) {
  double way = 0.0;
  for (std::size_t k = 1; k < samples.size(); ++k) way += norm(samples[k].w - samples[k - 1].w);
  return way;
}

double tremor(double t, double amplitude, double phase) {
  const double turn = 2.0 * std::numbers::pi * t;
  // Three incommensurate lines around 10 Hz; the weights sum to one.
  return amplitude * (0.5 * std::sin(8.3 * turn + phase) + 0.3 * std::sin(9.7 * turn + 2.0 * phase) +
                      0.2 * std::sin(11.9 * turn + 3.0 * phase));
}

template <int Dim>
record::Series to_series(const char* name, const char* title, const std::vector<AdhesionSample<Dim>>& samples) {
  std::vector<record::Column> columns = {{"t", "s"}};
  for (const char* symbol : {"x", "z", "w"}) {
    for (int i = 0; i < Dim; ++i) {
      columns.push_back({Dim == 1 ? std::string(symbol) : symbol + std::to_string(i + 1), "m"});
    }
  }
  columns.push_back({"regime", "0 stuck 1 creeping 2 slipping 3 sliding"});
  for (const AdhesionSample<Dim>& s : samples) {
    std::size_t c = 0;
    columns[c++].values.push_back(s.t);
    for (const Vec<Dim>& v : {s.x, s.z, s.w}) {
      for (int i = 0; i < Dim; ++i) columns[c++].values.push_back(v(i));
    }
    columns[c].values.push_back(static_cast<double>(s.regime));
  }
  return {name, title, std::move(columns)};
}

template std::vector<AdhesionSample<1>> follow(const friction::Adhesion&, const std::vector<PathPoint<1>>&);
template std::vector<AdhesionSample<2>> follow(const friction::Adhesion&, const std::vector<PathPoint<2>>&);
template double share(const std::vector<AdhesionSample<1>>&, const Stretch&, friction::Regime);
template double way_of_w(const std::vector<AdhesionSample<1>>&);
template double way_of_w(const std::vector<AdhesionSample<2>>&);
template record::Series to_series(const char*, const char*, const std::vector<AdhesionSample<1>>&);
template record::Series to_series(const char*, const char*, const std::vector<AdhesionSample<2>>&);

}  // namespace stickslip::experiments::hayward
