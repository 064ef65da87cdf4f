#include "files.hpp"

#include <filesystem>
#include <string>

#include "stickslip/record/atomic_file.hpp"
#include "stickslip/record/hdf5.hpp"
#include "stickslip/record/input_file.hpp"
#include "stickslip/solvers/fc_file.hpp"
#include "stickslip/solvers/fclib_file.hpp"
#include "stickslip/solvers/lcp_file.hpp"
#include "stickslip/solvers/npz_file.hpp"
#include "stickslip/solvers/problem_file.hpp"

#include "solvers/objects.hpp"

namespace stickslip::python {

namespace files_bindings {
namespace {

constexpr const char* read_fc_doc = R"(read_fc(path)
--

The ConeProblem in a text file .fc: dim nc nnz, then nc numbers mu, 3 nc numbers q, and nnz lines i j v of W.)";

constexpr const char* write_fc_doc = R"(write_fc(problem, path)
--

Write a ConeProblem as text that read_fc reads back number for number. The file appears whole or not at all.)";

constexpr const char* read_fclib_doc = R"(read_fclib(path)
--

The ConeProblem in an HDF5 file of FCLIB, the collection of frictional contact problems: a local problem without
equations. HDF5 may crash on damaged files: do not read such files from strangers.)";

constexpr const char* read_lcp_doc = R"(read_lcp(path)
--

The LcpProblem in a text file (n, then n rows of M, then q) or in an .npz file with the arrays M and q.)";

constexpr const char* write_lcp_doc = R"(write_lcp(problem, path)
--

Write an LcpProblem that read_lcp reads back number for number: as text, or where the path ends in .npz as numpy.savez
does. The file appears whole or not at all.)";

std::filesystem::path path_of(const char* call, const py::args& args, const py::kwargs& kwargs) {
  return path_argument(Arguments(call, {"path"}, {}, args, kwargs), "path");
}

solvers::ConeProblem read_fc(const py::args& args, const py::kwargs& kwargs) {
  const auto path = path_of("read_fc", args, kwargs);
  solvers::ConeProblem problem;
  on_disk([&] { problem = solvers::read_fc(record::InputFile(path).read(), path.string()); });
  return problem;
}

solvers::ConeProblem read_fclib(const py::args& args, const py::kwargs& kwargs) {
  const auto path = path_of("read_fclib", args, kwargs);
  solvers::ConeProblem problem;
  on_disk([&] {
    problem = solvers::read_fclib(record::read_hdf5_numbers(path, solvers::fclib_datasets()), path.string());
  });
  return problem;
}

solvers::LcpProblem read_lcp(const py::args& args, const py::kwargs& kwargs) {
  const auto path = path_of("read_lcp", args, kwargs);
  solvers::LcpProblem problem;
  on_disk([&] {
    const std::string bytes = record::InputFile(path).read();
    problem =
        solvers::is_npz(bytes) ? solvers::read_npz(bytes, path.string()) : solvers::read_lcp(bytes, path.string());
  });
  return problem;
}

void write(const std::filesystem::path& path, const std::string& text) {
  record::AtomicFile file(path);
  file.stream() << text;
  file.commit();
}

void write_fc(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("write_fc", {"problem", "path"}, {}, args, kwargs);
  const auto& problem = arguments.instance<const solvers::ConeProblem>("problem");
  const auto path = path_argument(arguments, "path");
  on_disk([&] { write(path, solvers::fc_text(problem)); });
}

void write_lcp(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("write_lcp", {"problem", "path"}, {}, args, kwargs);
  const auto& problem = arguments.instance<const solvers::LcpProblem>("problem");
  const auto path = path_argument(arguments, "path");
  const bool is_npz = solvers::problem_file_of(path.string()) == solvers::ProblemFile::npz;
  on_disk([&] { write(path, is_npz ? solvers::npz_bytes(problem) : solvers::lcp_text(problem)); });
}

}  // namespace
}  // namespace files_bindings

void bind_solver_files(py::module_& m) {
  using namespace files_bindings;
  m.def("read_fc", &read_fc, read_fc_doc);
  m.def("write_fc", &write_fc, write_fc_doc);
  m.def("read_fclib", &read_fclib, read_fclib_doc);
  m.def("read_lcp", &read_lcp, read_lcp_doc);
  m.def("write_lcp", &write_lcp, write_lcp_doc);
  for (const char* name : {"read_fc", "write_fc", "read_fclib", "read_lcp", "write_lcp"}) {
    m.attr(name).attr("__module__") = solvers_module;
  }
}

}  // namespace stickslip::python
