#include "stickslip/record/hdf5.hpp"

#include <cstdint>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "stickslip/core/error.hpp"
#include "stickslip/record/detail/hdf5_image.hpp"
#include "stickslip/record/detail/layout_json.hpp"
#include "stickslip/record/input_file.hpp"

namespace stickslip::record {

namespace {

using detail::Hdf5Reader;
using detail::Hdf5Writer;
using detail::Numbers;
using detail::Texts;

constexpr const char* format = "stickslip result 1";
constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";

// A checksum that stands behind the end of the HDF5 data, where other programs do not look.
std::string seal_of(std::string_view data) {
  std::uint64_t hash = 0xcbf29ce484222325U;  // FNV-1a
  for (const char c : data) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  std::string digits(16, '0');
  for (std::size_t i = 16; i-- > 0; hash >>= 4U) digits[i] = "0123456789abcdef"[hash & 15U];
  return "\nstickslip checksum " + digits + "\n";
}

// Where the HDF5 data end, as the first kind of HDF5's header says at byte 40; for others, the whole length.
std::size_t end_of(const std::string& image) {
  constexpr std::size_t place = 40;
  if (image.size() < place + 8 || image[signature.size()] != 0) return image.size();
  std::size_t end = 0;
  for (std::size_t i = 8; i-- > 0;) end = end << 8U | static_cast<unsigned char>(image[place + i]);
  return end;
}

// Names of members: '/' and a lone '.' mean something to HDF5, and no two may be the same.
Texts links(const Texts& names) {
  Texts list;
  std::set<std::string> taken;
  for (const std::string& name : names) {
    std::string link;
    for (const char c : name) link += c == '/' ? std::string("∕") : std::string(1, c);
    if (link.empty() || link == ".") link = "․";  // U+2024
    while (!taken.insert(link).second) link += '_';
    list.push_back(std::move(link));
  }
  return list;
}

template <class T, class Get>
auto each(const std::vector<T>& items, Get get) {
  std::vector<decltype(get(items.front()))> list;
  list.reserve(items.size());
  for (const T& item : items) list.push_back(get(item));
  return list;
}

// A group with the names of its members; returns their paths.
Texts write_group(Hdf5Writer& file, const std::string& path, const Texts& names, const char* attribute = "names") {
  file.group(path);
  file.write({path, attribute}, names);
  return each(links(names), [&](const std::string& link) { return path + "/" + link; });
}

void write_parameters(Hdf5Writer& file, const std::vector<Parameter>& parameters) {
  const Texts paths = write_group(file, "/parameters", each(parameters, [](const Parameter& p) { return p.name; }));
  for (std::size_t i = 0; i < paths.size(); ++i) {
    std::visit([&](const auto& value) { file.write({paths[i]}, value); }, parameters[i].value);
    file.write({paths[i], "unit"}, parameters[i].unit);
  }
}

void write_series(Hdf5Writer& file, const std::vector<Series>& list) {
  const Texts paths = write_group(file, "/series", each(list, [](const Series& s) { return s.name(); }));
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const std::vector<Column>& columns = list[i].columns();
    const Texts datasets =
        write_group(file, paths[i], each(columns, [](const Column& c) { return c.name; }), "columns");
    file.write({paths[i], "title"}, list[i].title());
    for (std::size_t c = 0; c < columns.size(); ++c) {
      file.write({datasets[c]}, columns[c].values);
      file.write({datasets[c], "unit"}, columns[c].unit);
    }
  }
}

void write_checks(Hdf5Writer& file, const std::vector<Check>& checks) {
  file.group("/checks");
  file.write({"/checks/quantity"}, each(checks, [](const Check& c) { return c.quantity; }));
  file.write({"/checks/unit"}, each(checks, [](const Check& c) { return c.unit; }));
  file.write({"/checks/relation"}, each(checks, [](const Check& c) { return std::string(name_of(c.relation)); }));
  file.write({"/checks/published"}, each(checks, [](const Check& c) { return c.published; }));
  file.write({"/checks/measured"}, each(checks, [](const Check& c) { return c.measured; }));
  file.write({"/checks/tolerance"}, each(checks, [](const Check& c) { return c.tolerance; }));
  file.write({"/checks/passed"}, each(checks, [](const Check& c) { return static_cast<signed char>(c.passed()); }));
}

std::vector<Axis> axes_of(const Figure& figure) {
  std::vector<Axis> axes;
  for (const Panel& panel : figure.panels) axes.insert(axes.end(), {panel.x, panel.y});
  return axes;
}

std::vector<Axis> axes_of(const Scene& scene) {
  return {scene.x, scene.y, scene.z};
}

std::vector<Axis> axes_of(const Explorer& explorer) {
  return explorer.axes;
}

template <class Picture>
void write_pictures(Hdf5Writer& file, const std::string& group, const std::vector<Picture>& pictures) {
  const Texts paths = write_group(file, group, each(pictures, [](const Picture& p) { return p.name; }));
  for (std::size_t i = 0; i < paths.size(); ++i) {
    file.write({paths[i]}, detail::to_text(detail::to_json(pictures[i]), paths[i]));
    file.write({paths[i], "title"}, pictures[i].title);
    const auto label = [](const Axis& axis) { return axis.label + " [" + axis.unit + "]"; };
    file.write({paths[i], "axes"}, each(axes_of(pictures[i]), label));
  }
}

std::string image_of(const Result& result) {
  Hdf5Writer file;
  file.write({"/", "format"}, format);
  file.write({"/", "name"}, result.name);
  file.write({"/", "title"}, result.title);
  file.write({"/", "source"}, result.source);
  file.write({"/", "version"}, result.version);
  file.write({"/", "made"}, result.made);
  file.write({"/", "seconds"}, result.seconds);
  file.write({"/", "skipped"}, result.skipped);
  write_parameters(file, result.parameters);
  write_series(file, result.series);
  write_checks(file, result.checks);
  const auto json = [](const Table& table) { return detail::to_text(detail::to_json(table), "/tables"); };
  file.write({"/tables"}, each(result.tables, json));
  write_pictures(file, "/figures", result.figures);
  write_pictures(file, "/scenes", result.scenes);
  write_pictures(file, "/explorers", result.explorers);
  return file.image();
}

// Runs `make`; says of what it refuses that it is about this member.
template <class Make>
auto about(const std::string& path, Make make) {
  try {
    return make();
  } catch (const InvalidArgument& wrong) {
    throw std::runtime_error(path + ": " + wrong.what());
  }
}

std::vector<Parameter> read_parameters(Hdf5Reader& file) {
  std::vector<Parameter> list;
  const Texts names = file.texts({"/parameters", "names"}), paths = links(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string path = "/parameters/" + paths[i];
    Parameter parameter{names[i], {}, file.text({path, "unit"})};
    if (file.is_text({path})) {
      parameter.value = file.text({path});
    } else {
      parameter.value = file.number({path});
    }
    list.push_back(std::move(parameter));
  }
  return list;
}

std::vector<Series> read_series(Hdf5Reader& file) {
  std::vector<Series> list;
  const Texts names = file.texts({"/series", "names"}), paths = links(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string path = "/series/" + paths[i];
    std::vector<Column> columns;
    const Texts column_names = file.texts({path, "columns"}), datasets = links(column_names);
    for (std::size_t c = 0; c < column_names.size(); ++c) {
      const std::string dataset = path + "/" + datasets[c];
      columns.push_back({column_names[c], file.text({dataset, "unit"}), file.numbers({dataset})});
    }
    list.push_back(about(path, [&] { return Series(names[i], file.text({path, "title"}), std::move(columns)); }));
  }
  return list;
}

std::vector<Check> read_checks(Hdf5Reader& file) {
  const Texts quantity = file.texts({"/checks/quantity"});
  const auto as_long = [&](const char* path, auto values) {
    if (values.size() == quantity.size()) return values;
    throw std::runtime_error(std::string(path).append(" must be as long as /checks/quantity, ") +
                             std::to_string(quantity.size()) + ", not " + std::to_string(values.size()));
  };
  const auto texts = [&](const char* path) { return as_long(path, file.texts({path})); };
  const auto numbers = [&](const char* path) { return as_long(path, file.numbers({path})); };
  const Texts unit = texts("/checks/unit"), relation = texts("/checks/relation");
  const Numbers published = numbers("/checks/published"), measured = numbers("/checks/measured"),
                tolerance = numbers("/checks/tolerance");
  std::vector<Check> list;
  for (std::size_t i = 0; i < quantity.size(); ++i) {
    const auto kind = about("/checks/relation", [&] { return detail::relation_from_text(relation[i]); });
    list.push_back({quantity[i], unit[i], kind, published[i], measured[i], tolerance[i]});
  }
  return list;
}

template <class Picture>
std::vector<Picture> read_pictures(Hdf5Reader& file, const std::string& group, Picture (*from)(const std::string&)) {
  std::vector<Picture> list;
  const Texts names = file.texts({group, "names"}), paths = links(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string path = group + "/" + paths[i];
    list.push_back(about(path, [&] { return from(file.text({path})); }));
    if (list.back().name != names[i]) throw std::runtime_error(path + " holds another name: " + list.back().name);
  }
  return list;
}

Result result_of(const std::string& image) {
  Hdf5Reader file(image);
  const std::string found = file.text({"/", "format"});
  if (found != format) throw std::runtime_error("attribute format of / = \"" + found + "\" must be \"" + format + '"');
  Result result;
  result.name = file.text({"/", "name"});
  result.title = file.text({"/", "title"});
  result.source = file.text({"/", "source"});
  result.version = file.text({"/", "version"});
  result.made = file.text({"/", "made"});
  result.seconds = file.number({"/", "seconds"});
  result.skipped = file.text({"/", "skipped"});
  result.parameters = read_parameters(file);
  result.series = read_series(file);
  result.checks = read_checks(file);
  for (const std::string& json : file.texts({"/tables"})) {
    result.tables.push_back(about("/tables", [&] { return detail::table_from_json(json); }));
  }
  result.figures = read_pictures(file, "/figures", detail::figure_from_json);
  result.scenes = read_pictures(file, "/scenes", detail::scene_from_json);
  if (file.has("/explorers")) result.explorers = read_pictures(file, "/explorers", detail::explorer_from_json);
  validate(result);
  return result;
}

// The bytes of an HDF5 file, which must be whole: HDF5 may crash on damaged ones.
std::string read_image(const std::filesystem::path& path) {
  InputFile file(path);
  std::string image = file.read(signature.size());
  if (image != signature) throw std::runtime_error("not an HDF5 file");
  image += file.read();
  const std::size_t size = image.size(), end = end_of(image);
  const bool is_whole =
      end == size || (end < size && image.substr(end) == seal_of(std::string_view(image).substr(0, end)));
  if (!is_whole) throw std::runtime_error("damaged: its length or the checksum at its end is wrong");
  image.resize(end);
  return image;
}

}  // namespace

