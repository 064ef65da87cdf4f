// A box over the edge of a table. [Wakisaka 2017] sees it fall with contact volumes where it stays with points, and explains that by the
// oblique direction of the volume's force. Here the same starts are tried with the paper's normal and with one to which the sides of the
// overlap do not contribute, with points and with bristles, on both sides of d = 0, where statics says that a box at rest tips.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "experiments/lcp/pictures.hpp"
#include "experiments/stages.hpp"
#include "experiments/volume/edge.hpp"
#include "experiments/volume/pendulum.hpp"
#include "experiments/volume/volume.hpp"

namespace stickslip::experiments::volume {

namespace oblique_normal_experiment {
namespace {

using record::Colour;
using record::Dash;
using record::MarkKind;
using sim::VolumeFriction;
using sim::VolumeNormal;

constexpr double limited = 0.2, unlimited = std::numeric_limits<double>::infinity();  // push-out [m/s]

struct Kind {
  const char* name;
  Colour colour;
  bool is_volume;
  VolumeFriction friction = VolumeFriction::p_gon;
  VolumeNormal normal = VolumeNormal::faded;
  double regularisation = 0.0;
  // Least d at which a box that lands flat may fall [mm]; half a millimetre further in it must stay.
  double least_of_drop = 0.0;

  bool is_fitted() const { return is_volume && friction == VolumeFriction::p_gon; }
};
constexpr std::array kinds = {
    Kind{"paper's normal, λ̂ = 1e-4", Colour::red, true, VolumeFriction::p_gon, VolumeNormal::face_sum, 1e-4, -3.0},
    Kind{"faded normal, λ̂ = 1e-4", Colour::yellow, true, VolumeFriction::p_gon, VolumeNormal::faded, 1e-4, -3.0},
    Kind{"paper's normal, λ̂ = 1e-8", Colour::purple, true, VolumeFriction::p_gon, VolumeNormal::face_sum, 1e-8, -0.5},
    Kind{"faded normal, λ̂ = 1e-8", Colour::cyan, true, VolumeFriction::p_gon, VolumeNormal::faded, 1e-8, -0.5},
    Kind{"points", Colour::ink, false},
    Kind{"bristles", Colour::blue, true, VolumeFriction::bristle, VolumeNormal::faded, 0.0, -1.0}};

Contact contact_of(const Kind& kind, double push_out) {
  if (!kind.is_volume) return {};
  sim::Volume volume{.friction = kind.friction, .push_out = push_out, .normal = kind.normal};
  if (kind.is_fitted()) volume.regularisation = kind.regularisation;
  return volume;
}

// The paper's numbers: f an impulse, λ its penalty, k = 1/h.
Contact paper_contact(VolumeNormal normal, double penalty) {
  return sim::Volume{.friction = VolumeFriction::p_gon,
                     .push_out = unlimited,
                     .normal = normal,
                     .impulse_penalty = penalty,
                     .recovery = 1.0};
}

Eigen::Quaterniond inward(double degrees) {
  return turned(degrees * std::numbers::pi / 180.0, -Vec<3>::UnitY());
}
// Turned by 45° about the vertical, then leaning along the edge: a corner lands beside it.
Eigen::Quaterniond cornered(double degrees) {
  const double r = degrees * std::numbers::pi / 180.0;
  return turned(0.25 * std::numbers::pi, Vec<3>::UnitZ()) * turned(r, Vec<3>::UnitY()) * turned(-r, Vec<3>::UnitX());
}

struct Start {
  std::string name;
  EdgeStart start;
  double push_out = limited;
  double step = 1e-3;  // between values of d [m]
  EdgeBox box = {};

