#include "stickslip/record/hdf5.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <functional>
#include <limits>
#include <sstream>
#include <thread>

#include <gtest/gtest.h>
#include <hdf5.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "stickslip/core/error.hpp"
#include "stickslip/core/test/property.hpp"
#include "stickslip/core/test/refusal.hpp"
#include "stickslip/record/detail/hdf5_image.hpp"
#include "stickslip/record/detail/layout_json.hpp"

namespace stickslip::record::hdf5_test {
namespace {

using test::refusal;

constexpr double infinity = std::numeric_limits<double>::infinity();

// Every member, with names and numbers that are not easy to keep.
Result everything() {
  Result result;
  result.name = "every-thing_1";
  result.title = "Träge Zahlen 数";
  result.source = "nobody, 2000, figure 1";
  result.version = "0.1.0";
  result.made = "2026-11-16T08:00:00Z";
  result.seconds = 0.1;
  result.parameters = {{"k/m", 0.1, "N/m"}, {"rule", std::string("µ·N"), "1"}, {".", -0.0}, {"a", std::string()}};
  result.series.emplace_back("loop", "title \"q\"",
                             std::vector<Column>{{"x", "m", {0.1, -0.0, 5e-324}},
                                                 {"f/n", "N", {infinity, -infinity, std::nan("")}},
                                                 {"f∕n", "1", {1.0, 2.0, 3.0}},
                                                 {".", "1", {1.0, 2.0, 3.0}},
                                                 {"", "", {1.0, 2.0, 1.7976931348623157e308}}});
  result.series.emplace_back("a", "no rows", std::vector<Column>{{"t", "s"}, {"v", "m/s"}});
  result.checks = {equal("drift", "m", 0.1, 0.1, 1e-9), at_most("cost", "s", 1.0, std::nan("")),
                   at_least("µ", "1", -infinity, 2.0)};
  result.tables = {{"second", "loop", {"a", "", "ç"}, true}, {"first", "a"}};
  result.figures = {{"z-last", "Z", "caption", {{"p", {"x", "mm", 1e3}, {"f", "N"}, {}}}, 3}, {"b", "", "", {}}};
  result.figures[0].panels[0].marks = {{MarkKind::line, "loop", {"x", "f/n"}, "l", Colour::red, Dash::dashed}};
  result.scenes = {{"scene", "S", "c", {"x", "m"}, {"y", "m"}, {"z", "m"}, {}}};
  result.scenes[0].shapes = {{ShapeKind::curve, "loop", {"x", ".", ""}}};
  result.explorers = {{"rows", "R", "c", "loop", {"f/n", "", "x"}, {}, "", "Läufe"},
                      {"other", "", "", "a", {"t", "v"}}};
  result.explorers[1].axes = {{"t", "ms", 1e3}, {"v", "m/s", 1.0, true}};
  result.explorers[1].colour_by = "t";
  return result;
}

// All of a result as text, numbers of series bit for bit.
std::string image(const Result& result) {
  std::ostringstream text;
  text << detail::to_json(result).dump(1);
  for (const Series& series : result.series) {
    text << "\n" << series.name() << "|" << series.title();
    for (const Column& column : series.columns()) {
      text << "\n" << column.name << "|" << column.unit << std::hex;
      for (const double value : column.values) text << " " << std::bit_cast<std::uint64_t>(value);
    }
  }
  return text.str();
}

class Hdf5 : public testing::Test {
 protected:
  Hdf5() : folder_(std::filesystem::temp_directory_path() / ("stickslip_hdf5_test_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~Hdf5() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path path() const { return folder_ / "result.h5"; }
  Result reread(const Result& result) const {
    write_hdf5(result, path());
    return read_hdf5(path());
  }
  std::string bytes() const {
    std::stringstream text;
    text << std::ifstream(path(), std::ios::binary).rdbuf();
    return text.str();
  }
  // What is said of a file of these bytes, after its name.
  std::string said(const std::string& content) const {
    std::ofstream(path(), std::ios::binary) << content;
    try {
      read_hdf5(path());
    } catch (const ParseError& error) {
      const std::string start = path().string() + ":1: ";
      EXPECT_EQ(std::string(error.what()).substr(0, start.size()), start);
      return std::string(error.what()).substr(start.size());
    }
    return "accepted";
  }

  std::filesystem::path folder_;
};

TEST_F(Hdf5, ReadsBackBitForBit) {
  EXPECT_EQ(image(reread(everything())), image(everything()));
  Result nothing;
  nothing.name = "nothing";
  EXPECT_EQ(image(reread(nothing)), image(nothing));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), std::filesystem::directory_iterator()), 1);
}

TEST_F(Hdf5, ReadsBackWhateverIsDrawn) {
  const char* const parts[] = {"a", "/", ".", "∕", "․", "_", "µ", " ", "\n", "[", "\\"};
  const auto draw_text = [&] {
    std::string text;
    for (const int part : test::draw(static_cast<std::size_t>(*test::whole(0, 3)), 0, 10)) text += parts[part];
    return text;
  };
  test::for_all(
      [&] {
        Result result;
        result.name = "drawn";
        result.title = draw_text();
        result.skipped = draw_text();
        std::vector<Column> columns;
        const auto rows = static_cast<std::size_t>(*test::whole(0, 20) == 0 ? 70000 : *test::whole(0, 1100));
        const int count = *test::whole(1, 6);
        for (int c = 0; c < count; ++c) {
          Column column{draw_text(), c % 2 == 0 ? "m" : "µ"};
          const auto same = [&](const Column& other) { return other.name == column.name; };
          if (std::any_of(columns.begin(), columns.end(), same)) continue;
          auto bits = static_cast<std::uint64_t>(*test::whole(1, 1 << 30));
          for (std::size_t i = 0; i < rows; ++i) {
            column.values.push_back(std::bit_cast<double>(bits *= 6364136223846793005U));
          }
          columns.push_back(column);
          const bool is_number = *test::whole(0, 1) == 0;
          if (column.name.empty()) continue;
          result.parameters.push_back({column.name, is_number ? decltype(Parameter::value)(0.1 * c) : draw_text()});
        }
        result.series.emplace_back("s", draw_text(), columns);
        RC_ASSERT(image(reread(result)) == image(result));
      },
      40);
}

TEST_F(Hdf5, KeepsManyAndLongMembers) {
  Result result;
  result.name = "many";
  result.title = std::string(100000, 'x');
  std::vector<Column> columns;
  for (int i = 0; i < 5000; ++i) columns.push_back({std::to_string(i), "1", {static_cast<double>(i)}});
  result.series.emplace_back("wide", "", columns);
  std::vector<double> ramp(300001);
  for (std::size_t i = 0; i < ramp.size(); ++i) ramp[i] = 1e-3 * static_cast<double>(i);
  result.series.emplace_back("long", "", std::vector<Column>{{"ramp", "1", ramp}});
  EXPECT_EQ(image(reread(result)), image(result));
}

// A constant is where compression does most.
TEST_F(Hdf5, CompressesLongColumns) {
  Result result;
  result.name = "flat";
  result.series.emplace_back("a", "", std::vector<Column>{{"x", "m", std::vector<double>(2000000, 0.1)}});
  EXPECT_EQ(image(reread(result)), image(result));
  EXPECT_LT(std::filesystem::file_size(path()), 100000U);
}

TEST_F(Hdf5, WritesTheSameBytesAgain) {
  write_hdf5(everything(), path());
  const std::string first = bytes();
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // HDF5 would keep the second
  write_hdf5(everything(), path());
  EXPECT_TRUE(bytes() == first);
}

TEST_F(Hdf5, RefusesWhatItCannotKeep) {
  Result result = everything();
  result.title = "\xb5";
  EXPECT_EQ(refusal([&] { write_hdf5(result, path()); }), "attribute title of / holds a text that is not UTF-8");
  result.title = std::string("a\0b", 3);
  EXPECT_EQ(refusal([&] { write_hdf5(result, path()); }), "attribute title of / must not hold a zero character");
  result = everything();
  result.figures[0].panels[0].marks[0].series = "lop";
  EXPECT_THROW(write_hdf5(result, path()), InvalidArgument);
  EXPECT_FALSE(std::filesystem::exists(path()));
  EXPECT_THROW(write_hdf5(everything(), folder_ / "absent" / "a.h5"), std::filesystem::filesystem_error);
}

TEST_F(Hdf5, NamesAFileThatCannotBeOpened) {
  for (const auto& absent : {folder_ / "absent.h5", folder_}) {
    try {
      read_hdf5(absent);
      FAIL();
    } catch (const std::filesystem::filesystem_error& error) {
      EXPECT_EQ(error.path1(), absent);
      EXPECT_NE(error.code().value(), 0) << "no reason";
    }
  }
}

TEST_F(Hdf5, WaitsForNoPipe) {
  const std::filesystem::path pipe = folder_ / "pipe.h5";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  try {
    read_hdf5(pipe);
    FAIL();
  } catch (const ParseError& error) {
    EXPECT_EQ(error.what(), pipe.string() + ":1: not a regular file");
  }
}

TEST_F(Hdf5, RefusesOtherFiles) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(said(""), "not an HDF5 file");
  EXPECT_EQ(said("t [s],x [m]\n0,1\n"), "not an HDF5 file");
  EXPECT_EQ(said("\x89HDF\r\n\x1a\n"), "not an HDF5 file, or not a whole one");
  EXPECT_EQ(said(detail::Hdf5Writer().image()), "attribute format of / is missing");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

// A byte changed anywhere is noticed, and so is a file cut off; but the checksum alone may go.
TEST_F(Hdf5, NoticesDamage) {
  write_hdf5(everything(), path());
  const std::string whole = bytes();
  const std::size_t end = whole.rfind("\nstickslip checksum ");
  for (std::size_t i = 0; i < whole.size(); i += i < 100 || i + 50 > end ? 1 : 7) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    EXPECT_NE(said(damaged), "accepted") << "byte " << i;
  }
  for (std::size_t i = 0; i<whole.size(); i += i + 50> end ? 1 : 53) {
    EXPECT_EQ(said(whole.substr(0, i)) == "accepted", i == end) << i << " bytes";
  }
  for (const std::size_t i : {end - 1000, end - 1, end}) {
    EXPECT_NE(said(whole.substr(0, i) + std::string(whole.size() - i, '\0')), "accepted") << "zeros from " << i;
  }
  EXPECT_EQ(said(whole + whole), "damaged: its length or the checksum at its end is wrong");
}

