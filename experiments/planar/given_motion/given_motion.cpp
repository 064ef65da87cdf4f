#include "experiments/planar/given_motion/given_motion.hpp"

#include <algorithm>

namespace stickslip::experiments::planar {

namespace {

Vec<2> force(const Wrench2& w) {
  return w.head<2>();
}

Difference greatest(const Wrenches& run) {
  Difference size{0.0, 0.0};
  for (const Wrench2& w : run) {
    size.force = std::max(size.force, norm(force(w)));
    size.torque = std::max(size.torque, std::abs(w(2)));
  }
  return size;
}

}  // namespace

Wrenches wrenches_of(const record::Series& reference, const std::string& prefix) {
  const std::vector<double>&fx = reference[prefix + "_fx"], &fy = reference[prefix + "_fy"];
  const std::vector<double>& tau = reference[prefix + "_tau"];
  Wrenches wrenches;
  for (std::size_t k = 0; k < reference.rows(); ++k) wrenches.emplace_back(fx[k], fy[k], tau[k]);
  return wrenches;
}

Wrenches rows_at(const std::vector<double>& times, const Wrenches& run, double row) {
  Wrenches kept;
  for (const double t : times) kept.push_back(run.at(static_cast<std::size_t>(std::lround(t / row))));
  return kept;
}

Difference rms_difference(const Wrenches& run, const Wrenches& truth) {
  const Difference size = greatest(truth);
  double force2 = 0.0, torque2 = 0.0;
  for (std::size_t k = 0; k < truth.size(); ++k) {
    const Wrench2 error = run.at(k) - truth[k];
    force2 += force(error).squaredNorm();
    torque2 += error(2) * error(2);
  }
  const auto count = static_cast<double>(truth.size());
  return {std::sqrt(force2 / count) / size.force, std::sqrt(torque2 / count) / size.torque};
}

Difference largest_difference(const Wrenches& run, const Wrenches& truth) {
  const Difference size = greatest(truth);
  Difference largest{0.0, 0.0};
  for (std::size_t k = 0; k < truth.size(); ++k) {
    const Wrench2 error = run.at(k) - truth[k];
    largest.force = larger(largest.force, norm(force(error)) / size.force);
    largest.torque = larger(largest.torque, std::abs(error(2)) / size.torque);
  }
  return largest;
}

}  // namespace stickslip::experiments::planar
