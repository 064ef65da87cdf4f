#include "run.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include "stickslip/core/error.hpp"
#include "stickslip/record/atomic_file.hpp"
#include "stickslip/record/hdf5.hpp"
#include "stickslip/record/input_file.hpp"
#include "stickslip/record/result_folder.hpp"
#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/run.hpp"
#include "stickslip/scene/scene_schema.hpp"
#include "stickslip/scene/shipped.hpp"
#include "stickslip/scene/utf8.hpp"

#include "interrupt.hpp"
#include "progress_line.hpp"
#include "report.hpp"
#include "standard_streams.hpp"

namespace stickslip::cli {

namespace {

using scene::SceneDescription;
using scene::SceneRun;

SceneDescription read_scene(const std::string& name, const std::vector<scene::Override>& overrides) {
  return scene::is_shipped_name(name) ? scene::read_shipped(name, overrides) : SceneDescription::read(name, overrides);
}

std::vector<scene::Override> changes_of(const RunOptions& options) {
  std::vector<scene::Override> changes;
  for (const std::string& text : options.changes) changes.push_back(scene::override_from(text));
  if (options.dt) changes.push_back({"run.dt", stickslip::to_text(*options.dt)});
  if (options.until) changes.push_back({"run.until", stickslip::to_text(*options.until)});
  return changes;
}

constexpr std::size_t most_lines = 4;  // of bodies in the summary

double degrees(double angle) {
  return angle * 180.0 / std::numbers::pi;
}

// Lengths [m], speeds [m/s], angles [rad] and forces [N] below this are rounding, and shown as none.
double floored(double value) {
  constexpr double least = 1e-9;
  return std::abs(value) < least ? 0.0 : value;
}

// Turns that are mentioned [rad, rad/s].
constexpr double least_turn = 1e-6;

// What a summary says of a body, and how far it went at most [m].
struct BodyLine {
  double way;
  std::string text;
};

std::vector<BodyLine> lines_of(const scene::PlanarRun& run) {
  std::vector<BodyLine> lines;
  for (const scene::PlanarTrack& track : run.tracks) {
    const sim::Trajectory& path = track.trajectory;
    const Pose2 from = path.pose.front(), to = path.pose.back();
    double way = 0.0, most = 0.0, when = 0.0;
    for (std::size_t k = 0; k < path.t.size(); ++k) {
      way = std::max(way, std::hypot(path.pose[k].x - from.x, path.pose[k].y - from.y));
      const double force = std::hypot(path.wrench[k][0], path.wrench[k][1]);
      if (force > most) when = path.t[k];
      most = std::max(most, force);
    }
    lines.push_back(
        {way, fmt::format("{}: moved by ({:.4g}, {:.4g}) mm, turned by {:.4g} deg; friction of up to {:.4g} N, "
                          "at {:.4g} s",
                          track.body, 1e3 * floored(to.x - from.x), 1e3 * floored(to.y - from.y),
                          degrees(floored(to.theta - from.theta)), floored(most), when)});
  }
  return lines;
}

std::vector<BodyLine> lines_of(const scene::RigidRun& run, const std::vector<scene::SceneBody>& bodies) {
  std::vector<BodyLine> lines;
  for (const sim::BodyRecord& body : run.recording.bodies) {
    const auto i = static_cast<std::size_t>(body.body);
    const bool moves =
        !bodies[i].plane && !(body.velocity.back().isZero(0.0) && body.angular_velocity.back().isZero(0.0));
    if (!(bodies[i].description.mass > 0.0) && !bodies[i].velocity && !moves) continue;
    const double radius = run.recording.model[body.body].radius;
    double most = 0.0, turn = 0.0;
    for (std::size_t k = 0; k < body.position.size(); ++k) {
      // A quaternion and its opposite are the same orientation.
      turn = std::min(norm(Vec<4>(body.orientation[k] - body.orientation.front())),
                      norm(Vec<4>(body.orientation[k] + body.orientation.front())));
      most = std::max(most, norm(Vec<3>(body.position[k] - body.position.front())) + 2.0 * radius * turn);
    }
    const Vec<3> p = body.position.back();
    std::string text =
        fmt::format("{}: at ({:.5g}, {:.5g}, {:.5g}) m, {:.3g} m from where it was, moving at {:.3g} m/s",
                    bodies[i].name, floored(p[0]), floored(p[1]), floored(p[2]),
                    floored(norm(Vec<3>(p - body.position.front()))), floored(norm(body.velocity.back())));
    // A chord of the unit sphere of quaternions, of half the angle.
    const double angle = floored(4.0 * std::asin(std::min(1.0, 0.5 * turn)));
    const double rate = floored(norm(body.angular_velocity.back()));
    if (angle > least_turn || rate > least_turn)
      text += fmt::format(", {:.3g} rad from its first orientation, turning at {:.3g} rad/s", angle, rate);
    lines.push_back({most, std::move(text)});
  }
  return lines;
}

// Those that moved most.
std::string lines_of(std::vector<BodyLine> all) {
  std::stable_sort(all.begin(), all.end(),
                   [](const BodyLine& a, const BodyLine& b) { return floored(a.way) > floored(b.way); });
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), most_lines); ++i) text += "  " + all[i].text + "\n";
  if (all.size() > most_lines) text += fmt::format("  and {} more, which moved less\n", all.size() - most_lines);
  return text;
}

