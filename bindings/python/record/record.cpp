#include "stickslip/core/error.hpp"
#include "stickslip/record/hdf5.hpp"
#include "stickslip/record/html.hpp"
#include "stickslip/record/result_folder.hpp"

#include "choice.hpp"
#include "record/names.hpp"
#include "record/objects.hpp"
#include "record/reading.hpp"

namespace stickslip::python {

namespace record_bindings {
namespace {

constexpr const char* read_doc = R"(read(path)
--

The Result in a folder that Result.write or `stickslip reproduce` made, or in its file result.h5. A file that is none,
or damaged, is a ValueError. Where another program has changed the file its checksum is gone, and HDF5 may crash on
damage: do not read such files from strangers.)";

constexpr const char* write_html_doc = R"(write_html(results, path)
--

Results as one interactive page that needs nothing else. A ValueError where can_write_html() is False.)";

constexpr const char* can_write_html_doc = R"(can_write_html()
--

Whether this build can make pages: it cannot where node was missing when it was built.)";

std::shared_ptr<ResultObject> read(const py::args& args, const py::kwargs& kwargs) {
  std::filesystem::path path = path_argument(Arguments("read", {"path"}, {}, args, kwargs), "path");
  const auto result = std::make_shared<ResultObject>();
  on_disk([&] {
    if (std::filesystem::is_directory(path)) path /= record::result_file;
    result->value = record::read_hdf5(path);
  });
  return result;
}

void write_html(const py::args& args, const py::kwargs& kwargs) {
  const Arguments arguments("write_html", {"results", "path"}, {}, args, kwargs);
  const py::object given = arguments.object("results");
  if (!py::isinstance<py::iterable>(given)) arguments.refuse("results", "a list of Result");
  std::vector<Reading> results;
  for (const py::handle result : given) {
    if (!py::isinstance<ResultObject>(result)) refuse_entry("results", "Result", results.size(), result);
    results.push_back(reading(result.cast<ResultObject&>()));
  }
  write_page(results, path_argument(arguments, "path"));
}

}  // namespace
}  // namespace record_bindings

void write_page(const std::vector<Reading>& results, const std::filesystem::path& path) {
  on_disk([&] {
    std::vector<record::Result> copies;
    copies.reserve(results.size());
    for (const Reading& result : results) copies.push_back(*result);
    record::write_html(copies, path);
  });
}

void refuse_entry(const char* name, const std::string& type, std::size_t index, const py::handle& entry) {
  throw py::type_error(std::string(name) + "[" + std::to_string(index) + "] must be of type " + type + ", not " +
                       py::str(py::type::handle_of(entry).attr("__name__")).cast<std::string>());
}

std::string text_of(const std::string& name, const py::handle& text) {
  Py_ssize_t size = 0;
  const char* letters = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (letters == nullptr) {
    PyErr_Clear();
    throw InvalidArgument(name + " = " +
                          py::str(py::module_::import("builtins").attr("ascii")(text)).cast<std::string>() +
                          " must be text without lone surrogates");
  }
  return {letters, static_cast<std::size_t>(size)};
}

std::string text(const Arguments& arguments, const char* name, const std::string& fallback) {
  const py::object given = arguments.object(name, py::str(fallback));
  if (!py::isinstance<py::str>(given)) arguments.refuse(name, "a str");
  return text_of(name, given);
}

std::string needed_text(const Arguments& arguments, const char* name) {
  static_cast<void>(arguments.object(name));
  return text(arguments, name);
}

std::vector<std::string> needed_texts(const Arguments& arguments, const char* name) {
  static_cast<void>(arguments.object(name));
  return texts(arguments, name, {});
}

std::vector<std::string> texts(const Arguments& arguments, const char* name, const std::vector<std::string>& fallback) {
  const py::object items = arguments.object(name, to_python(fallback));
  if (!py::isinstance<py::iterable>(items) || py::isinstance<py::str>(items)) arguments.refuse(name, "a list of str");
  std::vector<std::string> list;
  for (const py::handle item : items) {
    if (!py::isinstance<py::str>(item)) refuse_entry(name, "str", list.size(), item);
    list.push_back(text_of(name, item));
  }
  return list;
}

std::vector<std::pair<std::string, py::object>> items(const Arguments& arguments, const char* name) {
  std::vector<std::pair<std::string, py::object>> list;
  const py::object mapping = arguments.object(name, py::dict());
  if (mapping.is_none()) return list;
  if (!py::hasattr(mapping, "keys")) arguments.refuse(name, "a dict");
  for (const auto& [key, value] : py::dict(mapping)) {
    if (!py::isinstance<py::str>(key)) {
      throw py::type_error(std::string(name) + " must have str as keys, not " + py::repr(key).cast<std::string>());
    }
    list.emplace_back(text_of(name, key), py::reinterpret_borrow<py::object>(value));
  }
  return list;
}

std::optional<double> optional_number(const Arguments& arguments, const char* name) {
  if (!arguments.has(name)) return std::nullopt;
  return arguments.number(name);
}

std::optional<record::Colour> colour_argument(const Arguments& arguments) {
  if (!arguments.has("colour")) return std::nullopt;
  return choose<record::Colour>(arguments, "colour", text(arguments, "colour"));
}

std::optional<record::RowFilter> only_argument(const Arguments& arguments) {
  if (!arguments.has("only")) return std::nullopt;
  const py::object pair = arguments.object("only");
  if (!py::isinstance<py::tuple>(pair)) arguments.refuse("only", "a tuple (column, value)");
  const Arguments parts("only", {"column", "value"}, {}, py::args(pair), {});
  return record::RowFilter{needed_text(parts, "column"), parts.number("value")};
}

void bind_record(py::module_& m) {
  using namespace record_bindings;
  py::options options;
  options.disable_function_signatures();
  bind_record_names(m);
  bind_record_series(m);
  bind_record_check(m);
  bind_record_figure(m);
  bind_record_scene(m);
  bind_record_explorer(m);
  bind_record_result(m);
  m.def("read", &read, read_doc);
  m.def("write_html", &write_html, write_html_doc);
  m.def("can_write_html", &record::can_write_html, can_write_html_doc);
  for (const char* name : {"read", "write_html", "can_write_html"}) m.attr(name).attr("__module__") = record_module;
}

}  // namespace stickslip::python
