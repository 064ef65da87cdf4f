// An arm picks a box up, carries it, and lets it go over the edge of a cube. [Wakisaka 2017] sees it fall with contact volumes and stay
// with points. Here with the paper's numbers and with others, with its normal and with the faded one, with points and with bristles.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/lcp/pictures.hpp"
#include "experiments/stages.hpp"
#include "experiments/volume/gripper.hpp"
#include "experiments/volume/parts.hpp"
#include "experiments/volume/pick.hpp"
#include "experiments/volume/volume.hpp"

namespace stickslip::experiments::volume {

namespace arm_pick_place_experiment {
namespace {

using record::Colour;
using record::Dash;
using record::MarkKind;
using sim::VolumeFriction;
using sim::VolumeNormal;

// Where all models are compared.
constexpr std::array compared = {Release{-4e-3, 20e-3}, Release{-6e-3, 20e-3}};
constexpr std::array heights = {20e-3, 1e-3};  // [m]
constexpr double in_row = 0.1;                 // between boxes that are shown side by side [m]

struct Kind {
  std::string name;
  std::string key;
  Contact contact;
  Colour colour;
  Dash dash = Dash::solid;
  bool is_early = false;             // falls too early where the paper's box was let go
  std::optional<double> creep = {};  // at most, held still [m/s]; where it is to hold

  bool is_fitted() const { return contact && contact->is_fitted(); }
};

// The paper's numbers: f an impulse, λ its penalty, k = 1/h.
Contact by_penalty(VolumeNormal normal, double penalty) {
  return sim::Volume{.friction = VolumeFriction::p_gon,
                     .push_out = std::numeric_limits<double>::infinity(),
                     .normal = normal,
                     .impulse_penalty = penalty,
                     .recovery = 1.0};
}
Contact scaled(VolumeNormal normal) {
  return sim::Volume{.friction = VolumeFriction::p_gon, .normal = normal, .regularisation = 1e-8};
}

std::vector<Kind> all_kinds() {
  using enum VolumeNormal;
  return {
      {"paper's λ = 1e-4, paper's normal", "paper", by_penalty(face_sum, 1e-4), Colour::red, Dash::solid, true},
      {"paper's λ = 1e-4, faded normal", "paper_faded", by_penalty(faded, 1e-4), Colour::yellow, Dash::dashed, true},
      {"λ = 1e-6, paper's normal", "small", by_penalty(face_sum, 1e-6), Colour::purple},
      {"λ = 1e-6, faded normal", "small_faded", by_penalty(faded, 1e-6), Colour::cyan, Dash::dashed},
      {"λ̂ = 1e-8, paper's normal", "scaled", scaled(face_sum), Colour::green, Dash::solid, false, 1e-9},
      {"λ̂ = 1e-8, faded normal", "scaled_faded", scaled(faded), Colour::grey, Dash::dashed, false, 1e-9},
      {"points", "points", {}, Colour::ink, Dash::dotted},
      {"bristles", "bristles", sim::Volume{}, Colour::blue, Dash::dotted, false, 1e-12}};
}
bool is_of_the_paper(const Kind& kind) {
  return kind.contact && kind.contact->impulse_penalty;
}

struct Released {
  double d;  // when fingers opened [m]
  bool falls;
  double after;  // if it falls: since then [s]
  double lean;   // when fingers opened [rad]
  double tracking;
  int unsolved;
};

// `leans`: gets time since the release and lean. `watched`: at least so long [s].
Released let_go(Pick& pick, const Release& release, double watched, record::Series* leans) {
  constexpr double longest = 3.0;
  pick.run(release, pick_opens);
  const double d = pick.d(), lean = lean_of(pick.box().orientation);
  Watch watch(0.07, pick_top, pick_opens);
  bool is_decided = false;
  for (int i = 1; pick.time() - pick_opens < (is_decided ? watched : longest) - 0.5 * millisecond; ++i) {
    pick.run(release, pick_opens + i * millisecond);
    is_decided = is_decided || watch.is_decided(pick.box(), pick.time());
    if (leans != nullptr && i % 5 == 0) leans->append({i * millisecond, lean_of(pick.box().orientation)});
  }
  return {d, watch.falls(), watch.falls() ? watch.when() - pick_opens : 0.0, lean, pick.tracking(), pick.unsolved()};
}

std::string in_mm(double metres) {
  const std::string text = to_text(std::abs(1e3 * metres));
  return (metres < 0.0 ? "−" : "+") + text + " mm";
}

class Experiments {
 public:
  Experiments(Result& result, Extent extent) : result_(result), is_full_(extent == Extent::full) {}