// Members of the smallest result with one series, check, table and figure, and what to write for each.
using Write = std::function<void(detail::Hdf5Writer&)>;
std::vector<std::pair<std::string, Write>> members() {
  using detail::Numbers;
  using detail::Texts;
  std::vector<std::pair<std::string, Write>> list;
  const auto add = [&](const detail::Member& member, const auto& value) {
    list.emplace_back(member.attribute.empty() ? member.path : "attribute " + member.attribute + " of " + member.path,
                      [=](detail::Hdf5Writer& file) { file.write(member, value); });
  };
  const auto group = [&](const std::string& path) {
    list.emplace_back("group " + path, [=](detail::Hdf5Writer& file) { file.group(path); });
  };
  add({"/", "format"}, std::string("stickslip result 1"));
  for (const char* name : {"name", "title", "source", "version", "made", "skipped"}) add({"/", name}, std::string("a"));
  add({"/", "seconds"}, 1.0);
  group("/parameters");
  add({"/parameters", "names"}, Texts{"p"});
  add({"/parameters/p"}, 2.0);
  add({"/parameters/p", "unit"}, std::string("m"));
  group("/series");
  add({"/series", "names"}, Texts{"s"});
  group("/series/s");
  add({"/series/s", "title"}, std::string(""));
  add({"/series/s", "columns"}, Texts{"x", "y"});
  add({"/series/s/x"}, Numbers{1.0, 2.0});
  add({"/series/s/x", "unit"}, std::string("m"));
  add({"/series/s/y"}, Numbers{3.0, 4.0});
  add({"/series/s/y", "unit"}, std::string("m"));
  group("/checks");
  for (const char* field : {"quantity", "unit"}) add({std::string("/checks/").append(field)}, Texts{"q"});
  add({"/checks/relation"}, Texts{"equal"});
  for (const char* field : {"published", "measured", "tolerance"}) {
    add({std::string("/checks/").append(field)}, Numbers{1.0});
  }
  add({"/tables"}, Texts{R"({"title":"","series":"s","row_labels":[]})"});
  group("/figures");
  add({"/figures", "names"}, Texts{"f"});
  add({"/figures/f"}, std::string(R"({"name":"f","title":"","caption":"","columns":0,"panels":[]})"));
  group("/scenes");
  add({"/scenes", "names"}, Texts{});
  return list;
}