std::string contact_line(const scene::ContactExtremes& of, const std::vector<scene::SceneBody>& bodies) {
  if (of.force.a < 0) return "";
  // What rests or slides on the ground comes first.
  const auto pair = [&](const scene::ContactExtremes::Most& most) {
    const scene::SceneBody* first = &bodies[static_cast<std::size_t>(most.a)];
    const scene::SceneBody* second = &bodies[static_cast<std::size_t>(most.b)];
    if (first->description.mass == 0.0) std::swap(first, second);
    return fmt::format("{} on {}", first->name, second->name);
  };
  std::string text = fmt::format("  contacts: at the end {} stick and {} slide; largest force {:.4g} N, {} at {:.4g} s",
                                 of.sticking, of.sliding, of.force.value, pair(of.force), of.force.t);
  if (of.slid.a < 0) return text + "; none slid\n";
  return text + fmt::format("; fastest slip {:.3g} m/s, {} at {:.4g} s; slid farthest {:.3g} m, {} until {:.4g} s\n",
                            of.slip.value, pair(of.slip), of.slip.t, floored(of.slid.value), pair(of.slid), of.slid.t);
}

// What moved, and what touched.
std::string motion_lines(const SceneRun& run) {
  if (const auto* planar = std::get_if<scene::PlanarRun>(&run.records())) return lines_of(lines_of(*planar));
  if (const auto* rigid = std::get_if<scene::RigidRun>(&run.records())) {
    const auto& bodies = std::get<scene::RigidScene>(run.scene().model()).bodies;
    return lines_of(lines_of(*rigid, bodies)) + contact_line(rigid->extremes, bodies);
  }
  const auto& point = std::get<scene::PointRun>(run.records());
  std::string text;
  for (std::size_t i = 0; i < point.force.size(); ++i) {
    const auto [low, high] = std::minmax_element(point.force[i].begin(), point.force[i].end());
    text += fmt::format("  f{}: {:.4g} N to {:.4g} N\n", "xyz"[i], floored(*low), floored(*high));
  }
  return text;
}

std::string summary(const SceneRun& run) {
  const std::string title = run.scene().title().empty() ? "" : ": " + scene::printable(run.scene().title());
  std::string text = run.scene().name() + title + "\n";
  text += fmt::format("  {:.6g} s in {} steps, computed in {:.3g} s: {}\n", run.t().back(), run.steps(), run.seconds(),
                      name_of(run.status()));
  text += motion_lines(run);
  if (const auto* rigid = std::get_if<scene::RigidRun>(&run.records())) {
    for (const std::string& line : rigid->fitted_lines(std::get<scene::RigidScene>(run.scene().model())))
      text += "  " + line + "\n";
    for (const std::string& hint : rigid->hints) text += "  hint: " + hint + "\n";
  }
  text += "  energy: " + run.energy().summary() + "\n";
  if (run.ended_early())
    text += fmt::format("  ended early, at {:.6g} s of {} s: the motion is not finite\n", run.t().back(), run.until());
  if (run.status() != SolveStatus::converged && !run.ended_early()) {
    text += fmt::format("  some steps did not converge ({}): series 'solver' tells which; a shorter dt may help\n",
                        name_of(run.status()));
  }
  return text;
}

// Every mistake on a line of its own that begins with its place, where editors look for it; none where the scene is good.
std::optional<SceneDescription> read_or_complain(const std::string& name,
                                                 const std::vector<scene::Override>& overrides) {
  try {
    return read_scene(name, overrides);
  } catch (const scene::SceneError& error) {
    complain(std::string(error.what()) + "\n");
    return {};
  } catch (const std::filesystem::filesystem_error& error) {
    if (error.code() != std::errc::no_such_file_or_directory || error.path1() != name) throw;
    complain(
        fmt::format("stickslip: there is no scene file '{}'; 'stickslip scenes' lists the scenes that ship\n", name));
    return {};
  }
}

