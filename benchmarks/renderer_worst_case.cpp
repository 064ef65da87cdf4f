// How long the haptic renderer takes for one sample: mean, tail and worst case, for every law and map.
//
// Each step is timed by itself, so the clock's own cost is in every number; it is measured the same way,
// around an empty step, and printed. The input is a hand that strokes, rests and trembles, sampled at 1 kHz,
// so that every regime occurs and branches are not always predicted.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numbers>
#include <string_view>
#include <system_error>
#include <vector>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

#include "stickslip/core/vector.hpp"
#include "stickslip/friction/adhesion.hpp"
#include "stickslip/friction/dahl.hpp"
#include "stickslip/friction/elasto_plastic.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/haptics/renderer.hpp"

namespace {

using stickslip::Vec;
namespace friction = stickslip::friction;
namespace haptics = stickslip::haptics;

constexpr const char* help =
    "usage: renderer_worst_case [STEPS]\n"
    "Times the haptic renderer, sample by sample, over STEPS samples a law (1000 to 1000000000; 10000000 "
    "unless\n"
    "given) and prints mean, 99.9 %, 99.999 % and worst case in nanoseconds.\n";

#if defined(__x86_64__)
constexpr const char* clock_name = "rdtscp";
std::uint64_t ticks() noexcept {
  unsigned processor = 0;
  _mm_lfence();  // nothing of the step may be read before or after its own two ticks
  const std::uint64_t now = __rdtscp(&processor);
  _mm_lfence();
  return now;
}
#else
constexpr const char* clock_name = "steady_clock";
std::uint64_t ticks() noexcept {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}
#endif

// Length of a tick [ns], against steady_clock.
double nanoseconds_per_tick() {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const std::uint64_t first = ticks();
  while (Clock::now() - begin < std::chrono::milliseconds(200)) {
  }
  const std::chrono::duration<double, std::nano> elapsed = Clock::now() - begin;
  return elapsed.count() / static_cast<double>(ticks() - first);
}

// Durations in ticks, kept as a histogram: exact counts below 4096 ticks, then 64 bins to each doubling, so
// that a quantile is at most 1.6 % above the truth however long the tail is.
class Durations {
 public:
  void clear() { *this = Durations(); }
  void add(std::uint64_t duration) noexcept {
    ++counts_[bin(duration)];
    ++count_;
    total_ += duration;
    worst_ = std::max(worst_, duration);
  }
  double mean() const { return static_cast<double>(total_) / static_cast<double>(count_); }
  double worst() const { return static_cast<double>(worst_); }
  // The least duration that at least this share of all did not exceed.
  double quantile(double share) const {
    const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_)));
    std::size_t i = 0;
    for (std::uint64_t seen = counts_[0]; seen < wanted; seen += counts_[i]) ++i;
    return static_cast<double>(std::min(greatest_in(i), worst_));
  }

 private:
  static constexpr unsigned exact_bits = 12, fine_bits = 6;
  static constexpr std::size_t exact = std::size_t{1} << exact_bits, fine = std::size_t{1} << fine_bits;

  static std::size_t bin(std::uint64_t duration) noexcept {
    if (duration < exact) return duration;
    const unsigned shift = static_cast<unsigned>(std::bit_width(duration)) - 1 - fine_bits;
    return exact + (shift + fine_bits - exact_bits) * fine + ((duration >> shift) - fine);
  }
  static std::uint64_t greatest_in(std::size_t bin) noexcept {
    if (bin < exact) return bin;
    const std::size_t doubling = (bin - exact) / fine, part = (bin - exact) % fine;
    const std::size_t shift = doubling + exact_bits - fine_bits;
    return ((fine + part + 1) << shift) - 1;
  }

  std::array<std::uint64_t, exact + (64 - exact_bits) * fine> counts_{};
  std::uint64_t count_ = 0, total_ = 0, worst_ = 0;
};

// Eight seconds of a hand: strokes of up to 0.3 m/s with rests between, a tremor of 9 Hz, and an encoder of 1 µm.
std::vector<Vec<3>> hand_motion() {
  constexpr double pi = std::numbers::pi;
  std::vector<Vec<3>> motion(1 << 13);
  for (std::size_t k = 0; k < motion.size(); ++k) {
    const double t = 1e-3 * static_cast<double>(k);
    const double stroke = std::pow(std::sin(pi * t / 1.024), 3);  // rests where it changes direction
    Vec<3> x(40e-3 * stroke * (1.0 + std::cos(2.0 * pi * t / 8.192)), 10e-3 * std::sin(2.0 * pi * t / 2.048),
             1e-3 * std::sin(2.0 * pi * t / 4.096));
    x += 5e-5 * Vec<3>(std::sin(2.0 * pi * 9.1 * t), std::cos(2.0 * pi * 8.7 * t), std::sin(2.0 * pi * 10.3 * t));
    motion[k] = (x / 1e-6).array().round() * 1e-6;
  }
  return motion;
}

struct Case {
  const char* name;
  haptics::Law law;
};

