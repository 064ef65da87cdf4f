// Engines to compare with: boxes of one kind on a plane, as each engine builds them.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <Eigen/Geometry>

#include "stickslip/core/vector.hpp"

namespace stickslip::benchmarks {

struct EngineBox {
  Vec<3> position = Vec<3>::Zero();
  Eigen::Quaterniond orientation = Eigen::Quaterniond::Identity();
  Vec<3> velocity = Vec<3>::Zero();
  Vec<3> angular_velocity = Vec<3>::Zero();
};

struct EngineScene {
  Vec<3> sides;
  double mass;
  double mu;  // of every pair
  std::vector<EngineBox> boxes;
};

class Engine {
 public:
  Engine() = default;
  virtual ~Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  virtual const char* name() const = 0;
  virtual void step(double h) = 0;
  virtual Vec<3> position(std::size_t box) const = 0;
};

// Those that were found when this was built: Bullet, ODE, MuJoCo.
std::vector<std::unique_ptr<Engine>> installed_engines(const EngineScene& scene, double h);

}  // namespace stickslip::benchmarks
