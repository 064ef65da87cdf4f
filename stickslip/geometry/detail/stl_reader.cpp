#include <bit>
#include <cctype>
#include <cmath>
#include <cstdint>

#include "stickslip/geometry/detail/mesh.hpp"
#include "stickslip/geometry/detail/mesh_text.hpp"

namespace stickslip::geometry::detail {

namespace {

constexpr std::size_t head_size = 84, triangle_size = 50;  // [byte]

std::uint32_t word_at(std::string_view bytes, std::size_t at) noexcept {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  }
  return value;
}

bool is_word(std::string_view word, std::string_view wanted) noexcept {
  if (word.size() != wanted.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (std::tolower(static_cast<unsigned char>(word[i])) != wanted[i]) return false;
  }
  return true;
}

void add_face(Mesh& mesh, std::size_t line) {
  mesh.faces.push_back({mesh.corners.size(), 3, line});
  for (std::size_t i = mesh.vertices.size() - 3; i < mesh.vertices.size(); ++i) {
    mesh.corners.push_back(static_cast<int>(i));
  }
}

Mesh read_binary(std::string_view bytes, const std::string& file) {
  Mesh mesh;
  const std::size_t count = word_at(bytes, head_size - 4);
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      Vec<3> position;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t at = head_size + triangle_size * k + 4 * (3 + 3 * corner + axis);
        const double x = static_cast<double>(std::bit_cast<float>(word_at(bytes, at)));
        if (!std::isfinite(x)) {
          throw ParseError(
              file, 1,
              "triangle " + std::to_string(k) + " has the coordinate " + to_text(x) + ", which must be finite [m]");
        }
        position(static_cast<Eigen::Index>(axis)) = x;
      }
      mesh.vertices.push_back({position, 1});
    }
    add_face(mesh, 1);
  }
  return mesh;
}

void expect(MeshText& text, std::string_view wanted) {
  const std::string_view word = text.word();
  if (is_word(word, wanted)) return;
  text.fail((word.empty() ? "the text ends" : MeshText::shown(word) + " stands") + " where '" + std::string(wanted) +
            "' should");
}

Mesh read_ascii(std::string_view bytes, const std::string& file) {
  MeshText text(bytes, file);
  Mesh mesh;
  expect(text, "solid");
  text.next_line();  // behind the name, which may be anything
  for (;;) {
    const std::string_view word = text.word();
    if (is_word(word, "endsolid")) {
      text.next_line();
      if (text.word().empty()) return mesh;
      text.next_line();  // another solid follows
    } else if (is_word(word, "facet")) {
      const std::size_t line = text.line();
      expect(text, "normal");
      for (int i = 0; i < 3; ++i) text.word();
      expect(text, "outer");
      expect(text, "loop");
      for (int i = 0; i < 3; ++i) {
        expect(text, "vertex");
        Vec<3> position;
        for (double& x : position) x = text.number(text.word_of_line(), "coordinate");
        mesh.vertices.push_back({position, text.line()});
      }
      expect(text, "endloop");
      expect(text, "endfacet");
      add_face(mesh, line);
    } else {
      text.fail((word.empty() ? "the text ends" : MeshText::shown(word) + " stands") +
                " where 'facet' or 'endsolid' should");
    }
  }
}

}  // namespace

Mesh read_stl(std::string_view bytes, const std::string& file) {
  // Binary files may begin with "solid", too; those of text never have just the length that the count asks for.
  const std::uint64_t count = bytes.size() >= head_size ? word_at(bytes, head_size - 4) : 0;
  const std::uint64_t needed = head_size + triangle_size * count;
  if (bytes.size() >= head_size && bytes.size() == needed) return read_binary(bytes, file);
  const std::size_t begin = bytes.find_first_not_of(" \t\r\n");
  if (begin != std::string_view::npos && is_word(bytes.substr(begin, 5), "solid")) return read_ascii(bytes, file);
  throw ParseError(file, 1,
                   "neither text that begins with 'solid' nor binary: it has " + std::to_string(bytes.size()) +
                       " bytes, must have " + std::to_string(needed) + " for " + std::to_string(count) + " triangles");
}

}  // namespace stickslip::geometry::detail