  bool is_flat() const { return start.orientation.isApprox(Eigen::Quaterniond::Identity()); }
};

std::vector<Start> all_starts() {
  constexpr double fine = 0.5e-3;
  std::vector<Start> starts{{"placed", {}, limited, fine}};
  for (const double mm : {1.0, 5.0, 20.0})
    starts.push_back({"dropped flat, " + to_text(mm) + " mm", {.gap = 1e-3 * mm}, limited, fine});
  for (const double lean : {2.0, 5.0})
    starts.push_back({"leaning inward, " + to_text(lean) + "°", {.gap = 1e-3, .orientation = inward(lean)}});
  for (const double lean : {2.0, 5.0})
    starts.push_back({"leaning outward, " + to_text(lean) + "°", {.gap = 1e-3, .orientation = inward(-lean)}});
  for (const double push_out : {unlimited, limited}) {
    for (const double mm : {5.0, 10.0})
      starts.push_back(
          {"found " + to_text(mm) + " mm deep, push-out " + (push_out == limited ? "≤ 0.2 m/s" : "not limited"),
           {.gap = -1e-3 * mm},
           push_out});
  }
  for (const double r : {2.0, 3.0, 4.0, 5.0})
    starts.push_back({"turned 45°, corner down " + to_text(r) + "°", {.gap = 1e-3, .orientation = cornered(r)}});
  const EdgeBox flat{.size = {cube_side, cube_side, 0.5 * cube_side}};
  starts.push_back({"flat box, dropped 20 mm", {.gap = 0.02}, limited, fine, flat});
  for (const double lean : {2.0, 5.0})
    starts.push_back({"flat box, leaning inward " + to_text(lean) + "°",
                      {.gap = 1e-3, .orientation = inward(lean)},
                      limited,
                      1e-3,
                      flat});
  return starts;
}

// Steps of d are whole tenths of a millimetre.
double in_mm(double metres) {
  return 0.1 * std::round(1e4 * metres);
}

double pendulum_time(double d) {
  constexpr double h = 1e-5;
  Pendulum pendulum(d);
  double t = 0.0;
  for (; pendulum.turned() < fallen_lean; t += h) pendulum.step(h);
  return t - (pendulum.turned() - fallen_lean) / pendulum.speed();
}

// The table and the figure of where boxes fall.
void map(Result& result, const Progress& progress) {
  Stages stages(progress, static_cast<double>(all_starts().size()));
  const std::vector<Start> starts = all_starts();
  std::vector<record::Column> columns;
  columns.reserve(std::size(kinds));
  for (const Kind& kind : kinds) columns.push_back({kind.name, "mm"});
  record::Series dots("map", "The same, row by row",
                      {{"kind", "1"}, {"start", "1"}, {"d", "mm"}, {"statics", "mm"}, {"row", "1"}});
  record::Axis rows{.label = "", .min = -0.6, .max = static_cast<double>(starts.size()) - 0.4};
  std::vector<std::string> names;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const Start& start = starts[i];
    const auto place = static_cast<double>(starts.size() - 1 - i);
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      const double d =
          in_mm(falls_from(start.box, start.start, start.step, -0.03, contact_of(kinds[k], start.push_out)));
      columns[k].values.push_back(d);
      if (start.start.gap >= 0.0 && start.is_flat())
        result.checks.push_back(at_least(std::string(kinds[k].name) + ", " + start.name + ": falls from d", "mm",
                                         kinds[k].least_of_drop, d));
      const double shift = 0.12 * (0.5 * static_cast<double>(kinds.size() - 1) - static_cast<double>(k));
      dots.append({static_cast<double>(k), place, d, 0.0, place + shift});
    }
    names.push_back(start.name);
    stages.next(1.0)(1.0);
  }
  rows.categories.assign(names.rbegin(), names.rend());
  record::Panel panel{"", {"falls from d", "mm"}, rows, {}};
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const record::RowFilter only{"kind", static_cast<double>(k)};
    panel.marks.push_back(
        {MarkKind::segments, "map", {"statics", "row", "d", "row"}, kinds[k].name, kinds[k].colour, Dash::solid, only});
    panel.marks.push_back({MarkKind::points, "map", {"d", "row"}, kinds[k].name, kinds[k].colour, Dash::solid, only});
  }
  record::Series line("statics", "Where a box at rest tips", {{"d", "mm"}, {"row", "1"}});
  line.append({0.0, *rows.min});
  line.append({0.0, *rows.max});
  panel.marks.push_back({MarkKind::line, "statics", {"d", "row"}, "statics of a box at rest", Colour::grey});
  result.figures.push_back(
      {"map",
       "From which d on does the cube fall?",
       "d is where the centre of mass is past the edge. A box that comes to rest flat on the table should stay at d < "
       "0, the "
       "line, and wherever a model lets it fall before, staying is right. Leaning starts have no closed form: the "
       "inner "
       "edge lands first and throws the box outward; points and bristles, which agree within 2 mm, stand for it. The "
       "two normals differ little, but for boxes found deep in the table.",
       {panel}});
  result.tables.push_back({"Least d at which the cube falls (0: only past the edge)", "falls_from", names});
  result.series.emplace_back("falls_from", "Least d at which the box falls, scanned down from the outside",
                             std::move(columns));
  result.series.push_back(std::move(dots));
  result.series.push_back(std::move(line));
}

