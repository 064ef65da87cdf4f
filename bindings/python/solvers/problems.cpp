#include <cmath>
#include <span>
#include <vector>

#include "stickslip/core/error.hpp"

#include "parts.hpp"
#include "solvers/objects.hpp"

namespace stickslip::python {

using solvers::BlockMatrix;
using solvers::BoxedLcpProblem;
using solvers::ConeProblem;
using solvers::LcpProblem;
using solvers::MixedLcpProblem;

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr py::ssize_t number_size = sizeof(double);

InputArray array_of(const char* name, const py::handle& value, py::ssize_t dimensions, const char* allowed) {
  InputArray array = real_array(name, value);
  if (array.ndim() != dimensions) refuse_shape(name, array, allowed);
  return array;
}

Eigen::MatrixXd matrix_of(const char* name, const py::handle& value) {
  if (py::hasattr(value, "tocoo")) {
    throw py::type_error(std::string(name) + " is sparse (" +
                         py::str(py::type::of(value).attr("__name__")).cast<std::string>() +
                         "), must be a full array: " + name + ".toarray()");
  }
  const InputArray array = array_of(name, value, 2, "(n, n)");
  return Eigen::Map<const RowMajor>(array.data(), array.shape(0), array.shape(1));
}

// Whole numbers from `least` to `most`.
std::vector<int> whole_numbers_of(const char* name, const py::handle& value, double least, double most) {
  const InputArray array = array_of(name, value, 1, "(n,)");
  std::vector<int> numbers;
  for (py::ssize_t i = 0; i < array.size(); ++i) {
    const double number = array.at(i);
    if (number != std::floor(number) || number < least || number > most) {
      throw InvalidArgument(std::string(name) + "[" + std::to_string(i) + "] = " + to_text(number) +
                            " must be a whole number from " + to_text(least) + " to " + to_text(most));
    }
    numbers.push_back(static_cast<int>(number));
  }
  return numbers;
}

std::vector<bool> mask_of(const char* name, const py::handle& value) {
  const std::vector<int> flags = whole_numbers_of(name, value, 0.0, 1.0);
  return {flags.begin(), flags.end()};
}

// Anything that scipy.sparse has, without scipy: the entries with their rows and columns. Its shape is checked before anything is made of it.
BlockMatrix sparse_blocks_of(const char* name, const py::handle& value, py::ssize_t wanted) {
  const py::object entries = value.attr("tocoo")();
  const py::tuple shape(entries.attr("shape"));
  if (!shape.equal(py::make_tuple(wanted, wanted))) {
    const std::string side = std::to_string(wanted);
    throw InvalidArgument(std::string(name) + " has shape " + py::repr(shape).cast<std::string>() + "; allowed: (" +
                          side + ", " + side + "), three rows for each mu");
  }
  const std::string of_entries = std::string(name) + ".tocoo()";
  const double last = static_cast<double>(wanted) - 1.0;
  const std::vector<int> rows = whole_numbers_of((of_entries + ".row").c_str(), entries.attr("row"), 0.0, last),
                         columns = whole_numbers_of((of_entries + ".col").c_str(), entries.attr("col"), 0.0, last);
  const Eigen::VectorXd values = vector_of((of_entries + ".data").c_str(), entries.attr("data"));
  const auto count = static_cast<std::size_t>(values.size());
  if (rows.size() != count || columns.size() != count) {
    throw InvalidArgument(of_entries + " has row, col and data of different lengths");
  }
  std::vector<BlockMatrix::Triplet> triplets;
  triplets.reserve(count);
  for (std::size_t k = 0; k < count; ++k) {
    triplets.push_back({rows[k], columns[k], values[static_cast<Eigen::Index>(k)]});
  }
  return BlockMatrix::from_triplets(wanted, triplets);
}

// Of 3 rows for each mu.
BlockMatrix blocks_of(const char* name, const py::handle& value, const Eigen::VectorXd& mu) {
  if (py::hasattr(value, "tocoo")) return sparse_blocks_of(name, value, 3 * mu.size());
  const InputArray array = array_of(name, value, 2, "(3 n, 3 n)");
  if (array.shape(0) != array.shape(1) || array.shape(0) % 3 != 0) refuse_shape(name, array, "(3 n, 3 n)");
  const Eigen::MatrixXd matrix = Eigen::Map<const RowMajor>(array.data(), array.shape(0), array.shape(1));
  return BlockMatrix::from_dense(matrix);
}

// check() knows the size of a problem by its vector, and would blame the matrix.
void require_row_each(const char* name, const Eigen::VectorXd& values, const char* matrix_name,
                      const Eigen::MatrixXd& matrix) {
  if (matrix.rows() != matrix.cols() || values.size() == matrix.rows()) return;
  throw InvalidArgument(std::string(name) + " has " + std::to_string(values.size()) + " entries, must have " +
                        std::to_string(matrix.rows()) + ", one per row of " + matrix_name);
}

py::array without_writing(py::array array) {
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

template <class T>
py::array copy_of(std::span<const T> values) {
  return py::array_t<T>(static_cast<py::ssize_t>(values.size()), values.data());
}

py::array mask_array(const std::vector<bool>& flags) {
  py::array_t<bool> array(static_cast<py::ssize_t>(flags.size()));
  std::copy(flags.begin(), flags.end(), array.mutable_data());
  return array;
}

py::array bound_of_array(const BoxedLcpProblem& problem) {
  std::vector<int> bound_of = problem.bound_of;
  bound_of.resize(static_cast<std::size_t>(problem.size()), -1);
  return copy_of<int>(bound_of);
}

// Without blocks of zeros beside the diagonal: they change nothing, and files leave them out.
BlockMatrix without_zeros(const BlockMatrix& W) {
  std::vector<BlockMatrix::Entry> entries;
  for (int i = 0; i < W.blocks_per_side(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (int k = W.row_begin()[row]; k < W.row_begin()[row + 1]; ++k) {
      const auto at = static_cast<std::size_t>(k);
      if (!(W.blocks()[at].array() == 0.0).all()) entries.push_back({i, W.columns()[at], W.blocks()[at]});
    }
  }
  return {W.blocks_per_side(), entries};
}

// All blocks, row by row: (number of blocks, 3, 3).
py::array block_array(const BlockMatrix& W) {
  const auto blocks = W.blocks();
  py::array_t<double> array({static_cast<py::ssize_t>(blocks.size()), py::ssize_t{3}, py::ssize_t{3}});
  double* out = array.mutable_data();
  for (const BlockMatrix::Block& block : blocks) {
    Eigen::Map<RowMajor>(out, 3, 3) = block;
    out += 9;
  }
  return array;
}

py::tuple bsr_of(const BlockMatrix& W) {
  return py::make_tuple(block_array(W), copy_of(W.columns()), copy_of(W.row_begin()));
}

BlockMatrix blocks_of_bsr(const py::tuple& bsr) {
  const auto blocks = bsr[0].cast<py::array_t<double, py::array::c_style | py::array::forcecast>>();
  const auto columns = bsr[1].cast<std::vector<int>>(), begin = bsr[2].cast<std::vector<int>>();
  const auto number = static_cast<int>(columns.size());
  if (begin.empty() || blocks.size() != 9 * py::ssize_t{number}) throw py::value_error("these are no blocks");
  std::vector<BlockMatrix::Entry> entries;
  for (std::size_t i = 0; i + 1 < begin.size(); ++i) {
    if (begin[i] < 0 || begin[i + 1] < begin[i] || begin[i + 1] > number) throw py::value_error("these are no rows");
    for (int k = begin[i]; k < begin[i + 1]; ++k) {
      const Eigen::Map<const RowMajor> block(blocks.data() + 9 * py::ssize_t{k}, 3, 3);
      entries.push_back({static_cast<int>(i), columns[static_cast<std::size_t>(k)], block});
    }
  }
  return {static_cast<int>(begin.size()) - 1, entries};
}

template <class Problem>
Problem checked(Problem problem) {
  check(problem);
  return problem;
}

// A property that is a view of an array of the problem.
template <class Problem, class Array>
void bind_view(py::class_<Problem>& bound, const char* name, Array Problem::*member, const char* doc) {
  bound.def_property_readonly(
      name, [member](const py::object& self) { return view_of(self.cast<const Problem&>().*member, self); }, doc);
}

template <class Problem, class TakeApart>
py::class_<Problem> bind_problem(py::module_& m, const char* doc, const char* make_doc, TakeApart parts_of,
                                 Problem (*from_parts)(const py::tuple&)) {
  using Names = ProblemArguments<Problem>;
  py::class_<Problem> bound(m, Names::class_name, doc);
  bound.def(py::init([](const py::args& args, const py::kwargs& kwargs) {
              return problem_of_arrays<Problem>(Arguments(Names::class_name, Names::names(), {}, args, kwargs));
            }),
            make_doc);
  bound.def("__repr__", [](const Problem& self) {
    return "<" + std::string(Names::class_name) + " of " + std::to_string(self.size()) + " rows>";
  });
  bind_constant_parts(bound, parts_of, from_parts);
  bound.attr("__module__") = solvers_module;
  return bound;
}

}  // namespace

Eigen::VectorXd vector_of(const char* name, const py::handle& value) {
  const InputArray array = array_of(name, value, 1, "(n,)");
  return Eigen::Map<const Eigen::VectorXd>(array.data(), array.size());
}

py::array view_of(const Eigen::VectorXd& values, const py::object& owner) {
  return without_writing(py::array_t<double>({values.size()}, {number_size}, values.data(), owner));
}

py::array view_of(const Eigen::MatrixXd& values, const py::object& owner) {
  return without_writing(py::array_t<double>({values.rows(), values.cols()}, {number_size, number_size * values.rows()},
                                             values.data(), owner));
}

template <>
LcpProblem problem_of_arrays(const Arguments& arguments) {
  LcpProblem problem{matrix_of("M", arguments.object("M")), vector_of("q", arguments.object("q"))};
  require_row_each("q", problem.q, "M", problem.M);
  return checked(std::move(problem));
}

template <>
MixedLcpProblem problem_of_arrays(const Arguments& arguments) {
  MixedLcpProblem problem{matrix_of("M", arguments.object("M")), vector_of("q", arguments.object("q")),
                          mask_of("free", arguments.object("free"))};
  require_row_each("q", problem.q, "M", problem.M);
  return checked(std::move(problem));
}

template <>
BoxedLcpProblem problem_of_arrays(const Arguments& arguments) {
  BoxedLcpProblem problem{matrix_of("A", arguments.object("A")), vector_of("b", arguments.object("b")),
                          vector_of("lo", arguments.object("lo")), vector_of("hi", arguments.object("hi"))};
  require_row_each("b", problem.b, "A", problem.A);
  if (arguments.has("bound_of")) {
    problem.bound_of =
        whole_numbers_of("bound_of", arguments.object("bound_of"), -1.0, static_cast<double>(problem.size()) - 1.0);
  }
  return checked(std::move(problem));
}

template <>
ConeProblem problem_of_arrays(const Arguments& arguments) {
  const py::object W = arguments.object("W");
  Eigen::VectorXd q = vector_of("q", arguments.object("q")), mu = vector_of("mu", arguments.object("mu"));
  BlockMatrix blocks = blocks_of("W", W, mu);
  return checked(ConeProblem{std::move(blocks), std::move(q), std::move(mu)});
}

void bind_solver_problems(py::module_& m) {
  auto lcp = bind_problem<LcpProblem>(
      m, "A linear complementarity problem: 0 ≤ z ⟂ w = M z + q ≥ 0.", R"(__init__(self, M, q)
--

M  (n, n), any matrix of finite numbers
q  (n,))",
      [](const LcpProblem& self) {
        const py::object nobody = py::none();
        return py::make_tuple(view_of(self.M, nobody).attr("copy")(), view_of(self.q, nobody).attr("copy")());
      },
      [](const py::tuple& parts) {
        return checked(LcpProblem{matrix_of("M", parts[0]), vector_of("q", parts[1])});
      });
  bind_view(lcp, "M", &LcpProblem::M, "(n, n), read-only");
  bind_view(lcp, "q", &LcpProblem::q, "(n,), read-only");

  auto mixed = bind_problem<MixedLcpProblem>(
      m, "A linear complementarity problem with equations among its rows: (M z + q)_i = 0 where free_i.",
      R"(__init__(self, M, q, free)
--

M     (n, n), any matrix of finite numbers
q     (n,)
free  (n,), bool: row i is (M z + q)_i = 0 and z_i has no sign; else 0 ≤ z_i ⟂ (M z + q)_i ≥ 0)",
      [](const MixedLcpProblem& self) {
        const py::object nobody = py::none();
        return py::make_tuple(view_of(self.M, nobody).attr("copy")(), view_of(self.q, nobody).attr("copy")(),
                              mask_array(self.free));
      },
      [](const py::tuple& parts) {
        return checked(MixedLcpProblem{matrix_of("M", parts[0]), vector_of("q", parts[1]), mask_of("free", parts[2])});
      });
  bind_view(mixed, "M", &MixedLcpProblem::M, "(n, n), read-only");
  bind_view(mixed, "q", &MixedLcpProblem::q, "(n,), read-only");
  mixed.def_property_readonly(
      "free", [](const MixedLcpProblem& self) { return mask_array(self.free); }, "(n,), bool, a copy");