  void add(const Kind& kind, const Progress& progress) {
    Stages stages(progress, 4.0);
    const bool is_filmed = kind.key == "paper" || kind.key == "points";
    Pick pick(kind.contact);
    if (is_filmed) pick.film(0.02);
    pick.run({}, pick_lifted);
    stages.next(1.0)(1.0);
    if (kind.creep || !kind.contact) hold(kind, pick);
    stages.next(1.0)(1.0);
    pick.run({}, pick_swung);
    stages.next(1.0)(1.0);
    for (const Release& release : compared) compare(kind, pick, release, is_filmed);
    if (!is_of_the_paper(kind)) {
      for (const double height : heights) {
        for (const double d :
             is_full_ ? std::vector{-8e-3, -4e-3, -2e-3, 2e-3, 4e-3, 8e-3} : std::vector{-2e-3, 2e-3}) {
          if (d == compared.front().d && height == compared.front().height) continue;
          release_at(kind, Pick(pick), {d, height}, d > 0.0);
        }
      }
    }
    stages.next(1.0)(1.0);
  }

  void finish() {
    result_.checks.push_back(at_most("the wrist is off its path by", "mm", 2.0, 1e3 * tracking_));
    check_solved(result_, "points and bristles, all releases", unsolved_);
    result_.series.push_back(std::move(releases_));
    result_.tables.push_back({"Where the box was let go, and whether it fell", "releases", rows_});
    result_.series.push_back(std::move(creeps_));
    result_.tables.push_back({"Held still with 40 N: creep", "creep", held_});
    result_.figures.push_back(
        {"leans", "A box let go 20 mm above the edge",
         "How far it leans after the fingers begin to open. Its centre of mass is above the cube. With the paper's λ "
         "and k as "
         "impulses it falls with either normal, so the direction of the force is not the cause; with a hundredth of λ "
         "it stays with either. λ lets the box turn in the fingers by some milliradians, too (table): it then lands on "
         "its "
         "inner edge and is thrown outward. What λ alone does is seen where boxes are dropped flat: there staying is "
         "right.",
         panels_});
    result_.scenes.push_back(lcp::scene_of(
        "scene_arms", "Pick and place with the paper's numbers, and with points",
        "The box is let go 20 mm above the edge with its centre of mass 4 mm inside, and should stay. With contact "
        "volumes and the paper's λ and k as impulses it falls, with points it stays.",
        std::move(arms_)));
    const double width = in_row * shown_;
    boxes_.push_back(lcp::still_boxes(
        result_, "row", "Cubes in a row, as drawn",
        {{{table_side, width, 0.1}, {0.0, 0.7 + 0.5 * (width - in_row), pick_top - 0.05}}}, Colour::grey, "cube", 0.5));
    result_.scenes.push_back(lcp::scene_of(
        "scene_release", "A release 20 mm above the edge with eight models, d = −6 mm",
        "Boxes from just before the release on, side by side. Those that stay are right.", std::move(boxes_)));
  }

 private:
  void count(const Kind& kind, const Released& released) {
    tracking_ = std::max(tracking_, released.tracking);
    if (!kind.is_fitted()) unsolved_ += released.unsolved;
  }

  void note(const Kind& kind, const Release& release, const Released& released, bool should_fall) {
    const std::string name = kind.name + ", d = " + in_mm(release.d) + ", " + to_text(1e3 * release.height) + " mm up";
    releases_.append({1e3 * release.d, 1e3 * released.d, 1e3 * released.lean, released.falls ? 1.0 : 0.0,
                      1e3 * released.after, static_cast<double>(released.unsolved)});
    rows_.push_back(name);
    result_.checks.push_back(equal(name + ": falls", "1", should_fall ? 1.0 : 0.0, released.falls ? 1.0 : 0.0, 0.0));
  }

  void release_at(const Kind& kind, Pick pick, const Release& release, bool should_fall) {
    const Released released = let_go(pick, release, 0.0, nullptr);
    count(kind, released);
    note(kind, release, released, should_fall);
  }

  void compare(const Kind& kind, const Pick& swung, const Release& release, bool is_filmed) {
    constexpr double seconds = 0.8;
    const bool is_first = &release == compared.data();
    record::Series leans("lean_" + kind.key + (is_first ? "_4" : "_6"), "Lean after the release, " + kind.name,
                         {{"t", "s"}, {"lean", "rad"}});
    Pick pick = swung;
    if (!is_filmed) {
      pick.run(release, pick_opens - 0.1);
      pick.film(0.02);
    }
    const Released released = let_go(pick, release, seconds, &leans);
    count(kind, released);
    note(kind, release, released, kind.is_early);
    panels_[is_first ? 0 : 1].marks.push_back(
        {MarkKind::line, leans.name(), {"t", "lean"}, kind.name, kind.colour, kind.dash});
    result_.series.push_back(std::move(leans));
    if (is_first && is_filmed) show_arm(kind, pick.recording(), pick);
    if (!is_first) show_box(kind, pick.recording(), pick);
  }

