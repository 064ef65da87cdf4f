#include "stickslip/sweep/output.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/hertz_contact.hpp"
#include "stickslip/patch/limit_surface.hpp"
#include "stickslip/patch/pressure.hpp"
#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/utf8.hpp"
#include "stickslip/sweep/outcome.hpp"
#include "stickslip/sweep/statistics/quantile.hpp"

namespace stickslip::sweep {

namespace {

using scene::SceneRun;

constexpr double rest_speed = 1e-6, rest_spin = 1e-5;  // [m/s], [rad/s]

double time_mean(const std::vector<double>& t, const std::vector<double>& values) {
  const std::size_t count = std::min(t.size(), values.size());
  if (count < 2 || !(t[count - 1] > t[0])) return values.front();
  double sum = 0.0;
  for (std::size_t i = 1; i < count; ++i) sum += 0.5 * (values[i - 1] + values[i]) * (t[i] - t[i - 1]);
  return sum / (t[count - 1] - t[0]);
}

const scene::PlanarScene& planar_scene(const SceneRun& run) {
  return std::get<scene::PlanarScene>(run.scene().model());
}

const std::vector<scene::PlanarTrack>& tracks(const SceneRun& run) {
  return std::get<scene::PlanarRun>(run.records()).tracks;
}

// Of the i-th track.
const scene::PlanarSceneBody& body_of(const SceneRun& run, std::size_t i) {
  return planar_scene(run).bodies[planar_scene(run).record.place_of(i)];
}

// The pressure of a contact over its records, which may follow the normal force. Made anew only where that changes.
class PressureOverTime {
 public:
  explicit PressureOverTime(const scene::PlanarContact& contact) : contact_(contact) {}

  // Whether it is another than the one before.
  bool set(double fn) {
    const auto* const hertz = std::get_if<patch::HertzContact>(&contact_.pressure);
    if (now_ && (hertz == nullptr || fn == fn_)) return false;
    fn_ = fn;
    if (hertz == nullptr) {
      now_ = std::get<patch::Pressure>(contact_.pressure);
    } else {
      const patch::HertzContact::Shape shape = hertz->at(fn);
      now_ = patch::Pressure::hertz(shape.radius, shape.exponent);
    }
    return true;
  }
  const patch::Pressure& operator*() const { return *now_; }

