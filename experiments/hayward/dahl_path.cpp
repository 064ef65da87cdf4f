#include "experiments/hayward/dahl_path.hpp"

namespace stickslip::experiments::hayward {

double move_until(const friction::Dahl& law, friction::Bristle<1>& state, double target) {
  const double direction = target > state.z(0) ? 1.0 : -1.0;
  double low = 0.0, high = 100.0 * law.deflection_bound();
  const auto moved = [&](double distance) {
    friction::Bristle<1> trial = state;
    law.step(trial, Vec<1>(direction), 1.0, distance);  // at 1 m/s a time is a length
    return trial;
  };
  for (int i = 0; i < 200 && high - low > 0.0; ++i) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    ((moved(middle).z(0) - target) * direction < 0.0 ? low : high) = middle;
  }
  state = moved(high);
  return direction * high;
}

}  // namespace stickslip::experiments::hayward