// A file of all members, the one of that name written otherwise.
std::string image_with(const std::string& name, const Write& write) {
  detail::Hdf5Writer file;
  for (const auto& [member, usual] : members()) (member == name ? write : usual)(file);
  return file.image();
}

TEST_F(Hdf5, ReadsFilesOfOthers) {
  std::ofstream(path(), std::ios::binary) << image_with("", {});
  const Result result = read_hdf5(path());
  EXPECT_EQ(std::get<double>(result.parameters.at(0).value), 2.0);
  EXPECT_EQ(result["s"]["y"], (std::vector<double>{3.0, 4.0}));
  EXPECT_EQ(result.checks.at(0).quantity, "q");
  EXPECT_TRUE(result.scenes.empty());
  EXPECT_TRUE(result.explorers.empty());  // which earlier versions did not write
}

TEST_F(Hdf5, NamesTheExplorerThatIsWrong) {
  const auto said_of = [&](const std::string& json) {
    return said(image_with("group /scenes", [&](detail::Hdf5Writer& file) {
      file.group("/scenes");
      file.group("/explorers");
      file.write({"/explorers", "names"}, detail::Texts{"e"});
      file.write({"/explorers/e"}, json);
    }));
  };
  const std::string good =
      R"({"name":"e","title":"","caption":"","series":"s","columns":["x","y"],"axes":[],"colour_by":"","rows":"rows"})";
  EXPECT_EQ(said_of(good), "accepted");
  EXPECT_EQ(said_of("{}"), R"(/explorers/e: explorer has no entry "name")");
  EXPECT_EQ(said_of(std::string(good).replace(9, 1, "f")), "/explorers/e holds another name: f");
  EXPECT_EQ(said_of(std::string(good).replace(good.find("\"y\""), 3, "\"z\"")),
            "Result a, explorer e: Series s: no column z; there are: x y");
}

