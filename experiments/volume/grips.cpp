// A box that two pads lift and carry: the least grip that holds it, by the exact limit surface and by simulation.
//
// The pads slide on a hand that moves as told, and forces press them on the box; 20 mm above its centre of mass, so that carrying it makes
// a torque as well.
#include <utility>

#include "experiments/lcp/pictures.hpp"
#include "experiments/stages.hpp"
#include "experiments/volume/gripper.hpp"
#include "experiments/volume/parts.hpp"

namespace stickslip::experiments::volume {

namespace grips_experiment {
namespace {

struct Case {
  GripMotion motion;
  double force, h;
  bool holds;
  double most;  // it may move [m], where it holds
};
// Where no bound on the way is stated: less than a tenth of a millimetre, which is far from falling and far from the bristles' give.
constexpr double not_dropped = 1e-4;
constexpr Case cases[] = {
    {GripMotion::smooth, 13.4, 1e-3, false, 0.0},        {GripMotion::smooth, 13.6, 1e-3, true, not_dropped},
    {GripMotion::smooth, 40.0, 1e-3, true, 0.5e-6},      {GripMotion::smooth, 13.4, 2e-4, false, 0.0},
    {GripMotion::smooth, 13.6, 2e-4, true, not_dropped}, {GripMotion::smooth, 13.4, 5e-3, false, 0.0},
    {GripMotion::half_sine, 12.5, 1e-3, false, 0.0},     {GripMotion::half_sine, 14.0, 1e-3, true, 1e-6},
    {GripMotion::half_sine, 15.0, 1e-3, true, 1e-6},     {GripMotion::half_sine, 40.0, 1e-3, true, 1e-6}};

std::string name_of(const Case& one) {
  return std::string("grip, ") + (one.motion == GripMotion::smooth ? "smooth, " : "half sine, ") + to_text(one.force) +
         " N, " + lcp::in_ms(one.h);
}

}  // namespace
}  // namespace grips_experiment

void grips(Result& result, const Progress& progress, Extent extent) {
  using namespace grips_experiment;
  Stages stages(progress, static_cast<double>(std::size(cases)) + 1.0);
  result.checks.push_back(
      equal("grip, smooth: least force by the limit surface", "N", 13.51, least_grip(GripMotion::smooth), 0.005));
  result.checks.push_back(
      equal("grip, half sine: least force by the limit surface", "N", 12.77, least_grip(GripMotion::half_sine), 0.005));
  record::Series table("grips", "How far the box moved in the pads", {{"force", "N"}, {"step", "ms"}, {"moved", "µm"}});
  std::vector<std::string> rows;
  std::vector<record::Shape> shapes;
  for (const Case& one : cases) {
    Gripped gripped = grip(sim::Volume{}, one.motion, one.force, one.h, 0.0);
    const std::string name = name_of(one);
    if (one.holds)
      result.checks.push_back(at_most(name + ": moves", "µm", 1e6 * one.most, 1e6 * gripped.moved));
    else
      result.checks.push_back(at_least(name + ": drops the box by", "mm", 10.0, 1e3 * gripped.moved));
    check_solved(result, name, gripped.unsolved);
    table.append({one.force, 1e3 * one.h, 1e6 * gripped.moved});
    rows.push_back(name);
    if (one.motion == GripMotion::smooth && one.h == 1e-3 && one.force < 20.0) {
      const double y = one.holds ? 0.0 : 0.25;
      for (sim::BodyRecord& body : gripped.recording.bodies) {
        for (Vec<3>& position : body.position) position += Vec<3>(0.0, y, 0.0);
      }
      for (record::Shape& shape :
           filmed(result, one.holds ? "grip_holds" : "grip_drops", gripped.recording,
                  one.holds ? record::Colour::green : record::Colour::red, to_text(one.force) + " N"))
        shapes.push_back(std::move(shape));
    }
    stages.next(1.0)(1.0);
  }
  const Gripped still = grip(sim::Volume{}, GripMotion::smooth, 40.0, 1e-3, extent == Extent::full ? 10.0 : 2.0);
  result.checks.push_back(at_most("grip, 40 N, held still: creep", "m/s", 1e-12, still.creep));
  stages.next(1.0)(1.0);
  result.series.push_back(std::move(table));
  result.tables.push_back({"A box lifted and carried between two pads", "grips", rows});
  result.scenes.push_back(
      lcp::scene_of("scene_grip", "A box lifted and carried, gripped with 13.4 N and with 13.6 N",
                    "The least grip by the exact limit surface is 13.51 N, in the carry: the pads are above the centre "
                    "of mass, and bear force and torque together.",
                    std::move(shapes)));
}

}  // namespace stickslip::experiments::volume