void write_hdf5(const Result& result, const std::filesystem::path& path, Links links) {
  validate(result);
  const std::string image = image_of(result);
  AtomicFile file(path, links);
  file.stream() << image << seal_of(image);
  file.commit();
}

namespace {

// Runs `read`; what it finds wrong is about this file.
template <class Read>
auto about_file(const std::filesystem::path& path, Read read) {
  try {
    return read();
  } catch (const std::filesystem::filesystem_error&) {
    throw;
  } catch (const ParseError&) {
    throw;
  } catch (const std::runtime_error& wrong) {
    throw ParseError(path.string(), 1, wrong.what());
  } catch (const InvalidArgument& wrong) {
    throw ParseError(path.string(), 1, wrong.what());
  }
}

}  // namespace

Result read_hdf5(const std::filesystem::path& path) {
  return about_file(path, [&] { return result_of(read_image(path)); });
}

std::map<std::string, std::vector<double>> read_hdf5_numbers(const std::filesystem::path& path,
                                                             const std::vector<std::string>& datasets) {
  return about_file(path, [&] {
    Hdf5Reader file(read_image(path));
    std::map<std::string, std::vector<double>> found;
    for (const std::string& dataset : datasets) {
      if (file.has(dataset)) found[dataset] = file.any_numbers({dataset});
    }
    return found;
  });
}

}  // namespace stickslip::record