// A cube put down on the table: it stays at d < 0, and falls at d > 0 as a pendulum about the edge.
void placed(Result& result, const Progress& progress) {
  Stages stages(progress, static_cast<double>(kinds.size()));
  constexpr std::array inside = {-20.0, -10.0, -5.0, -2.0, -1.0, -0.5}, outside = {0.5, 1.0, 2.0, 4.0, 10.0, 20.0};
  constexpr std::array timed = {1.0, 2.0, 4.0, 20.0};  // [mm]
  std::vector<record::Column> columns{{"d", "mm"}, {"pendulum", "s"}};
  for (const double d : timed) {
    columns[0].values.push_back(d);
    columns[1].values.push_back(pendulum_time(1e-3 * d));
  }
  for (const Kind& kind : kinds) {
    const Contact contact = contact_of(kind, limited);
    int wrong = 0;
    for (const double d : inside) wrong += let_go({}, {}, 1e-3 * d, contact).falls ? 1 : 0;
    for (const double d : outside) wrong += let_go({}, {}, 1e-3 * d, contact).falls ? 0 : 1;
    result.checks.push_back(
        at_most(std::string(kind.name) + ", placed at 0.5 to 20 mm on either side: wrong of 12", "1", 0.0, wrong));
    double worst = 0.0;
    columns.push_back({kind.name, "s"});
    for (std::size_t i = 0; i < timed.size(); ++i) {
      const double t = time_to_lean({}, {}, 1e-3 * timed[i], contact), truth = columns[1].values[i];
      columns.back().values.push_back(t);
      worst = std::max(worst, std::abs(t / truth - 1.0));
    }
    // Bristles stand on springs, which give before the box tips.
    const bool is_soft = kind.is_volume && !kind.is_fitted();
    result.checks.push_back(at_most(std::string(kind.name) + ", falling from d ≥ 1 mm: time off the pendulum by", "%",
                                    is_soft ? 5.0 : 1.0, 100.0 * worst));
    stages.next(1.0)(1.0);
  }
  std::vector<std::string> names;
  names.reserve(std::size(timed));
  for (const double d : timed) names.push_back("d = " + to_text(d) + " mm");
  result.series.emplace_back("tipping", "Time to lean by 0.7 rad, let go at rest on the table", std::move(columns));
  result.tables.push_back({"Time until a cube that was put down leans by 0.7 rad", "tipping", names});
}

