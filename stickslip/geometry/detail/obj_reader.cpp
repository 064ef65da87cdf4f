#include <algorithm>
#include <array>
#include <charconv>

#include "stickslip/geometry/detail/mesh.hpp"
#include "stickslip/geometry/detail/mesh_text.hpp"

namespace stickslip::geometry::detail {

namespace {

// What does not matter for the shape.
constexpr std::array<std::string_view, 19> skipped{
    "vt",     "vn",     "vp",     "g",     "o",        "s",        "mg",  "l",          "p",        "usemtl",
    "mtllib", "usemap", "maplib", "bevel", "c_interp", "d_interp", "lod", "shadow_obj", "trace_obj"};

// Of a corner i, i/j, i//k or i/j/k: the vertex, from 0.
int corner_of(const MeshText& text, std::string_view word, std::size_t vertices) {
  const std::string_view first = word.substr(0, word.find('/'));
  long index = 0;
  const auto [end, error] = std::from_chars(first.data(), first.data() + first.size(), index);
  const bool is_plain = word.find_first_not_of("0123456789-/", first.size()) == std::string_view::npos;
  if (error == std::errc::invalid_argument || end != first.data() + first.size() || !is_plain) {
    text.fail("corner " + MeshText::shown(word) + " is no number of a vertex");
  }
  const long count = static_cast<long>(vertices);
  if (error != std::errc() || index == 0 || index > count || index < -count) {
    text.fail("corner " + MeshText::shown(word) + " must be 1 to " + std::to_string(count) +
              ", the number of vertices so far, or count back from -1");
  }
  return static_cast<int>(index > 0 ? index - 1 : count + index);
}

}  // namespace

Mesh read_obj(std::string_view bytes, const std::string& file) {
  MeshText text(bytes, file);
  Mesh mesh;
  do {
    const std::string_view keyword = text.word_of_line();
    if (keyword == "v") {
      const std::size_t line = text.line();
      Vec<3> position;
      for (double& x : position) x = text.number(text.word_of_line(), "coordinate");
      mesh.vertices.push_back({position, line});
    } else if (keyword == "f") {
      Mesh::Face face{mesh.corners.size(), 0, text.line()};
      for (std::string_view word = text.word_of_line(); !word.empty(); word = text.word_of_line()) {
        mesh.corners.push_back(corner_of(text, word, mesh.vertices.size()));
        ++face.count;
      }
      if (face.count < 3) text.fail("a face has " + std::to_string(face.count) + " corners; there must be 3 or more");
      mesh.faces.push_back(face);
    } else if (!keyword.empty() && std::ranges::find(skipped, keyword) == skipped.end()) {
      text.fail(MeshText::shown(keyword) + " begins no line of an OBJ file of polygons");
    }
  } while (text.next_line());
  return mesh;
}

}  // namespace stickslip::geometry::detail
