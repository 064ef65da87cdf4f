// Files: their paths, work on them without the GIL, and errors as Python has them.
#pragma once

#include <cerrno>
#include <filesystem>
#include <string>

#include <pybind11/pybind11.h>

#include "stickslip/core/error.hpp"

#include "arguments.hpp"

namespace stickslip::python {

// Text, bytes, or anything that os.fspath takes, as the system names it.
inline std::filesystem::path path_argument(const Arguments& arguments, const char* name) {
  const auto path = py::module_::import("os").attr("fsencode")(arguments.object(name)).cast<std::string>();
  if (path.find('\0') != std::string::npos) throw py::value_error(std::string(name) + ": embedded null byte");
  return path;
}

// Calls f without the GIL. A file that cannot be understood is a ValueError, one that cannot be opened an OSError.
template <class Function>
void on_disk(Function f) {
  try {
    const py::gil_scoped_release without_gil;
    f();
  } catch (const ParseError& wrong) {
    throw py::value_error(wrong.what());
  } catch (const std::filesystem::filesystem_error& failed) {
    errno = failed.code().value();
    PyErr_SetFromErrnoWithFilename(PyExc_OSError, failed.path1().c_str());
    throw py::error_already_set();
  }
}

}  // namespace stickslip::python