 private:
  const scene::PlanarContact& contact_;
  double fn_ = 0.0;
  std::optional<patch::Pressure> now_;
};

double slip(const SceneRun& run) {
  double most = 0.0;
  for (std::size_t i = 0; i < tracks(run).size(); ++i) {
    const scene::PlanarContact& contact = body_of(run, i).contact;
    const sim::Trajectory& path = tracks(run)[i].trajectory;
    const Pose2& start = path.pose.front();
    PressureOverTime pressure(contact);
    pressure.set(path.normal_force.front());
    const Vec<2> cop = (*pressure).cop();
    // That point of the body, in its axes.
    const Vec<2> p_B = contact.options.frame == sim::Frame::body ? cop : start.inverse().point(cop);
    for (std::size_t k = 0; k < path.t.size(); ++k) {
      pressure.set(path.normal_force[k]);
      const Vec<2> way = path.pose[k].point(p_B) - start.point(p_B);
      const double turn = (*pressure).r() * (path.pose[k].theta - start.theta);
      most = std::max(most, std::sqrt(way.squaredNorm() + turn * turn));
    }
  }
  return most;
}

double margin(const SceneRun& run) {
  double most_gauge = -1.0;
  for (std::size_t i = 0; i < tracks(run).size(); ++i) {
    const scene::PlanarContact& contact = body_of(run, i).contact;
    const double mu = std::visit([](const auto& law) { return law.parameters().mu_c; }, contact.law);
    const sim::Trajectory& path = tracks(run)[i].trajectory;
    PressureOverTime pressure(contact);
    std::optional<patch::LimitSurface> surface;
    for (std::size_t k = 0; k < path.t.size(); ++k) {
      const double bound = mu * path.normal_force[k];
      if (!(bound > 0.0)) continue;
      if (pressure.set(path.normal_force[k])) {
        surface = contact.options.surface == scene::PatchSurface::ellipsoid ? patch::LimitSurface::ellipsoid(*pressure)
                                                                            : patch::LimitSurface(*pressure);
      }
      Wrench2 wrench = path.wrench[k] / bound;
      if (contact.options.frame == sim::Frame::body) {
        wrench.head<2>() = Pose2{0.0, 0.0, -path.pose[k].theta}.vector(wrench.head<2>());
      }
      const Vec<2>& cop = surface->cop();
      wrench[2] -= cop[0] * wrench[1] - cop[1] * wrench[0];
      most_gauge = std::max(most_gauge, wrench.isZero(0.0) ? 0.0 : surface->gauge(wrench));
    }
  }
  return most_gauge < 0.0 ? not_a_number : 1.0 - most_gauge;
}

// The time of the record after the last at which something moved.
double rest_of(const std::vector<double>& t, const std::function<bool(std::size_t)>& moves_at) {
  for (std::size_t k = t.size(); k-- > 0;) {
    if (moves_at(k)) return k + 1 < t.size() ? t[k + 1] : Range::infinity;
  }
  return t.front();
}

double time_to_rest(const SceneRun& run) {
  double latest = run.t().front();
  if (const auto* rigid = std::get_if<scene::RigidRun>(&run.records())) {
    const auto& bodies = std::get<scene::RigidScene>(run.scene().model()).bodies;
    for (const sim::BodyRecord& body : rigid->recording.bodies) {
      const scene::SceneBody& described = bodies[static_cast<std::size_t>(body.body)];
      if (described.plane || !(described.description.mass > 0.0)) continue;
      latest = std::max(latest, rest_of(run.t(), [&](std::size_t k) {
                          return norm(body.velocity[k]) >= rest_speed || norm(body.angular_velocity[k]) >= rest_spin;
                        }));
    }
    return latest;
  }
  for (std::size_t i = 0; i < tracks(run).size(); ++i) {
    if (body_of(run, i).motion) continue;
    const sim::Trajectory& path = tracks(run)[i].trajectory;
    latest = std::max(latest, rest_of(path.t, [&](std::size_t k) {
                        const Twist2& twist = path.twist[k];
                        return std::hypot(twist[0], twist[1]) >= rest_speed || std::abs(twist[2]) >= rest_spin;
                      }));
  }
  return latest;
}

// Of centres of mass, where a turn about the grip is seen, too.
double end_speed(const SceneRun& run) {
  double fastest = 0.0;
  if (const auto* rigid = std::get_if<scene::RigidRun>(&run.records())) {
    for (const sim::BodyRecord& body : rigid->recording.bodies) fastest = std::max(fastest, norm(body.velocity.back()));
    return fastest;
  }
  for (const scene::PlanarTrack& track : tracks(run)) {
    const Twist2& twist = track.trajectory.twist.back();
    fastest = std::max(fastest, std::hypot(twist[0], twist[1]));
  }
  return fastest;
}

void add_end_pose(const SceneRun& run, std::vector<double>& numbers) {
  if (const auto* rigid = std::get_if<scene::RigidRun>(&run.records())) {
    const auto& bodies = std::get<scene::RigidScene>(run.scene().model()).bodies;
    for (const sim::BodyRecord& body : rigid->recording.bodies) {
      if (bodies[static_cast<std::size_t>(body.body)].plane) continue;
      for (const double x : body.position.back()) numbers.push_back(x);
      for (const double x : body.orientation.back()) numbers.push_back(x);
    }
    return;
  }
  for (const scene::PlanarTrack& track : tracks(run)) {
    for (const double x : track.trajectory.pose.back().coordinates()) numbers.push_back(x);
  }
}

std::vector<OutputColumn> pose_columns(const std::string& name, const scene::SceneDescription& scene) {
  std::vector<OutputColumn> columns;
  const auto add = [&](const std::string& body, std::initializer_list<std::pair<const char*, const char*>> axes) {
    for (const auto& [axis, unit] : axes) {
      std::string column = name + ".";
      columns.push_back({column.append(body).append(".").append(axis), unit});
    }
  };
  if (const auto* planar = std::get_if<scene::PlanarScene>(&scene.model())) {
    for (std::size_t i = 0; i < planar->bodies.size(); ++i) {
      if (!planar->record.keeps(static_cast<int>(i))) continue;
      add(planar->bodies[i].name, {{"x", "m"}, {"y", "m"}, {"theta", "rad"}});
    }
    return columns;
  }
  const auto& rigid = std::get<scene::RigidScene>(scene.model());
  for (std::size_t i = 0; i < rigid.bodies.size(); ++i) {
    if (rigid.bodies[i].plane || !rigid.record.keeps(static_cast<int>(i))) continue;
    add(rigid.bodies[i].name, {{"x", "m"}, {"y", "m"}, {"z", "m"}, {"qw", "1"}, {"qx", "1"}, {"qy", "1"}, {"qz", "1"}});
  }
  return columns;
}

auto as_number(double (*measure)(const SceneRun&)) {
  return [measure](const SceneRun& run, std::vector<double>& numbers) { numbers.push_back(measure(run)); };
}

}  // namespace

std::size_t place_of(const std::string& name, const std::vector<OutputColumn>& outputs) {
  std::vector<std::string> known;
  known.reserve(outputs.size());
  for (const OutputColumn& output : outputs) known.push_back(output.name);
  const auto found = std::find(known.begin(), known.end(), name);
  if (found == known.end()) {
    throw InvalidArgument("there is no output '" + scene::excerpt(name) + "'" + scene::suggestion(name, known));
  }
  return static_cast<std::size_t>(found - known.begin());
}

double reduced(Reduction reduction, const std::vector<double>& t, const std::vector<double>& values, double q) {
  if (values.empty() || std::any_of(values.begin(), values.end(), [](double x) { return std::isnan(x); })) {
    return not_a_number;
  }
  switch (reduction) {
    case Reduction::last:
      return values.back();
    case Reduction::min:
      return *std::min_element(values.begin(), values.end());
    case Reduction::max:
      return *std::max_element(values.begin(), values.end());
    case Reduction::mean:
      return time_mean(t, values);
    case Reduction::quantile:
      return quantile(in_order(values), q);
  }
  return not_a_number;
}

Output::Output(std::string name, RunSeries series, Reduction reduction, double q) {
  columns_.push_back({std::move(name), series.unit});
  add_ = [values = std::move(series.values), reduction, q](const SceneRun& run, std::vector<double>& numbers) {
    numbers.push_back(reduced(reduction, run.t(), values(run), q));
  };
}

Output::Output(const std::string& name, Measure measure, const scene::SceneDescription& scene) {
  const bool is_planar = std::holds_alternative<scene::PlanarScene>(scene.model()),
             is_point = std::holds_alternative<scene::PointScene>(scene.model());
  const std::string word(name_of(measure));
  switch (measure) {
    case Measure::largest_slip:
    case Measure::least_margin:
      if (!is_planar) {
        throw InvalidArgument(word + " is that of planar scenes: " +
                              (is_point ? "the motion of a point is prescribed"
                                        : "runs of rigid bodies keep no places and normals of contacts"));
      }
      columns_.push_back({name, measure == Measure::largest_slip ? "m" : "1"});
      add_ = as_number(measure == Measure::largest_slip ? slip : margin);
      return;
    case Measure::end_pose:
      if (is_point) throw InvalidArgument("end_pose says nothing of a point: its motion is prescribed");
      columns_ = pose_columns(name, scene);
      add_ = add_end_pose;
      return;
    case Measure::end_speed:
      if (is_point) throw InvalidArgument("end_speed says nothing of a point: its motion is prescribed");
      columns_.push_back({name, "m/s"});
      add_ = as_number(end_speed);
      return;
    case Measure::dissipated:
      columns_.push_back({name, "J"});
      add_ = as_number([](const SceneRun& run) { return run.energy().dissipated.back(); });
      return;
    case Measure::time_to_rest:
      if (is_point) throw InvalidArgument("time_to_rest says nothing of a point: its motion is prescribed");
      columns_.push_back({name, "s"});
      add_ = as_number(time_to_rest);
      return;
  }
}

void Output::add(const scene::SceneRun& run, std::vector<double>& numbers) const {
  add_(run, numbers);
}

}  // namespace stickslip::sweep
