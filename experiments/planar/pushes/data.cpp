#include "experiments/planar/pushes/data.hpp"

#include <array>
#include <charconv>
#include <sstream>

#include "stickslip/core/error.hpp"
#include "stickslip/record/input_file.hpp"

namespace stickslip::experiments::planar {

std::vector<Push> read_pushes(const std::filesystem::path& path) {
  std::istringstream file(record::InputFile(path).read());
  std::string line;
  std::getline(file, line);
  std::vector<Push> pushes;
  for (std::size_t number = 2; std::getline(file, line); ++number) {
    const auto wrong = [&] { return ParseError(path.string(), number, "a log's name and seven numbers belong here"); };
    const std::size_t comma = line.find(',');
    if (comma == std::string::npos) throw wrong();
    std::array<double, 7> value{};
    const char* at = line.data() + comma;
    const char* const end = line.data() + line.size();
    for (double& v : value) {
      if (at == end || *at != ',') throw wrong();
      const auto [next, error] = std::from_chars(at + 1, end, v);
      if (error != std::errc()) throw wrong();
      at = next;
    }
    pushes.push_back({line.substr(0, comma), {value[1], value[2], value[3]}, {value[4], value[5], value[6]}});
  }
  return pushes;
}

}  // namespace stickslip::experiments::planar
