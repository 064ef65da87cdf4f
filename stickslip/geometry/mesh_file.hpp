// Convex polyhedra from files of meshes: Wavefront OBJ, and STL as text or binary.
//
// OBJ   lines v x y z and f i j k …, corners also as i/j, i//k, i/j/k and counted back from the last by negative numbers;
//       a backslash at the end continues a line. Texture, normals, groups and materials are skipped, curved surfaces refused
// STL   what it says of normals is not used: many programs write zeros. Corners with the same coordinates are one
//
// Lengths are metres as they stand in the file, times `scale`. Faces within 1e-6 of the mesh's extent of one plane are one face: single
// precision and few digits do not break flat sides into triangles. The sense of the faces does not matter.
//
// A mesh must be closed, every vertex on the surface of the convex hull within 1e-6 of the extent, and its volume
// that of the hull. What is wrong is a ParseError with file and line (binary files are one line); a mesh without convexity is never
// filled up. Memory is in proportion to the file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "stickslip/geometry/polyhedron.hpp"

namespace stickslip::geometry {

inline constexpr std::size_t largest_mesh_file = std::size_t{256} << 20U;  // [byte]
inline constexpr double mesh_flatness =
    1e-6;  // of the extent: that vertices may lie below the hull, or beside their face

// `file` stands for the bytes in messages, and its ending says which format they have: .obj or .stl, in small or capital
// letters. Throws ParseError for what is wrong with the file, InvalidArgument unless the scale is positive and finite.
Polyhedron read_polyhedron(std::string_view bytes, const std::string& file, double scale = 1.0);

}  // namespace stickslip::geometry
