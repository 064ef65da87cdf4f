// Boxes that rest on each other, and how far they move although they should not.
#pragma once

#include <string>
#include <vector>

#include "stickslip/sim/world.hpp"

#include "experiments/experiment.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::lcp {

inline constexpr double stack_side = 0.1, stack_mass = 0.1, stack_mu = 0.5;  // of each box [m, kg]
inline constexpr double stack_until = 5.0;                                   // [s]

struct StackedBox {
  Vec<3> position;
  double mass = stack_mass;
};
std::vector<StackedBox> ten_towers();       // of ten boxes, 0.3 m apart
std::vector<StackedBox> heavy_top_tower();  // one of ten boxes, the highest of 100 times the mass
std::vector<StackedBox>
wall_of_boxes();  // ten courses of ten, pitch 102 mm, every other course shifted by 25 mm: one island

// What is asked of a stack.
struct StackSetting {
  std::string name;   // of its series
  std::string label;  // in checks and figures
  std::vector<StackedBox> boxes;
  double h;        // [s]
  double largest;  // displacement of any corner [m]
  record::Colour colour;
};

// What came of it.
struct StackRow {
  std::string label;
  double displacement;  // the largest of a corner in 5 s [m]
  double speed;         // of the fastest corner at the end [m/s]
  double residual;      // the largest of a step
};
// Lets it stand for 5 s: adds its checks, and a series of the largest displacement and the largest speed over time.
StackRow let_stand(Result& result, const StackSetting& setting, const Progress& progress);

// Displacement of all settings over time, and a table of the rows.
void show_stacks(Result& result, const std::vector<StackSetting>& settings, const std::vector<StackRow>& rows,
                 const std::string& title, const std::string& caption);

// What other engines were measured to do in these scenes, elsewhere: times per step, and motion where it was stated.
struct EngineTime {
  const char* label;
  double microseconds;
};
void show_engines(Result& result, const std::string& title, const std::vector<EngineTime>& engines);

// The boxes at rest, and how they settle in the first steps, their displacement drawn `magnified` times larger and `slower` times slower.
record::Scene settling_scene(Result& result, const StackSetting& setting, double magnified, double slower,
                             const std::string& title, const std::string& caption);

}  // namespace stickslip::experiments::lcp
