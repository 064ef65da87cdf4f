#include "stickslip/solvers/test/contact_scene.hpp"

#include <filesystem>
#include <fstream>
#include <numbers>
#include <sstream>

#include <Eigen/Geometry>

namespace stickslip::solvers::test {

namespace {

std::filesystem::path folder() {
  return std::filesystem::path(STICKSLIP_SOURCE_FOLDER) / "tests" / "contact_scenes";
}

// The next numbers of a file, comments left out.
class Numbers {
 public:
  explicit Numbers(const std::filesystem::path& file) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
      if (!line.starts_with('#')) text_ << line << '\n';
    }
  }
  double next() {
    double value = std::nan("");
    text_ >> value;
    return value;
  }
  int next_int() { return static_cast<int>(next()); }
  Eigen::Vector3d next3() {
    const double x = next(), y = next(), z = next();
    return {x, y, z};
  }

 private:
  std::stringstream text_;
};

ContactScene::Contact on_top(int a, int b, const Eigen::Vector3d& point, double mu) {
  return {a, b, point, Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitX(), Eigen::Vector3d::UnitY(), mu};
}

ContactScene::Body random_body(Random& random, const Eigen::Vector3d& position, const Eigen::Vector3d& sides) {
  const double mass = uniform(random, 0.5, 2.0);
  const Eigen::Vector3d squares = sides.cwiseAbs2();
  return {mass,
          mass / 12.0 * Eigen::Vector3d(squares[1] + squares[2], squares[0] + squares[2], squares[0] + squares[1]),
          position,
          {uniform(random, -1.0, 1.0), uniform(random, -1.0, 1.0), 0.0},
          {0.0, 0.0, uniform(random, -2.0, 2.0)}};
}

// Rows of `directions(contact)` for each contact, over the velocities of all bodies; and M⁻¹ and the free velocity.
struct Motion {
  Eigen::VectorXd inverse_mass, velocity;

  explicit Motion(const ContactScene& scene) {
    const auto n = static_cast<Eigen::Index>(scene.bodies.size());
    inverse_mass.resize(6 * n);
    velocity.resize(6 * n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const ContactScene::Body& body = scene.bodies[static_cast<std::size_t>(i)];
      inverse_mass.segment<3>(6 * i).setConstant(1.0 / body.mass);
      inverse_mass.segment<3>(6 * i + 3) = body.inertia.cwiseInverse();
      velocity.segment<3>(6 * i) = body.velocity - scene.h * scene.g * Eigen::Vector3d::UnitZ();
      velocity.segment<3>(6 * i + 3) = body.angular_velocity;
    }
  }
  static void write_row(const ContactScene& scene, const ContactScene::Contact& contact, const Eigen::Vector3d& along,
                        Eigen::MatrixXd& jacobian, Eigen::Index row) {
    for (const auto& [body, sign] : {std::pair{contact.a, 1.0}, std::pair{contact.b, -1.0}}) {
      if (body < 0) continue;
      const Eigen::Vector3d arm = contact.point - scene.bodies[static_cast<std::size_t>(body)].position;
      jacobian.row(row).segment<3>(6 * body) = sign * along.transpose();
      jacobian.row(row).segment<3>(6 * body + 3) = sign * arm.cross(along).transpose();
    }
  }
};

}  // namespace

std::vector<std::string> scene_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    if (entry.path().extension() == ".txt") names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

ContactScene read_scene(const std::string& name) {
  Numbers in(folder() / name);
  ContactScene scene;
  const int bodies = in.next_int(), contacts = in.next_int();
  scene.h = in.next();
  scene.g = in.next();
  for (int i = 0; i < bodies; ++i) {
    ContactScene::Body body{};
    body.mass = in.next();
    for (Eigen::Vector3d* part : {&body.inertia, &body.position, &body.velocity, &body.angular_velocity}) {
      *part = in.next3();
    }
    scene.bodies.push_back(body);
  }
  for (int i = 0; i < contacts; ++i) {
    ContactScene::Contact contact{};
    contact.a = in.next_int();
    contact.b = in.next_int();
    for (Eigen::Vector3d* part : {&contact.point, &contact.normal, &contact.tangent1, &contact.tangent2}) {
      *part = in.next3();
    }
    contact.mu = in.next();
    scene.contacts.push_back(contact);
  }
  return scene;
}

ContactScene random_stack(Random& random, int n, int points) {
  ContactScene scene;
  const double mu = uniform(random, 0.2, 0.9);
  for (int i = 0; i < n; ++i) {
    scene.bodies.push_back(random_body(random, {0.0, 0.0, i + 0.5}, Eigen::Vector3d::Ones()));
    for (int k = 0; k < points; ++k) {
      const double angle = 2.0 * std::numbers::pi * (k + 0.5) / points;
      scene.contacts.push_back(on_top(i, i - 1, {std::cos(angle) / 2, std::sin(angle) / 2, 1.0 * i}, mu));
    }
  }
  return scene;
}