// How much of an early fall is due to the regularisation: least d at which a box dropped 20 mm falls.
void penalties(Result& result, const Progress& progress) {
  constexpr std::array shares = {1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-6, 1e-8};
  constexpr std::array impulses = {1e-4, 1e-5, 1e-6};
  struct Case {
    const char* name;
    const char* series;
    EdgeBox box;
    Colour colour;
  };
  const std::array cases = {
      Case{"30 mm across the edge", "across_30", {{0.03, 0.08, 0.07}, 1.0, 0.01}, Colour::blue},
      Case{"80 mm across the edge", "across_80", {{0.08, 0.03, 0.07}, 1.0, 0.01}, Colour::green},
      Case{"30 mm across, inertia of a solid box", "solid_30", {{0.03, 0.08, 0.07}, 1.0, {}}, Colour::purple}};
  constexpr double step = 0.5e-3, lowest = -0.014;
  const EdgeStart drop{.gap = 0.02};
  Stages stages(progress, static_cast<double>(cases.size()) + 1.0);

  record::Series scaled("by_regularisation", "Cube of 0.5 kg dropped 20 mm",
                        {{"regularisation", "1"}, {"paper's normal", "mm"}, {"faded normal", "mm"}});
  for (const double share : shares) {
    const auto from = [&](VolumeNormal normal) {
      return 1e3 *
             falls_from({}, drop, step, lowest,
                        sim::Volume{.friction = VolumeFriction::p_gon, .normal = normal, .regularisation = share});
    };
    scaled.append({share, from(VolumeNormal::face_sum), from(VolumeNormal::faded)});
  }
  stages.next(1.0)(1.0);
  record::Panel cube{"cube, λ̂", {"λ̂", "1", 1.0, true}, {"falls from d", "mm"}, {}};
  cube.marks.push_back(
      {MarkKind::line, scaled.name(), {"regularisation", "paper's normal"}, "paper's normal", Colour::ink});
  cube.marks.push_back(
      {MarkKind::points, scaled.name(), {"regularisation", "faded normal"}, "faded normal", Colour::red});
  result.series.push_back(std::move(scaled));

  record::Panel box{"box of 1 kg, the paper's λ and k", {"λ", "m²/kg²", 1.0, true}, {"falls from d", "mm"}, {}};
  record::Series table("by_penalty", "Box of 1 kg dropped 20 mm, the paper's λ and k",
                       {{"penalty", "m²/kg²"}, {"paper's normal", "mm"}, {"faded normal", "mm"}, {"points", "mm"}});
  std::vector<std::string> rows;
  for (const Case& one : cases) {
    record::Series series(one.series, std::string("Box of 1 kg dropped 20 mm, ") + one.name,
                          {{"penalty", "m²/kg²"}, {"paper's normal", "mm"}, {"faded normal", "mm"}});
    const double points = in_mm(falls_from(one.box, drop, step, lowest, {}));
    result.checks.push_back(at_least(std::string("1 kg, ") + one.name + ", points: falls from d", "mm", 0.0, points));
    for (const double penalty : impulses) {
      const auto from = [&](VolumeNormal normal) {
        return in_mm(falls_from(one.box, drop, step, lowest, paper_contact(normal, penalty)));
      };
      const double paper = from(VolumeNormal::face_sum), faded = from(VolumeNormal::faded);
      series.append({penalty, paper, faded});
      table.append({penalty, paper, faded, points});
      const std::string name = std::string("1 kg, ") + one.name + ", λ = " + to_text(penalty);
      result.checks.push_back(equal(name + ": between the two normals", "mm", 0.0, faded - paper, 1e3 * step));
      if (penalty == impulses.front()) {
        result.checks.push_back(at_most(name + ": falls too early, from d", "mm", -1.0, std::max(paper, faded)));
      } else if (penalty == impulses.back()) {
        result.checks.push_back(at_least(name + ": falls from d", "mm", -0.5, std::min(paper, faded)));
      }
      rows.push_back(std::string(one.name) + ", λ = " + to_text(penalty));
    }
    box.marks.push_back({MarkKind::line, one.series, {"penalty", "paper's normal"}, one.name, one.colour});
    box.marks.push_back({MarkKind::points, one.series, {"penalty", "faded normal"}, one.name, one.colour});
    result.series.push_back(std::move(series));
    stages.next(1.0)(1.0);
  }
  result.series.push_back(std::move(table));
  result.tables.push_back({"Least d at which a box of 1 kg falls that is dropped 20 mm", "by_penalty", rows});
  result.figures.push_back({"penalties",
                            "What lets a dropped box fall early",
                            "Boxes that land flat should stay at d < 0. How early they fall goes with what impulses "
                            "cost in the least squares, with the paper's normal (lines) as with the faded one (dots): "
                            "the cause is the regularisation, "
                            "not the direction of the force.",
                            {cube, box}});
}

// Films side by side along the edge, the table as long as they need.
struct Film {
  std::string name;
  Colour colour;
  Contact contact;
};
void scene(Result& result, const std::string& name, const std::string& title, const std::string& caption,
           const EdgeBox& box, const EdgeStart& start, double d, const std::vector<Film>& films,
           const std::vector<bool>& falls) {
  constexpr double seconds = 0.8;
  const double apart = 2.0 * box.size.y();
  std::vector<record::Shape> shapes;
  for (std::size_t i = 0; i < films.size(); ++i) {
    EdgeEnd end = let_go(box, start, d, films[i].contact, seconds);
    result.checks.push_back(
        equal(title + ", " + films[i].name + ": falls", "1", falls[i] ? 1.0 : 0.0, end.falls ? 1.0 : 0.0, 0.0));
    std::vector<sim::BodyRecord>& bodies = end.recording.bodies;
    std::erase_if(bodies, [](const sim::BodyRecord& body) { return body.body == 0; });
    for (Vec<3>& position : bodies.front().position) position.y() += static_cast<double>(i) * apart;
    for (record::Shape& shape :
         filmed(result, name + "_" + std::to_string(i), end.recording, films[i].colour, films[i].name))
      shapes.push_back(std::move(shape));
  }
  const double width = apart * static_cast<double>(films.size());
  shapes.push_back(lcp::still_boxes(
      result, name + "_table", "The table, as drawn",
      {{{table_side, width, table_side}, {-0.5 * table_side, 0.5 * (width - apart), -0.5 * table_side}}}, Colour::grey,
      "table", 0.5));
  result.scenes.push_back(lcp::scene_of("scene_" + name, title, caption, std::move(shapes)));
}

