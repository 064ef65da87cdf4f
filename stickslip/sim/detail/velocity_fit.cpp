#include "stickslip/sim/detail/velocity_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include <Eigen/QR>
#include <Eigen/SparseQR>

#include "stickslip/core/at.hpp"
#include "stickslip/core/error.hpp"
#include "stickslip/sim/detail/groups.hpp"
#include "stickslip/sim/detail/joint_geometry.hpp"
#include "stickslip/sim/detail/joint_rows.hpp"

namespace stickslip::sim::detail {

namespace {

constexpr double fits = 1e-6;  // of the speed
constexpr double dependent =
    1e-7;  // rows of length 1 that differ from others by less say the same: joints are closed to 1e-10 m

// Bodies joined by joints, those that move by forces.
class Mechanism {
 public:
  Mechanism(const Model& model, const State& state, std::span<const int> bodies, std::span<const int> joints)
      : model_(model), state_(state), bodies_(bodies), joints_(joints), local_(model.bodies.size(), none) {
    double lengths = 0.0, masses = 0.0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      local_[at(bodies[i])] = static_cast<int>(i);
      given_.push_back(state.bodies[at(bodies[i])].twist());
      lengths += model[bodies[i]].radius;
      masses += model[bodies[i]].mass;
    }
    length_ = lengths / static_cast<double>(bodies.size());
    mass_ = masses / static_cast<double>(bodies.size());
    v_ = given_;
    for (const int j : joints) {
      for (const int b : model.joints[at(j)]->body) {
        if (b == the_world) continue;
        const double reach = std::isinf(model[b].radius) ? 0.0 : model[b].radius;
        speed_ = std::max(speed_, state.bodies[at(b)].velocity.norm() + reach * state.bodies[at(b)].spin.norm());
      }
    }
  }

  // Whether velocities fit the joints as they are.
  bool is_closed() {
    add_constraints();
    return largest_open() <= fits * speed_;
  }
  // After is_closed(). Whether velocities were found that fit.
  bool close() {
    const auto given = [this](std::size_t i, Part part) { return is_given(i, part) ? 1.0 : 0.0; };
    const auto not_given = [this](std::size_t i, Part part) { return is_given(i, part) ? 0.0 : 1.0; };
    add_rates(Rates::given);
    solve_rows();
    if (largest_open() > fits * speed_) return false;
    fit(Part::angular, given);
    if (excludes_itself()) return false;
    fit(Part::linear, given);
    fit_other_rates();
    fit(Part::angular, not_given);
    fit(Part::linear,
        [&](std::size_t i, Part part) { return not_given(i, part) * std::sqrt(model_[bodies_[i]].mass / mass_); });
    return largest_open() <= fits * speed_;
  }
  const Vec<6>& before(std::size_t i) const { return given_[i]; }
  const Vec<6>& after(std::size_t i) const { return v_[i]; }
  double speed() const { return speed_; }
  // The joint that is furthest from being fitted.
  int worst_joint() const { return worst_; }

 private:
  static constexpr int none = -1;
  // Σ J v + d = 0 of one or two bodies.
  struct Row {
    int joint;
    std::array<int, 2> body;  // local
    std::array<Vec<6>, 2> J;
    double d;
  };
  enum class Part { linear, angular };
  enum class Rates { given, others };

  static auto part_of(const Vec<6>& twist, Part part) { return twist.segment<3>(part == Part::linear ? 0 : 3); }
  static auto part_of(Vec<6>& twist, Part part) { return twist.segment<3>(part == Part::linear ? 0 : 3); }

  bool moves(int body) const { return body != the_world && local_[at(body)] != none; }
  bool is_given(std::size_t i, Part part) const { return !part_of(given_[i], part).isZero(0.0); }
  int given_sides(const Joint& joint, Part part) const {
    return static_cast<int>(
        std::ranges::count_if(joint.body, [&](int b) { return moves(b) && is_given(at(local_[at(b)]), part); }));
  }

  void add_constraints() {
    rows_.clear();
    for (const int j : joints_) {
      const Joint& joint = *model_.joints[at(j)];
      for_each_constraint(joint, geometry_of(joint, state_.bodies),
                          [&](const Constraint& row) { add_row(j, row, 0.0); });
    }
  }

  // Of (1), or of (4).
  void add_rates(Rates rates) {
    for (const int j : joints_) {
      const Joint& joint = *model_.joints[at(j)];
      if (!joint.has_axis()) continue;
      const int given = given_sides(joint, joint.kind == JointKind::hinge ? Part::angular : Part::linear);
      const bool all = given > 0 && given == std::ranges::count_if(joint.body, [&](int b) { return moves(b); });
      if (all != (rates == Rates::given)) continue;
      const Constraint free = Constraint::free(joint, geometry_of(joint, state_.bodies));
      double rate = 0.0;
      for (std::size_t side = 0; side < 2 && (all || (given > 0 && joint.kind == JointKind::hinge)); ++side) {
        if (joint.body[side] != the_world) rate += free.velocity(side, state_.bodies[at(joint.body[side])].twist());
      }
      add_row(j, free, rate);
    }
  }