std::vector<Case> cases() {
  using friction::Adhesion;
  using friction::AdhesionMap;
  const Adhesion::Parameters adhesion{.z_max = 1e-4, .z_stick = 2e-4, .stiffness = 1e4};
  const auto with_map = [&](AdhesionMap map) {
    Adhesion::Parameters p = adhesion;
    p.map = map;
    return Adhesion(p);
  };
  const friction::LuGre::Parameters lugre{
      .sigma0 = 1e4, .sigma1 = 2.0, .sigma2 = 0.4, .mu_c = 0.8, .mu_s = 1.0, .v_s = 5e-3};
  friction::LuGre::Parameters lugre_gamma = lugre;
  lugre_gamma.gamma = 1.3;
  return {
      {"Adhesion stick_slide", with_map(AdhesionMap::stick_slide)},
      {"Adhesion stick_slip_slide", with_map(AdhesionMap::stick_slip_slide)},
      {"Adhesion stick_creep_slip_slide", with_map(AdhesionMap::stick_creep_slip_slide)},
      {"Dahl, exponent 1", friction::Dahl({.sigma0 = 1e4, .f_c = 1.0})},
      {"Dahl, exponent 1.5", friction::Dahl({.sigma0 = 1e4, .f_c = 1.0, .exponent = 1.5})},
      {"LuGre, gamma 2", friction::LuGre(lugre)},
      {"LuGre, gamma 1.3", friction::LuGre(lugre_gamma)},
      {"ElastoPlastic, gamma 2",
       friction::ElastoPlastic(
           {.sigma0 = 1e4, .sigma1 = 2.0, .sigma2 = 0.4, .mu_c = 0.8, .mu_s = 1.0, .v_s = 5e-3, .s_ba = 0.7})},
  };
}

// Times `step(x)` over the motion, again and again.
template <class Step>
void measure(Durations& durations, const std::vector<Vec<3>>& motion, std::uint64_t steps, Step step) {
  for (const Vec<3>& x : motion) step(x);  // caches and branch predictor as in steady use
  durations.clear();
  for (std::uint64_t k = 0; k < steps; ++k) {
    const Vec<3>& x = motion[k % motion.size()];
    const std::uint64_t begin = ticks();
    step(x);
    durations.add(ticks() - begin);
  }
}

void print_row(const char* name, const Durations& d, double ns, const char* seen) {
  std::printf("%-32s %8.1f %8.1f %10.1f %12.1f  %s\n", name, d.mean() * ns, d.quantile(0.999) * ns,
              d.quantile(0.99999) * ns, d.worst() * ns, seen);
}

// Initials of the regimes that the motion brought about; empty where the law has none.
std::array<char, 5> regimes_seen(const haptics::Law& law, const std::vector<Vec<3>>& motion) {
  haptics::Renderer<3> renderer(law);
  std::array<char, 5> seen{'-', '-', '-', '-', '\0'};
  for (const Vec<3>& x : motion) {
    renderer.render(x);
    if (const auto regime = renderer.regime())
      seen[static_cast<std::size_t>(*regime)] = "scpl"[static_cast<int>(*regime)];
  }
  return renderer.regime() ? seen : std::array<char, 5>{};
}

void benchmark(std::uint64_t steps) {
  const double ns = nanoseconds_per_tick();
  const std::vector<Vec<3>> motion = hand_motion();
  Durations durations;
  std::printf("Haptic renderer in 3-D, force limited to 3 N: time for one sample [ns], %llu samples a law.\n",
              static_cast<unsigned long long>(steps));
  std::printf("Clock: %s, one tick %.3f ns; its own cost, the first row, is in all others.\n", clock_name, ns);
  std::printf("The worst case is that of this computer: without a real-time system it includes preemption.\n");
  std::printf("Regimes seen: s stuck, c creeping, p slipping, l sliding.\n\n");
  std::printf("%-32s %8s %8s %10s %12s  %s\n", "", "mean", "99.9 %", "99.999 %", "worst", "regimes");
  double sink = 0.0;  // printed, so that no step can be left out
  measure(durations, motion, steps, [&](const Vec<3>& x) { sink += x[0]; });
  print_row("(nothing)", durations, ns, "");
  for (const Case& c : cases()) {
    haptics::Renderer<3> renderer(c.law, {.force_limit = 3.0});
    measure(durations, motion, steps, [&](const Vec<3>& x) { sink += renderer.render(x).force[0]; });
    print_row(c.name, durations, ns, regimes_seen(c.law, motion).data());
  }
  std::printf("\nsum of all forces, so that none is optimised away: %.6g\n", sink);
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t steps = 10'000'000;
  const std::string_view argument = argc == 2 ? argv[1] : "";
  if (argument == "--help" || argument == "-h") {
    std::fputs(help, stdout);
    return 0;
  }
  if (argc > 1) {
    const auto [end, error] = std::from_chars(argument.data(), argument.data() + argument.size(), steps);
    if (argc > 2 || error != std::errc() || end != argument.data() + argument.size() || steps < 1000 ||
        steps > 1'000'000'000) {
      std::fputs(help, stderr);
      return 2;
    }
  }
  benchmark(steps);
  return 0;
}