  // The whole arm, one beside the other.
  void show_arm(const Kind& kind, sim::Recording recording, const Pick& pick) {
    shift(recording, {kind.contact ? 0.0 : 1.3, 0.0, 0.0});
    const auto show = [&](const char* what, Colour colour, const std::string& label, const auto& is_shown) {
      sim::Recording part = recording;
      std::erase_if(part.bodies, [&](const sim::BodyRecord& body) { return !is_shown(body.body); });
      for (record::Shape& shape : filmed(result_, what + kind.key, part, colour, label))
        arms_.push_back(std::move(shape));
    };
    const int box = pick.box_number(), cube = pick.cube_number();
    show("arm_", kind.colour, kind.name, [&](int body) { return body != box && body != cube; });
    show("cube_", Colour::yellow, "", [&](int body) { return body == cube; });
    show("box_", Colour::green, "", [&](int body) { return body == box; });
  }

  // The box alone, from just before the release on, in a row along the edge.
  void show_box(const Kind& kind, sim::Recording recording, const Pick& pick) {
    std::erase_if(recording.bodies, [&](const sim::BodyRecord& body) { return body.body != pick.box_number(); });
    const double from = pick_opens - 0.1;
    const auto first = static_cast<std::ptrdiff_t>(std::lower_bound(recording.t.begin(), recording.t.end(), from) -
                                                   recording.t.begin());
    const auto cut = [&](auto& values) { values.erase(values.begin(), values.begin() + first); };
    for (sim::BodyRecord& body : recording.bodies) {
      cut(body.position);
      cut(body.orientation);
      cut(body.velocity);
      cut(body.angular_velocity);
    }
    cut(recording.t);
    const double start = recording.t.front();
    for (double& t : recording.t) t -= start;
    shift(recording, {0.0, in_row * shown_++, 0.0});
    for (record::Shape& shape : filmed(result_, "release_" + kind.key, recording, kind.colour, kind.name))
      boxes_.push_back(std::move(shape));
  }

  static void shift(sim::Recording& recording, const Vec<3>& by) {
    for (sim::BodyRecord& body : recording.bodies) {
      for (Vec<3>& position : body.position) position += by;
    }
  }

  void hold(const Kind& kind, Pick pick) {
    const double seconds = is_full_ ? 10.0 : 2.0;
    // Until the lift has died away.
    pick.hold(1.0);
    const Vec<3> before = pick.in_hand();
    pick.hold(seconds);
    const double creep = (pick.in_hand() - before).norm() / seconds;
    const double driven = grip(kind.contact, GripMotion::smooth, pick_grip, millisecond, seconds).creep;
    creeps_.append({creep, driven});
    held_.push_back(kind.name);
    if (!kind.creep) return;
    result_.checks.push_back(at_most(kind.name + ", held still by driven pads: creep", "m/s", *kind.creep, driven));
    result_.checks.push_back(at_most(kind.name + ", held still by the arm: creep", "m/s", *kind.creep, creep));
  }