  void add_row(int number, const Constraint& from, double rate) {
    Row& row = rows_.emplace_back();
    row.joint = number;
    row.d = -rate;
    for (std::size_t side = 0; side < 2; ++side) {
      const int b = model_.joints[at(number)]->body[side];
      row.body[side] = moves(b) ? local_[at(b)] : none;
      from.write_jacobian(side, row.J[side]);
      if (b != the_world && !moves(b)) row.d += from.velocity(side, state_.bodies[at(b)].twist());
    }
  }

  double open(const Row& row) const {
    double y = row.d;
    for (std::size_t side = 0; side < 2; ++side) {
      if (row.body[side] != none) y += row.J[side].dot(v_[at(row.body[side])]);
    }
    return y;
  }
  double largest_open() {
    double largest = 0.0;
    for (const Row& row : rows_) {
      const double y = std::abs(open(row));
      if (y <= largest) continue;
      largest = y;
      worst_ = row.joint;
    }
    return largest;
  }

  // Whether a given angular velocity yielded to another one, where its joint would have let it.
  bool excludes_itself() {
    const auto yielded = [&](int b) -> Vec<3> {
      const std::size_t i = at(local_[at(b)]);
      return (v_[i] - given_[i]).tail<3>();
    };
    std::ptrdiff_t given = 0;
    for (std::size_t i = 0; i < bodies_.size(); ++i) given += is_given(i, Part::angular) ? 1 : 0;
    double largest = fits * speed_;
    bool does = false;
    for (const int j : joints_) {
      const Joint& joint = *model_.joints[at(j)];
      const auto [a, b] = joint.body;
      double lost = 0.0;
      if (joint.kind == JointKind::fixed && given_sides(joint, Part::angular) == 2)
        lost = length_ * (yielded(a) - yielded(b)).norm();
      if (joint.kind == JointKind::hinge && given > 1) {
        const Vec<3> axis = geometry_of(joint, state_.bodies).axis();
        for (const int side : joint.body) {
          if (moves(side) && is_given(at(local_[at(side)]), Part::angular))
            lost = std::max(lost, length_ * std::abs(axis.dot(yielded(side))));
        }
      }
      if (lost <= largest) continue;
      largest = lost;
      worst_ = j;
      does = true;
    }
    return does;
  }