  auto boxed = bind_problem<BoxedLcpProblem>(
      m, "A linear complementarity problem between bounds, w = A x + b: w_i ≥ 0 at lo, ≤ 0 at hi, = 0 between.",
      R"(__init__(self, A, b, lo, hi, bound_of=None)
--

A         (n, n), any matrix of finite numbers
b         (n,)
lo, hi    (n,), lo ≤ hi; may be infinite where they are not multiples of another variable
bound_of  (n,), whole numbers: j ≥ 0: the bounds of row i are lo_i, hi_i times max(0, x_j); −1: as given.
          None: all as given)",
      [](const BoxedLcpProblem& self) {
        const py::object nobody = py::none();
        return py::make_tuple(view_of(self.A, nobody).attr("copy")(), view_of(self.b, nobody).attr("copy")(),
                              view_of(self.lo, nobody).attr("copy")(), view_of(self.hi, nobody).attr("copy")(),
                              bound_of_array(self));
      },
      [](const py::tuple& parts) {
        BoxedLcpProblem problem{matrix_of("A", parts[0]), vector_of("b", parts[1]), vector_of("lo", parts[2]),
                                vector_of("hi", parts[3])};
        problem.bound_of = whole_numbers_of("bound_of", parts[4], -1.0, static_cast<double>(problem.size()) - 1.0);
        return checked(std::move(problem));
      });
  bind_view(boxed, "A", &BoxedLcpProblem::A, "(n, n), read-only");
  bind_view(boxed, "b", &BoxedLcpProblem::b, "(n,), read-only");
  bind_view(boxed, "lo", &BoxedLcpProblem::lo, "(n,), read-only");
  bind_view(boxed, "hi", &BoxedLcpProblem::hi, "(n,), read-only");
  boxed.def_property_readonly("bound_of", &bound_of_array, "(n,), a copy; −1 where bounds are as given");

  auto cone = bind_problem<ConeProblem>(
      m, "Coulomb friction at n contacts, exactly: K_μ ∋ r ⟂ u + μ ‖u_t‖ n ∈ K*_μ per contact, u = W r + q.",
      R"(__init__(self, W, q, mu)
--

W   (3 n, 3 n) [1/kg], an array or a matrix of scipy.sparse; rows n, t1, t2 per contact
q   (3 n,) [m/s], the velocities without impulses
mu  (n,), ≥ 0)",
      [](const ConeProblem& self) {
        const py::object nobody = py::none();
        return py::make_tuple(bsr_of(without_zeros(self.W)), view_of(self.q, nobody).attr("copy")(),
                              view_of(self.mu, nobody).attr("copy")());
      },
      [](const py::tuple& parts) {
        return checked(ConeProblem{blocks_of_bsr(parts[0].cast<py::tuple>()), vector_of("q", parts[1]),
                                   vector_of("mu", parts[2])});
      });
  cone.def_property_readonly(
      "W",
      [](const ConeProblem& self) {
        ResultArray dense = fresh_array<double>({self.size(), self.size()});
        Eigen::Map<RowMajor>(dense.mutable_data(), self.size(), self.size()) = self.W.to_dense();
        return dense;
      },
      "(3 n, 3 n) [1/kg], made anew as a full matrix; for many contacts see bsr");
  cone.def_property_readonly(
      "bsr", [](const ConeProblem& self) { return bsr_of(self.W); },
      "W by its 3 × 3 blocks, a copy: (data, indices, indptr), as scipy.sparse.bsr_matrix takes them");
  bind_view(cone, "q", &ConeProblem::q, "(3 n,) [m/s], read-only");
  bind_view(cone, "mu", &ConeProblem::mu, "(n,), read-only");
  cone.def_property_readonly("contacts", &ConeProblem::contacts, "n");
}

}  // namespace stickslip::python