ContactScene random_wall(Random& random, int n) {
  constexpr double depth = 0.5, height = 0.5;
  ContactScene scene;
  const double mu = uniform(random, 0.2, 0.9);
  std::vector<int> below;
  int base = 1;
  while (base * (base + 1) / 2 < n) ++base;
  for (int row = 0; static_cast<int>(scene.bodies.size()) < n; ++row) {
    const int bricks = std::min(base - row, n - static_cast<int>(scene.bodies.size()));
    std::vector<int> present;
    for (int k = 0; k < bricks; ++k) {
      const double x = k + 0.5 * row, z = height * row;
      const int body = static_cast<int>(scene.bodies.size());
      scene.bodies.push_back(random_body(random, {x, 0.0, z + height / 2}, {1.0, depth, height}));
      present.push_back(body);
      for (const double side : {-1.0, 1.0}) {
        const int under = row == 0 ? -1 : below[static_cast<std::size_t>(side < 0.0 ? k : k + 1)];
        for (const double across : {-0.5, 0.5}) {
          scene.contacts.push_back(on_top(body, under, {x + 0.475 * side, depth * across, z}, mu));
        }
      }
    }
    below = present;
  }
  return scene;
}

LcpProblem anitescu_potra(const ContactScene& scene, int k) {
  const auto contacts = static_cast<Eigen::Index>(scene.contacts.size());
  const Motion motion(scene);
  const Eigen::Index rays = 2 * k, impulses = contacts * (1 + rays), n = impulses + contacts;
  Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(impulses, motion.velocity.size());
  for (Eigen::Index c = 0; c < contacts; ++c) {
    const ContactScene::Contact& contact = scene.contacts[static_cast<std::size_t>(c)];
    Motion::write_row(scene, contact, contact.normal, jacobian, c);
    for (Eigen::Index r = 0; r < rays; ++r) {
      const double angle = std::numbers::pi * static_cast<double>(r) / k;
      Motion::write_row(scene, contact, std::cos(angle) * contact.tangent1 + std::sin(angle) * contact.tangent2,
                        jacobian, contacts + c * rays + r);
    }
  }
  LcpProblem problem{Eigen::MatrixXd::Zero(n, n), Eigen::VectorXd::Zero(n)};
  problem.M.topLeftCorner(impulses, impulses) = jacobian * motion.inverse_mass.asDiagonal() * jacobian.transpose();
  problem.q.head(impulses) = jacobian * motion.velocity;
  for (Eigen::Index c = 0; c < contacts; ++c) {
    const Eigen::Index slack = impulses + c, first = contacts + c * rays;
    problem.M(slack, c) = scene.contacts[static_cast<std::size_t>(c)].mu;
    problem.M.row(slack).segment(first, rays).setConstant(-1.0);
    problem.M.col(slack).segment(first, rays).setConstant(1.0);
  }
  return problem;
}

BoxedLcpProblem friction_box(const ContactScene& scene) {
  const auto contacts = static_cast<Eigen::Index>(scene.contacts.size());
  const Motion motion(scene);
  Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(3 * contacts, motion.velocity.size());
  BoxedLcpProblem problem;
  problem.lo = Eigen::VectorXd::Zero(3 * contacts);
  problem.hi = Eigen::VectorXd::Constant(3 * contacts, HUGE_VAL);
  problem.bound_of.assign(static_cast<std::size_t>(3 * contacts), -1);
  for (Eigen::Index c = 0; c < contacts; ++c) {
    const ContactScene::Contact& contact = scene.contacts[static_cast<std::size_t>(c)];
    Motion::write_row(scene, contact, contact.normal, jacobian, 3 * c);
    Motion::write_row(scene, contact, contact.tangent1, jacobian, 3 * c + 1);
    Motion::write_row(scene, contact, contact.tangent2, jacobian, 3 * c + 2);
    for (Eigen::Index i = 3 * c + 1; i < 3 * c + 3; ++i) {
      problem.lo[i] = -contact.mu;
      problem.hi[i] = contact.mu;
      problem.bound_of[static_cast<std::size_t>(i)] = static_cast<int>(3 * c);
    }
  }
  problem.A = jacobian * motion.inverse_mass.asDiagonal() * jacobian.transpose();
  problem.b = jacobian * motion.velocity;
  return problem;
}

}  // namespace stickslip::solvers::test