  // Velocities as numbers: v, and ω times a length.
  static Eigen::Index place(std::size_t i, Part part) {
    return static_cast<Eigen::Index>(6 * i + (part == Part::linear ? 0 : 3));
  }
  double unit(Part part) const { return part == Part::linear ? 1.0 : length_; }
  void change(const Eigen::VectorXd& by) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      for (const Part part : {Part::linear, Part::angular})
        part_of(v_[i], part) += by.segment<3>(place(i, part)) / unit(part);
    }
  }

  // Velocities that fit all rows, the smallest, and Z.
  void solve_rows() {
    const auto count = static_cast<Eigen::Index>(rows_.size()), size = static_cast<Eigen::Index>(6 * bodies_.size());
    std::vector<Eigen::Triplet<double>> entries;
    Eigen::VectorXd wanted(count);
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const Row& row = rows_[k];
      double square = 0.0;
      for (std::size_t side = 0; side < 2; ++side) {
        if (row.body[side] == none) continue;
        square += row.J[side].head<3>().squaredNorm() + row.J[side].tail<3>().squaredNorm() / (length_ * length_);
      }
      const double scale = square > 0.0 ? 1.0 / std::sqrt(square) : 0.0;
      wanted[static_cast<Eigen::Index>(k)] = -scale * row.d;
      for (std::size_t side = 0; side < 2; ++side) {
        if (row.body[side] == none) continue;
        for (const Part part : {Part::linear, Part::angular}) {
          for (int c = 0; c < 3; ++c)
            entries.emplace_back(place(at(row.body[side]), part) + c, k,
                                 scale * part_of(row.J[side], part)[c] / unit(part));
        }
      }
    }
    Eigen::SparseMatrix<double> transposed(size, count);
    transposed.setFromTriplets(entries.begin(), entries.end());
    Eigen::SparseQR<Eigen::SparseMatrix<double>, Eigen::COLAMDOrdering<int>> qr;
    qr.setPivotThreshold(dependent);
    qr.compute(transposed);
    const Eigen::Index rank = qr.rank();
    const Eigen::VectorXd ordered = qr.colsPermutation().transpose() * wanted;
    Eigen::MatrixXd at_once = Eigen::MatrixXd::Zero(size, 1 + size - rank);
    at_once.col(0).head(rank) = Eigen::MatrixXd(qr.matrixR().topLeftCorner(rank, rank))
                                    .triangularView<Eigen::Upper>()
                                    .transpose()
                                    .solve(ordered.head(rank));
    at_once.bottomRightCorner(size - rank, size - rank).setIdentity();
    const Eigen::MatrixXd found = qr.matrixQ() * at_once;
    for (Vec<6>& v : v_) v.setZero();
    change(found.col(0));
    Z_ = found.rightCols(size - rank);
  }

  // Least squares of A Z y − b, and Z of what is then left.
  void descend(const Eigen::MatrixXd& AZ, const Eigen::VectorXd& b) {
    if (AZ.rows() == 0 || AZ.cols() == 0) return;
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> by;
    by.setThreshold(dependent);
    by.compute(AZ);
    // Directions that are there by rounding alone are none.
    if (by.maxPivot() <= dependent) return;
    change(Z_ * by.solve(b));
    const Eigen::Index left = AZ.cols() - by.rank();
    const Eigen::MatrixXd turn = by.matrixZ().transpose();
    Z_ = Z_ * (by.colsPermutation() * turn.rightCols(left)).eval();
  }

  // Velocities that were given, to what they were; others, to zero: those with a weight.
  template <class Weight>
  void fit(Part part, Weight weight) {
    std::vector<std::pair<std::size_t, double>> wanted;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (const double w = weight(i, part); w > 0.0) wanted.emplace_back(i, w);
    }
    Eigen::MatrixXd AZ(3 * wanted.size(), Z_.cols());
    Eigen::VectorXd b(3 * wanted.size());
    Eigen::Index next = 0;
    for (const auto& [i, w] : wanted) {
      AZ.middleRows(next, 3) = w * Z_.middleRows(place(i, part), 3);
      b.segment(next, 3) = w * unit(part) * (part_of(given_[i], part) - part_of(v_[i], part));
      next += 3;
    }
    descend(AZ, b);
  }

  void fit_other_rates() {
    const std::size_t equations = rows_.size();
    add_rates(Rates::others);
    const auto count = static_cast<Eigen::Index>(rows_.size() - equations);
    Eigen::MatrixXd AZ = Eigen::MatrixXd::Zero(count, Z_.cols());
    Eigen::VectorXd b(count);
    for (Eigen::Index k = 0; k < count; ++k) {
      const Row& row = rows_[equations + static_cast<std::size_t>(k)];
      b[k] = -open(row);
      for (std::size_t side = 0; side < 2; ++side) {
        if (row.body[side] == none) continue;
        for (const Part part : {Part::linear, Part::angular})
          AZ.row(k) +=
              part_of(row.J[side], part).transpose() / unit(part) * Z_.middleRows(place(at(row.body[side]), part), 3);
      }
    }
    rows_.resize(equations);
    descend(AZ, b);
  }

  const Model& model_;
  const State& state_;
  std::span<const int> bodies_, joints_;
  std::vector<int> local_;
  std::vector<Row> rows_;
  std::vector<Vec<6>> given_, v_;
  Eigen::MatrixXd Z_;  // orthonormal: what is left to choose
  double speed_ = 0.0, length_ = 1.0, mass_ = 1.0;
  int worst_ = 0;
};

}  // namespace

std::vector<FittedVelocity> fit_velocities(const Model& model, State& state, const std::string& subject) {
  const auto moves = [&model](int b) { return b != the_world && model[b].is_moved_by_forces(); };
  Groups groups;
  groups.begin(model.bodies.size());
  const auto mover = [&](std::size_t j) -> int {
    if (!model.joints[j] || model.joints[j]->kind == JointKind::spring) return -1;
    const auto [a, b] = model.joints[j]->body;
    return moves(a) ? a : b;
  };
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    if (mover(j) >= 0 && moves(model.joints[j]->body[0]) && moves(model.joints[j]->body[1]))
      groups.join(model.joints[j]->body[0], model.joints[j]->body[1]);
  }
  groups.collect(Groups::Items{model.joints.size(), mover});
  std::vector<FittedVelocity> fitted;
  for (int g = 0; g < groups.size(); ++g) {
    Mechanism mechanism(model, state, groups.members(g), groups.items(0, g));
    if (mechanism.is_closed()) continue;
    if (!mechanism.close()) {
      const int j = mechanism.worst_joint();
      throw InvalidArgument(subject + ": velocities of bodies contradict " + describe(*model.joints[at(j)], j) +
                            ", and none fit that keep what was given: leave some out, or give the velocity of joints");
    }
    for (std::size_t i = 0; i < groups.members(g).size(); ++i) {
      if ((mechanism.after(i) - mechanism.before(i)).norm() <= 1e-12 * mechanism.speed()) continue;
      fitted.push_back({groups.members(g)[i], mechanism.before(i), mechanism.after(i)});
    }
  }
  for (const FittedVelocity& of : fitted) {
    BodyState& body = state.bodies[at(of.body)];
    body.velocity = of.after.head<3>();
    body.spin = body.orientation.conjugate() * Vec<3>(of.after.tail<3>());
  }
  return fitted;
}

}  // namespace stickslip::sim::detail
