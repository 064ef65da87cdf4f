#include "stickslip/geometry/mesh_file.hpp"

#include "fuzz/reader.hpp"

using stickslip::geometry::Polyhedron;

// Both formats take any bytes: what they make of them is a convex body, or a ParseError.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const char* const file : {"input.obj", "input.stl"}) {
    try {
      const Polyhedron body = stickslip::geometry::read_polyhedron(bytes, file);
      stickslip::fuzz::require(body.volume() > 0.0 && body.inertia().allFinite(), "a body with volume and inertia");
      stickslip::fuzz::require(
          static_cast<std::size_t>(body.vertices().cols()) + body.faces().size() == body.edges().size() + 2,
          "that vertices, faces and edges obey Euler");
      stickslip::fuzz::require(body.depth(body.centre()) < 0.0, "that the centre lies inside");
    } catch (const stickslip::ParseError&) {
    }
  }
  return 0;
}