TEST_F(Hdf5, NamesWhatIsMissingOrOfAnotherType) {
  testing::internal::CaptureStderr();
  for (const auto& [name, usual] : members()) {
    if (name.substr(0, 5) == "group") continue;
    const bool is_attribute = name.substr(0, 9) == "attribute";
    const std::string path = is_attribute ? name.substr(name.rfind(' ') + 1) : name;
    const detail::Member member{path, is_attribute ? name.substr(10, name.find(' ', 10) - 10) : ""};
    const Write flags = [&](detail::Hdf5Writer& file) { file.write(member, detail::Flags{1, 0}); };
    EXPECT_EQ(said(image_with(name, flags)).substr(0, name.size() + 8), name + " must be");
    if (name == "/series/s/x" || name == "/series/s/y" || name == "/parameters/p") continue;  // have attributes
    EXPECT_EQ(said(image_with(name, [](detail::Hdf5Writer&) {})), name + " is missing");
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(Hdf5, NamesWhatIsWrong) {
  const auto changed = [&](const std::string& name, const detail::Member& member, const auto& value) {
    return said(image_with(name, [&](detail::Hdf5Writer& file) { file.write(member, value); }));
  };
  EXPECT_EQ(changed("attribute format of /", {"/", "format"}, "stickslip result 2"),
            R"(attribute format of / = "stickslip result 2" must be "stickslip result 1")");
  EXPECT_EQ(changed("attribute format of /", {"/", "format"}, detail::Texts{"stickslip result 1"}),
            "attribute format of / must be a single value");
  EXPECT_EQ(changed("/series/s/y", {"/series/s/y"}, detail::Numbers{3.0}),
            "/series/s: Series s: column y has 1 values, expected 2");
  EXPECT_EQ(changed("/series/s/y", {"/series/s/y"}, 3.0), "/series/s/y must be a list");
  EXPECT_EQ(changed("attribute columns of /series/s", {"/series/s", "columns"}, detail::Texts{"x", "x"}),
            "attribute unit of /series/s/x_ is missing");
  EXPECT_EQ(changed("attribute columns of /series/s", {"/series/s", "columns"}, detail::Texts{}),
            "/series/s: Series s: needs at least one column");
  EXPECT_EQ(changed("attribute names of /series", {"/series", "names"}, detail::Texts{"../series/s"}),
            "attribute columns of /series/..∕series∕s is missing");
  EXPECT_EQ(changed("/checks/tolerance", {"/checks/tolerance"}, detail::Numbers{}),
            "/checks/tolerance must be as long as /checks/quantity, 1, not 0");
  EXPECT_EQ(changed("/checks/relation", {"/checks/relation"}, detail::Texts{"less"}),
            R"(/checks/relation: relation = "less" must be one of equal, at_most, at_least)");
  EXPECT_EQ(changed("/tables", {"/tables"}, detail::Texts{"{"}), "/tables: not JSON, at byte 2");
  EXPECT_EQ(changed("/tables", {"/tables"}, detail::Texts{R"({"title":"T","series":"t","row_labels":[]})"}),
            "Result a, table T: Result a: no series t; there are: s");
  EXPECT_EQ(changed("/figures/f", {"/figures/f"}, R"({"name":"f"})"), R"(/figures/f: figure has no entry "title")");
  EXPECT_EQ(changed("/figures/f", {"/figures/f"}, R"({"name":"g","title":"","caption":"","columns":0,"panels":[]})"),
            "/figures/f holds another name: g");
}

// Whatever a file claims, no more is allocated than could be in it.
TEST_F(Hdf5, BelievesNoClaimThatCannotBe) {
  const auto with_dataset = [&](hsize_t rows, const std::function<void(hid_t)>& storage) {
    std::ofstream(path(), std::ios::binary) << image_with("", {});
    const hid_t file = H5Fopen(path().c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    H5Ldelete(file, "/checks/published", H5P_DEFAULT);
    const hid_t space = H5Screate_simple(1, &rows, nullptr), how = H5Pcreate(H5P_DATASET_CREATE);
    storage(how);
    H5Dclose(H5Dcreate2(file, "/checks/published", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, how, H5P_DEFAULT));
    H5Pclose(how);
    H5Sclose(space);
    H5Fclose(file);
    return said(bytes());
  };
  constexpr hsize_t rows = 1'000'000'000'000'000;
  const std::string claims = "/checks/published claims 1000000000000000 values, more than the file can hold";
  EXPECT_EQ(with_dataset(rows, [](hid_t) {}), claims);
  EXPECT_EQ(with_dataset(rows,
                         [](hid_t how) {
                           const hsize_t chunk = 1024;
                           H5Pset_chunk(how, 1, &chunk);
                         }),
            claims);
  EXPECT_EQ(with_dataset(1, [](hid_t how) { H5Pset_external(how, "/dev/zero", 0, 8); }),
            "/checks/published must not be kept in another file");
}

TEST_F(Hdf5, LooksIntoNoOtherFile) {
  std::ofstream(folder_ / "other.h5", std::ios::binary) << image_with("", {});
  std::ofstream(path(), std::ios::binary) << image_with("/tables", [](detail::Hdf5Writer&) {});
  const hid_t file = H5Fopen(path().c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  H5Lcreate_external((folder_ / "other.h5").c_str(), "/tables", file, "/tables", H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose(file);
  EXPECT_EQ(said(bytes()), "/tables must not be a link to somewhere else");
}

TEST_F(Hdf5, LosesItsChecksumWhenAnotherProgramChangesIt) {
  write_hdf5(everything(), path());
  const hid_t file = H5Fopen(path().c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  H5Adelete(file, "seconds");
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t attribute = H5Acreate2(file, "seconds", H5T_IEEE_F64BE, space, H5P_DEFAULT, H5P_DEFAULT);
  const double seconds = 7.0;
  H5Awrite(attribute, H5T_NATIVE_DOUBLE, &seconds);
  H5Aclose(attribute);
  H5Sclose(space);
  H5Fclose(file);
  Result expected = everything();
  expected.seconds = seconds;
  EXPECT_EQ(image(read_hdf5(path())), image(expected));
}

// Integers and narrow numbers, in a group, as other programs leave them; links elsewhere and lists of lists are refused.
TEST_F(Hdf5, GivesTheNumbersOfOtherPrograms) {
  const hid_t file = H5Fcreate(path().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t group = H5Gcreate2(file, "/g", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const hsize_t three = 3, square[] = {1, 3};
  const hid_t list = H5Screate_simple(1, &three, nullptr), table = H5Screate_simple(2, square, nullptr);
  const int whole[] = {-2, 0, 7};
  const auto write = [&](const char* name, hid_t type, hid_t space) {
    const hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, whole);
    H5Dclose(set);
  };
  write("/g/whole", H5T_STD_I16BE, list);
  write("/g/narrow", H5T_IEEE_F32LE, list);
  write("/g/table", H5T_STD_I32LE, table);
  H5Sclose(list);
  H5Sclose(table);
  H5Gclose(group);
  H5Fclose(file);
  const auto found = read_hdf5_numbers(path(), {"/g/whole", "/g/narrow", "/g/absent", "/nowhere/x"});
  const std::vector<double> numbers = {-2.0, 0.0, 7.0};
  EXPECT_EQ(found, (std::map<std::string, std::vector<double>>{{"/g/whole", numbers}, {"/g/narrow", numbers}}));
  EXPECT_EQ(refusal([&] { read_hdf5_numbers(path(), {"/g/table"}); }), path().string() + ":1: /g/table must be a list");
  EXPECT_EQ(refusal([&] { read_hdf5_numbers(path(), {"/g"}); }), path().string() + ":1: /g must be a dataset");
}

TEST_F(Hdf5, ServesManyThreads) {
  std::vector<std::string> images(4);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < images.size(); ++i) {
    threads.emplace_back([&, i] {
      const auto own = folder_ / (std::to_string(i) + ".h5");
      for (int k = 0; k < 10; ++k) {
        write_hdf5(everything(), own);
        images[i] = image(read_hdf5(own));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(images, std::vector<std::string>(images.size(), image(everything())));
}

}  // namespace
}  // namespace stickslip::record::hdf5_test
