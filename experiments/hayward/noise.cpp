// What noise on the position and an irregular clock do to the adhesion laws: next to nothing.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>

#include "experiments/hayward/adhesion_path.hpp"
#include "experiments/hayward/hayward.hpp"
#include "experiments/hayward/pictures.hpp"

namespace stickslip::experiments::hayward {

namespace noise_experiment {
namespace {

using friction::Adhesion;
using friction::AdhesionMap;
using record::Colour;
using record::Dash;
using record::MarkKind;
using Plane = Vec<2>;
using Scalar = Vec<1>;
using Noise = std::vector<double>;

constexpr double z_max = 1e-4, amplitude = 0.24 * z_max;
constexpr double z_max_of_hand = 1e-3, hand_tremor = 0.05e-3;
constexpr std::size_t samples_held = 100'000;

Noise uniform_noise(unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> value(-amplitude, amplitude);
  Noise noise(samples_held);
  std::generate(noise.begin(), noise.end(), [&] { return value(random); });
  return noise;
}

// An encoder that flickers between three neighbouring counts.
Noise flicker(unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<int> count(-1, 1);
  Noise noise(samples_held);
  std::generate(noise.begin(), noise.end(), [&] { return amplitude * count(random); });
  return noise;
}

// A contact held at x = `held`, having come from 0, with noise on the measured position.
std::vector<AdhesionSample<1>> hold(const Adhesion& law, double held, const Noise& noise) {
  std::vector<PathPoint<1>> path = {{0.0, Scalar(0.0)}};
  const int approach = 100;
  for (int k = 1; k <= approach; ++k) path.push_back({path.back().t + 1e-3, Scalar(held * k / approach)});
  for (const double n : noise) path.push_back({path.back().t + 1e-3, Scalar(held + n)});
  const auto all = follow(law, path);
  return {all.begin() + approach, all.end()};
}

std::size_t moves_of_w(const std::vector<AdhesionSample<1>>& samples) {
  std::size_t moves = 0;
  for (std::size_t k = 1; k < samples.size(); ++k) moves += samples[k].w != samples[k - 1].w ? 1U : 0U;
  return moves;
}

// A hand's path in the plane [m], slow against 100 Hz.
Plane hand(double t) {
  return {20e-3 * std::sin(1.1 * t) + tremor(t, hand_tremor, 0.4),
          15e-3 * std::sin(1.7 * t + 0.5) + tremor(t, hand_tremor, 2.2)};
}

struct Sampled {
  std::vector<AdhesionSample<2>> samples;
  double longest_step = 0.0;
};

// Follows the hand at the given instants.
Sampled sampled_at(const Adhesion& law, const std::vector<double>& instants) {
  std::vector<PathPoint<2>> path;
  Sampled result;
  for (const double t : instants) {
    if (!path.empty()) result.longest_step = std::max(result.longest_step, norm(hand(t) - path.back().x));
    path.push_back({t, hand(t)});
  }
  result.samples = follow(law, path);
  return result;
}

// Largest difference of z at the whole tenths of a second, which every sampling includes.
double difference(const Sampled& a, const Sampled& b) {
  double largest = 0.0;
  std::size_t j = 0;
  for (const auto& sample : a.samples) {
    const double tenths = sample.t * 10.0;
    if (tenths != std::round(tenths)) continue;
    while (b.samples[j].t < sample.t) ++j;
    largest = std::max(largest, norm(sample.z - b.samples[j].z));
  }
  return largest;
}

std::vector<double> regular_instants(int rate, double duration) {
  std::vector<double> instants;
  for (int k = 0; k <= rate * duration; ++k) instants.push_back(static_cast<double>(k) / rate);
  return instants;
}

std::vector<double> random_instants(double mean_rate, double duration, unsigned seed) {
  std::mt19937_64 random(seed);
  std::exponential_distribution<double> interval(mean_rate);
  std::vector<double> instants;
  for (double t = interval(random); t < duration; t += interval(random)) instants.push_back(t);
  for (int k = 0; k <= 10 * duration; ++k) instants.push_back(k / 10.0);
  std::sort(instants.begin(), instants.end());
  return instants;
}

void held_position(Result& result) {
  const Adhesion slide({.z_max = z_max, .map = AdhesionMap::stick_slide});
  const Adhesion slip({.z_max = z_max, .z_stick = 2.0 * z_max, .map = AdhesionMap::stick_slip_slide});
  const Adhesion creep({.z_max = z_max, .z_stick = 2.0 * z_max, .map = AdhesionMap::stick_creep_slip_slide});
  const Noise uniform = uniform_noise(1), counts = flicker(2);
  const double relaxed = 0.0, tensed = 5.0 * z_max;
  const auto smooth = hold(creep, tensed, uniform);
  const auto flickering = hold(slide, tensed, counts);
  result.series.push_back(to_series("held_stick_slide", "Tensed contact, encoder flicker, stick-slide", flickering));
  result.series.push_back(to_series("held_smooth_map", "Tensed contact, uniform noise, smooth map", smooth));
  result.checks.push_back(at_most("relaxed, stick-slide: way of w", "m", 0.0, way_of_w(hold(slide, relaxed, uniform))));
  result.checks.push_back(
      at_most("relaxed, stick-slip-slide: way of w", "m", 0.0, way_of_w(hold(slip, relaxed, uniform))));
  // 1e-18 m: rounding of w, itself 5e-4 m
  result.checks.push_back(at_most("tensed, stick-slide, uniform noise: way of w", "m", amplitude + 1e-18,
                                  way_of_w(hold(slide, tensed, uniform))));
  result.checks.push_back(equal("tensed, stick-slide, encoder flicker: moves of w", "1", 1.0,
                                static_cast<double>(moves_of_w(flickering)), 0.0));
  result.checks.push_back(
      at_most("tensed, stick-slide, encoder flicker: way of w", "m", amplitude + 1e-18, way_of_w(flickering)));
  // The smooth map has no threshold: w keeps moving as long as there is noise.
  const std::vector<AdhesionSample<1>> second_half(smooth.begin() + samples_held / 2, smooth.end());
  result.checks.push_back(
      at_least("tensed, smooth map: way of w in the second half", "m", 1e-300, way_of_w(second_half)));
}

void irregular_sampling(Result& result) {
  const Adhesion law({.z_max = z_max_of_hand, .map = AdhesionMap::stick_slide});
  constexpr double duration = 20.0;
  const Sampled fine = sampled_at(law, regular_instants(1000, duration));
  const Sampled coarse = sampled_at(law, regular_instants(100, duration));
  const Sampled irregular = sampled_at(law, random_instants(300.0, duration, 3));
  result.series.push_back(to_series("hand_100_hz", "A hand's path sampled at 100 Hz", coarse.samples));
  result.series.push_back(to_series("hand_1_khz", "The same at 1 kHz", fine.samples));
  result.series.push_back(to_series("hand_irregular", "The same at random instants", irregular.samples));
  result.checks.push_back(
      at_most("100 Hz against 1 kHz: largest difference of z", "m", coarse.longest_step, difference(coarse, fine)));
  result.checks.push_back(at_most("random instants against 1 kHz: largest difference of z", "m", irregular.longest_step,
                                  difference(irregular, fine)));
}

record::Figure figure_of_noise() {
  const auto panel = [](const char* title, const char* series) -> record::Panel {
    return {title,
            time_axis(),
            micrometres("x, w"),
            {{MarkKind::line, series, {"t", "x"}, "position x as measured", Colour::grey},
             {MarkKind::line, series, {"t", "w"}, "adhesion point w", Colour::red}}};
  };
  return {"held_positions",
          "Sec. 1: noise on a held position",
          "A hundred thousand samples of a contact held at 0.5 mm, with noise on its measured position. With a "
          "threshold, w moves once and "
          "then never again; the smooth map lets it creep.",
          {panel("stick-slide, encoder flicker", "held_stick_slide"),
           panel("smooth map, uniform noise", "held_smooth_map")}};
}

record::Figure figure_of_sampling() {
  const auto curve = [](const char* series, const char* label, Colour colour, Dash dash) {
    return record::Mark{MarkKind::line, series, {"t", "z1"}, label, colour, dash};
  };
  return {"sampling",
          "Sec. 3: no clock in the law",
          "Left, the path of the hand and of the point it drags along, sampled 1000 times a second. Right, the first "
          "component of z from "
          "three samplings of that path: they lie on one another.",
          {{"in the plane",
            millimetres("x1"),
            millimetres("x2"),
            {{MarkKind::line, "hand_1_khz", {"x1", "x2"}, "hand X", Colour::blue},
             {MarkKind::line, "hand_1_khz", {"w1", "w2"}, "adhesion point W", Colour::green}},
            true},
           {"three clocks",
            time_axis(),
            millimetres("z1"),
            {curve("hand_1_khz", "1 kHz", Colour::blue, Dash::solid),
             curve("hand_100_hz", "100 Hz", Colour::red, Dash::dashed),
             curve("hand_irregular", "random instants", Colour::ink, Dash::dotted)}}}};
}

Result run(const Progress& progress) {
  Result result;
  held_position(result);
  progress(0.5);
  irregular_sampling(result);
  result.parameters = {{"z_max, held position", z_max, "m"},
                       {"z_stick, held position", 2.0 * z_max, "m"},
                       {"largest noise", amplitude, "m"},
                       {"samples held", static_cast<double>(samples_held)},
                       {"z_max, irregular sampling", z_max_of_hand, "m"},
                       {"tremor of the hand", hand_tremor, "m"}};
  result.figures = {figure_of_noise(), figure_of_sampling()};
  progress(1.0);
  return result;
}

}  // namespace
}  // namespace noise_experiment

Experiment noise() {
  return {"hayward-noise", "Hayward2000", "Secs 1 and 3",
          "noise on a held position, and irregular sampling, leave no drift", noise_experiment::run};
}

}  // namespace stickslip::experiments::hayward
