// What a study keeps of each run: a few numbers.
//
// Either a series of the run (run_series.hpp), reduced over its records to one number,
//
//   last, min, max     of all records
//   mean               over time: the trapezoidal rule between records, divided by the time
//   quantile: q        of the records, interpolated between neighbours: q = 0 is the least, 1 the greatest
//
// or one of these measures:
//
//   largest_slip   how far a planar contact slid, the most over all contacts and records [m]: √(dx² + dy² + (r Δθ)²) since the start, where
//                  (dx, dy) is the way of that point of the body that was at the centre of pressure at the start, and r the radius of the
//                  pressure at the record (patch/pressure.hpp), by which a turn counts as sliding. What bristles give way by counts, too
//   end_pose       of every body at the end: x, y, θ, or x, y, z and the quaternion w, x, y, z; planes have none
//   least_margin   1 − gauge of the contact's wrench on its limit surface at the kinetic friction mu_c fn, the least over all planar
//                  contacts and records with a normal force: 1 without load, 0 while sliding slowly, below 0 where the friction is beyond
//                  mu_c: static, or viscous. Without such a record not a number
//   dissipated     by friction and impacts, at the end [J]
//   time_to_rest   the first record from which on every body that is free to move is slower than 1e-6 m/s and 1e-5 rad/s [s]; infinite
//                  where it does not come to rest
//
// All speak of the bodies that the scene keeps (record.bodies). largest_slip and least_margin are those of planar scenes: runs of rigid
// bodies keep no places of contacts. end_pose and time_to_rest say nothing of a point, whose motion is prescribed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/core/names.hpp"
#include "stickslip/scene/run.hpp"
#include "stickslip/sweep/run_series.hpp"

namespace stickslip::sweep {

struct OutputColumn {
  std::string name;
  std::string unit = "1";
};

// The place of the output of that name. Throws InvalidArgument, with what was probably meant, where there is none.
std::size_t place_of(const std::string& name, const std::vector<OutputColumn>& outputs);

enum class Reduction : std::uint8_t { last, min, max, mean, quantile };
enum class Measure : std::uint8_t { largest_slip, end_pose, end_speed, least_margin, dissipated, time_to_rest };

// Of values at times that grow, at least one; not a number where one of the values is. quantile: q.
double reduced(Reduction reduction, const std::vector<double>& t, const std::vector<double>& values, double q = 0.5);

class Output {
 public:
  Output(std::string name, RunSeries series, Reduction reduction, double q = 0.5);
  // Throws InvalidArgument where runs of the scene cannot have it.
  Output(const std::string& name, Measure measure, const scene::SceneDescription& scene);

  const std::vector<OutputColumn>& columns() const noexcept { return columns_; }
  // Adds one number per column.
  void add(const scene::SceneRun& run, std::vector<double>& numbers) const;

 private:
  std::vector<OutputColumn> columns_;
  std::function<void(const scene::SceneRun&, std::vector<double>&)> add_;
};

}  // namespace stickslip::sweep

namespace stickslip {

template <>
struct Names<sweep::Reduction> {
  using R = sweep::Reduction;
  static constexpr Named<R> table[] = {
      {R::last, "last"}, {R::min, "min"}, {R::max, "max"}, {R::mean, "mean"}, {R::quantile, "quantile"}};
};

struct MeasureRow {
  sweep::Measure value;
  std::string_view name;
  std::string_view meaning;
};

template <>
struct Names<sweep::Measure> {
  using M = sweep::Measure;
  static constexpr MeasureRow table[] = {
      {M::largest_slip, "largest_slip", "how far a planar contact slid, the most of all [m]"},
      {M::end_pose, "end_pose", "where every body is at the end"},
      {M::end_speed, "end_speed", "how fast the fastest body moves at the end [m/s]"},
      {M::least_margin, "least_margin", "1 − gauge on the limit surface, the least of all planar contacts"},
      {M::dissipated, "dissipated", "by friction and impacts [J]"},
      {M::time_to_rest, "time_to_rest", "when the last body comes to rest [s]"}};
};

}  // namespace stickslip