  Result& result_;
  bool is_full_;
  double tracking_ = 0.0;
  int unsolved_ = 0, shown_ = 0;
  record::Series releases_{"releases",
                           "Releases",
                           {{"d commanded", "mm"},
                            {"d at release", "mm"},
                            {"lean at release", "mrad"},
                            {"falls", "1"},
                            {"after", "ms"},
                            {"steps not converged", "1"}}};
  record::Series creeps_{"creep", "Creep in the fingers", {{"in the arm's fingers", "m/s"}, {"in driven pads", "m/s"}}};
  std::vector<std::string> rows_, held_;
  std::vector<record::Panel> panels_{{"d = −4 mm", {"time since the release", "s"}, {"lean", "rad"}, {}},
                                     {"d = −6 mm", {"time since the release", "s"}, {"lean", "rad"}, {}}};
  std::vector<record::Shape> arms_, boxes_;
};

// Pads that are driven as told, without the arm: the least force is m (g + a)/2μ at the start of the lift.
void driven(Result& result, const std::vector<Kind>& kinds, const Progress& progress) {
  constexpr std::array forces = {12.5, 13.0};
  const double limit = least_grip(GripMotion::half_sine);
  result.checks.push_back(equal("driven gripper: least force by statics", "N", 12.77, limit, 0.005));
  record::Series table("driven", "How far the box moved in driven pads",
                       {{"force", "N"}, {"moved", "mm"}, {"steps not converged", "1"}});
  std::vector<std::string> rows;
  Stages stages(progress, static_cast<double>(kinds.size()));
  for (const Kind& kind : kinds) {
    const Progress done = stages.next(1.0);
    if (kind.creep) {
      for (const double force : forces) {
        const std::string name = kind.name + ", driven gripper, " + to_text(force) + " N";
        const Gripped gripped = grip(kind.contact, GripMotion::half_sine, force, millisecond, 0.0);
        // Far from falling, and far from what bristles give.
        constexpr double held = 0.1, dropped = 10.0;  // [mm]
        if (force > limit)
          result.checks.push_back(at_most(name + ": moves", "mm", held, 1e3 * gripped.moved));
        else
          result.checks.push_back(at_least(name + ": drops the box by", "mm", dropped, 1e3 * gripped.moved));
        if (!kind.is_fitted()) check_solved(result, name, gripped.unsolved);
        table.append({force, 1e3 * gripped.moved, static_cast<double>(gripped.unsolved)});
        rows.push_back(name);
      }
    }
    done(1.0);
  }
  result.series.push_back(std::move(table));
  result.tables.push_back({"A box lifted by driven pads, statics asks for 12.77 N", "driven", rows});
}

// The same box dropped by 20 mm at the edge, without the arm, leaning inward as it may when it is let go.
void leaning(Result& result) {
  const EdgeBox box{.size = {0.08, 0.03, 0.07}, .mass = 1.0};
  record::Series table("leaning", "Least d at which the box falls that is dropped 20 mm",
                       {{"leans inward by", "mrad"}, {"λ = 1e-4", "mm"}, {"λ = 1e-6", "mm"}, {"points", "mm"}});
  for (const double lean : {0.0, 2.0, 4.0}) {
    const EdgeStart start{.gap = 0.02, .orientation = turned(-1e-3 * lean, Vec<3>::UnitY())};
    const auto from = [&](const Contact& contact) {
      return 0.1 * std::round(1e4 * falls_from(box, start, 0.5e-3, -0.02, contact));
    };
    const double paper = from(by_penalty(VolumeNormal::faded, 1e-4)),
                 small = from(by_penalty(VolumeNormal::faded, 1e-6)), points = from({});
    table.append({lean, paper, small, points});
    if (lean > 0.0) continue;
    result.checks.push_back(
        at_most("dropped flat without the arm, λ = 1e-4: falls too early, from d", "mm", -4.0, paper));
    result.checks.push_back(at_least("dropped flat without the arm, λ = 1e-6: falls from d", "mm", 0.0, small));
    result.checks.push_back(at_least("dropped flat without the arm, points: falls from d", "mm", 0.0, points));
  }
  result.series.push_back(std::move(table));
  result.tables.push_back({"Least d at which the box falls that is dropped 20 mm without the arm", "leaning"});
}

Result run(const Progress& progress, Extent extent) {
  Result result;
  const std::vector<Kind> kinds = all_kinds();
  Stages stages(progress, static_cast<double>(kinds.size()) + 1.0);
  Experiments experiments(result, extent);
  for (const Kind& kind : kinds) experiments.add(kind, stages.next(1.0));
  experiments.finish();
  driven(result, kinds, stages.next(1.0));
  leaning(result);
  result.parameters = {{"h", 1e3 * millisecond, "ms"},
                       {"grip", pick_grip, "N"},
                       {"mu_s", edge_mu_s},
                       {"mu_k", edge_mu_k},
                       {"box, mass", 1.0, "kg"},
                       {"stiffness of hinges", 35e3, "N m/rad"},
                       {"damping of hinges", 220.0, "N m s/rad"},
                       {"stiffness of fingers", 17e3, "N/m"},
                       {"damping of fingers", 220.0, "N s/m"}};
  stages.finish();
  return result;
}

}  // namespace
}  // namespace arm_pick_place_experiment

Experiment arm_pick_place() {
  return {.name = "volume-arm-pick-place",
          .paper = "Wakisaka2017",
          .figure = "Figs. 7 and 8",
          .summary = "an arm picks a box up, carries it and lets it go over an edge; creep and least force of a grip",
          .run = &run_to<&arm_pick_place_experiment::run, Extent::reduced>,
          .is_long = true,
          .run_full = &run_to<&arm_pick_place_experiment::run, Extent::full>};
}

}  // namespace stickslip::experiments::volume