// None where a signal ended it.
std::optional<SceneRun> run_unless_interrupted(const SceneDescription& description, ProgressLine& line) {
  try {
    return scene::run(description, [&](double share) {
      throw_if_interrupted();
      line.show(description.name(), share);
    });
  } catch (const Interrupted&) {
    return {};
  }
}

// What an earlier run wrote into the folder, so that files of two runs do not stand side by side: those that its result.h5 lists.
void remove_result(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / record::result_file;
  if (!std::filesystem::is_regular_file(file)) return;
  std::vector<std::string> names = {"checks.csv", "report.html"};
  try {
    for (const record::Series& series : record::read_hdf5(file).series) names.push_back(series.name() + ".csv");
  } catch (const ParseError&) {
    return;  // not written by a run: it is replaced, the rest is left alone
  }
  for (const std::string& name : names) std::filesystem::remove(folder / name);
  std::filesystem::remove(file);  // last: until then it tells what there is to remove
}

}  // namespace

int run(const RunOptions& options) {
  const std::optional<SceneDescription> read = read_or_complain(options.scene, changes_of(options));
  if (!read) return 2;
  const SceneDescription& description = *read;
  const std::filesystem::path out =
      options.out.empty() ? std::filesystem::path("results") / description.name() : options.out;
  // Before the work, so that it is not done in vain.
  require_showable(out / "report.html", options.plots);
  const bool is_new = !std::filesystem::exists(out);
  make_folder(out);
  ProgressLine line(!options.quiet);
  const std::optional<SceneRun> finished = run_unless_interrupted(description, line);
  line.clear();
  if (!finished) {
    std::error_code ignored;
    if (is_new) std::filesystem::remove(out, ignored);  // an empty folder tells nothing
    complain("stickslip: interrupted; nothing was written\n");
    return interrupted_exit_code();
  }
  const SceneRun& ran = *finished;
  const record::Result result = ran.result();
  remove_result(out);
  record::write_result(result, out, [](double /*share*/) { throw_if_interrupted(); });
  const Shown shown = show({result}, {out}, out / "report.html", options.plots, line);
  if (!options.quiet) print(fmt::format("{}Series and result.h5: {}\n{}", summary(ran), out.string(), to_text(shown)));
  return ran.status() == SolveStatus::converged && !ran.fails() ? 0 : 1;
}

int validate(const std::string& file) {
  const std::optional<SceneDescription> scene = read_or_complain(file, {});
  if (!scene) return 2;
  print(fmt::format("{}: a good {} scene\n", file, name_of(scene::kind_of(scene->node()))));
  return 0;
}

int list_scenes() {
  std::size_t width = 0;
  for (const scene::ShippedScene& one : scene::shipped_scenes()) width = std::max(width, one.name.size());
  for (const scene::ShippedScene& one : scene::shipped_scenes())
    print(fmt::format("{:<{}}  {}\n", one.name, width, one.title));
  return 0;
}

int show_scene(const ScenesOptions& options) {
  print(scene::shipped_scene(options.name).text);
  return 0;
}

int copy_scene(const ScenesOptions& options) {
  const scene::ShippedScene& shipped = scene::shipped_scene(options.name);
  const std::filesystem::path folder = options.folder;
  make_folder(folder, "DIR");
  const auto refuse_other = [&](const std::string& name, std::string_view text) {
    const std::filesystem::path path = folder / name;
    const bool is_other = std::filesystem::exists(path) && (!std::filesystem::is_regular_file(path) ||
                                                            record::InputFile(path).read(text.size() + 1) != text);
    if (is_other) throw InvalidArgument("\"" + path.string() + "\" is there already, with another content");
  };
  for (const std::string& name : shipped.files) refuse_other(name, scene::shipped_file(name));
  refuse_other(shipped.name + ".yaml", shipped.text);
  const auto write = [&](const std::string& name, std::string_view text) {
    record::AtomicFile file(folder / name);
    file.stream() << text;
    file.commit();
    print((folder / name).string() + "\n");
  };
  for (const std::string& name : shipped.files) write(name, scene::shipped_file(name));
  write(shipped.name + ".yaml", shipped.text);
  return 0;
}

int show_reference() {
  print(scene::reference_page());
  return 0;
}

int show_schema() {
  print(scene::json_schema());
  return 0;
}

}  // namespace stickslip::cli