void scenes(Result& result, const Progress& progress) {
  Stages stages(progress, 3.0);
  const EdgeStart deep{.gap = -0.01};
  for (const double push_out : {unlimited, limited}) {
    std::vector<Film> films;
    for (const std::size_t k : {0U, 1U, 4U, 5U})
      films.push_back({kinds[k].name, kinds[k].colour, contact_of(kinds[k], push_out)});
    const bool is_limited = push_out == limited;
    scene(result, is_limited ? "deep_limited" : "deep",
          std::string("Found 10 mm deep, d = −18 mm, push-out ") + (is_limited ? "≤ 0.2 m/s" : "not limited"),
          is_limited ? "The same with boxes that leave the table at no more than 0.2 m/s: all stay, as they should."
                     : "The box should stay. With the paper's normal it is thrown up and sideways, because the overlap "
                       "has sides, and falls; with the other three it stays, which is right.",
          {}, deep, -0.018, films, {!is_limited, false, false, false});
    stages.next(1.0)(1.0);
  }
  std::vector<Film> films;
  for (const double penalty : {1e-4, 1e-6}) {
    const std::string lambda = penalty == 1e-4 ? ", λ = 1e-4" : ", λ = 1e-6";
    films.push_back({"paper's normal" + lambda, penalty == 1e-4 ? Colour::red : Colour::purple,
                     paper_contact(VolumeNormal::face_sum, penalty)});
    films.push_back({"faded normal" + lambda, penalty == 1e-4 ? Colour::yellow : Colour::cyan,
                     paper_contact(VolumeNormal::faded, penalty)});
  }
  films.push_back({"points", Colour::ink, {}});
  films.push_back({"bristles", Colour::blue, sim::Volume{}});
  scene(
      result, "drop", "A box of 1 kg dropped 20 mm, d = −4 mm",
      "30 mm across the edge, inertia 0.01 kg m². Staying is right. With the paper's λ and k as impulses it falls with "
      "either normal; with λ = 1e-6, points or bristles it stays.",
      {{0.03, 0.08, 0.07}, 1.0, 0.01}, {.gap = 0.02}, -0.004, films, {true, true, false, false, false, false});
  stages.next(1.0)(1.0);
}

Result run(const Progress& progress) {
  Result result;
  Stages stages(progress, 16.0);
  map(result, stages.next(10.0));
  placed(result, stages.next(2.0));
  penalties(result, stages.next(3.0));
  scenes(result, stages.next(1.0));
  result.parameters = {{"mu_s", edge_mu_s},
                       {"mu_k", edge_mu_k},
                       {"h", 1e3 * millisecond, "ms"},
                       {"cube, side", cube_side, "m"},
                       {"cube, mass", cube_mass, "kg"},
                       {"table, side", table_side, "m"},
                       {"recovery", sim::Volume{}.recovery},
                       {"sides", static_cast<double>(sim::Volume{}.sides)},
                       {"falls: leans by", fallen_lean, "rad"}};
  stages.finish();
  return result;
}

}  // namespace
}  // namespace oblique_normal_experiment

Experiment oblique_normal() {
  return {.name = "volume-oblique-normal",
          .paper = "Wakisaka2017",
          .figure = "Figs. 7 and 8, the direction of the force",
          .summary = "a box over an edge, placed, dropped, leaning and found deep: who lets it fall, and why",
          .run = &oblique_normal_experiment::run,
          .is_long = true};
}

}  // namespace stickslip::experiments::volume
