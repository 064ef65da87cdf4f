#include "stickslip/geometry/mesh_file.hpp"

#include <bit>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"
#include "stickslip/core/test/refusal.hpp"
#include "stickslip/geometry/test/bodies.hpp"

namespace stickslip::geometry::test::mesh_file_test {
namespace {

using stickslip::test::refusal;

const std::string cube_vertices = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n";
const std::string cube_faces = "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

std::string said(const std::string& bytes, const std::string& file = "a.obj", double scale = 1.0) {
  return refusal([&] { read_polyhedron(bytes, file, scale); });
}

void append(std::string& bytes, std::uint32_t word) {
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>((word >> (8 * i)) & 255U);
}

// Fans of the faces.
std::string binary_stl(const Polyhedron& body, const std::string& head = "made here") {
  std::string triangles;
  std::uint32_t count = 0;
  for (const Polyhedron::Face& face : body.faces()) {
    const auto corners = body.corners(face);
    for (std::size_t i = 2; i < corners.size(); ++i, ++count) {
      for (int k = 0; k < 3; ++k) append(triangles, 0);
      for (const int corner : {corners[0], corners[i - 1], corners[i]}) {
        for (const double x : body.vertices().col(corner))
          append(triangles, std::bit_cast<std::uint32_t>(static_cast<float>(x)));
      }
      triangles += std::string(2, '\0');
    }
  }
  std::string bytes = head;
  bytes.resize(80, ' ');
  append(bytes, count);
  return bytes + triangles;
}

std::string ascii_stl(const Polyhedron& body) {
  std::string text = "solid a stone # 1\n";
  for (const Polyhedron::Face& face : body.faces()) {
    const auto corners = body.corners(face);
    for (std::size_t i = 2; i < corners.size(); ++i) {
      text += "  facet normal 0 0 0\n    outer loop\n";
      for (const int corner : {corners[0], corners[i - 1], corners[i]}) {
        text += "      vertex";
        for (const double x : body.vertices().col(corner)) text += " " + to_text(x);
        text += "\n";
      }
      text += "    endloop\n  endfacet\n";
    }
  }
  return text + "endsolid a stone\n";
}

void expect_same_body(const Polyhedron& read, const Polyhedron& body, double rounding) {
  EXPECT_EQ(read.vertices().cols(), body.vertices().cols());
  EXPECT_EQ(read.faces().size(), body.faces().size());
  EXPECT_NEAR(read.volume(), body.volume(), rounding);
  EXPECT_NEAR((read.centre() - body.centre()).norm(), 0.0, rounding);
  EXPECT_NEAR((read.inertia() - body.inertia()).norm(), 0.0, rounding);
}

TEST(ObjFile, ReadsACube) {
  const Polyhedron cube = read_polyhedron(cube_vertices + cube_faces, "cube.obj");
  EXPECT_EQ(cube.faces().size(), 6U);
  EXPECT_DOUBLE_EQ(cube.volume(), 1.0);
  EXPECT_NEAR(read_polyhedron(cube_vertices + cube_faces, "CUBE.OBJ", 1e-3).volume(), 1e-9, 1e-24);
}

TEST(ObjFile, TakesEveryFormOfACorner) {
  const std::string faces =
      "f 4/1/1 3/2/1 2/3/1 1/4/1\nf 5//1 6//2 7//3 8//4\nf 1/1 2/2 6/3 5/4\nf -7 \\\n  -6 -2 -3 # turned\r\nf 3 4 8 "
      "7\nf 4 1 5 8\n";
  const std::string rest =
      "\xEF\xBB\xBF# a cube\nmtllib a.mtl\no cube\n\nvt 0 0\nvn 0 0 1\n" + cube_vertices + "usemtl red\ns off\ng all\n";
  EXPECT_DOUBLE_EQ(read_polyhedron(rest + faces, "cube.obj").volume(), 1.0);
  // Triangles in either sense, a vertex with a weight, one with colours, one that no face has.
  const std::string tetrahedron =
      "v 0 0 0 1\nv 1 0 0 0.5 0.5 0.5\nv 0 1 0\nv 0 0 1\nv 9 9 9\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4";
  EXPECT_NEAR(read_polyhedron(tetrahedron, "a.obj").volume(), 1.0 / 6, 1e-15);
}

TEST(ObjFile, NamesTheLineOfWhatIsWrong) {
  EXPECT_EQ(said(""), "a.obj:1: the mesh has no faces");
  EXPECT_EQ(said(cube_vertices), "a.obj:1: the mesh has no faces");
  EXPECT_EQ(said("v 0 0\n"), "a.obj:1: coordinate is missing");
  EXPECT_EQ(said("v 0 0 1x\n"), "a.obj:1: coordinate = '1x' is no number");
  EXPECT_EQ(said("\nv 0 nan 0\n"), "a.obj:2: coordinate = 'nan' must be finite and at most 1e50 in size [m]");
  EXPECT_EQ(said("v 0 1e999 0\n"), "a.obj:1: coordinate = '1e999' must be finite and at most 1e50 in size [m]");
  EXPECT_EQ(said(cube_vertices + "f 1 2\n"), "a.obj:9: a face has 2 corners; there must be 3 or more");
  for (const std::string corner : {"9", "0", "-9", "99999999999999999999"}) {
    EXPECT_EQ(said(cube_vertices + "f 1 2 " + corner + "\n"),
              "a.obj:9: corner '" + corner + "' must be 1 to 8, the number of vertices so far, or count back from -1");
  }
  EXPECT_EQ(said(cube_vertices + "f 1 2 x\n"), "a.obj:9: corner 'x' is no number of a vertex");
  EXPECT_EQ(said(cube_vertices + "f 1 2 3/a\n"), "a.obj:9: corner '3/a' is no number of a vertex");
  EXPECT_EQ(said("surf 0 1\n"), "a.obj:1: 'surf' begins no line of an OBJ file of polygons");
  EXPECT_EQ(said(cube_vertices + cube_faces, "cube.ply"), "cube.ply:1: the name of a mesh must end in .obj or .stl");
  EXPECT_EQ(said(cube_vertices + cube_faces, "a.obj", 0.0), "read_polyhedron: scale = 0 must be positive and finite");
  EXPECT_NE(said(cube_vertices + cube_faces, "a.obj", 1e60).find("times the scale is more than 1e50 m"),
            std::string::npos);
  EXPECT_NE(said(cube_vertices + cube_faces, "a.obj", 1e-60).find("must be at least 1e-50"), std::string::npos);
}

TEST(MeshFile, RefusesWhatIsNotClosedAndConvex) {
  // Without its last face.
  EXPECT_EQ(
      said(cube_vertices + cube_faces.substr(0, cube_faces.size() - 10)),
      "a.obj:11: the edge from (0, 0, 0) to (0, 0, 1) belongs to 1 faces; in a closed mesh without T-junctions every "
      "edge belongs to 2");
  // A roof that is folded inwards.
  const std::string dented = cube_vertices + "v 0.5 0.5 0.75\n" + cube_faces.substr(0, 10) + cube_faces.substr(20) +
                             "f 5 6 9\nf 6 7 9\nf 7 8 9\nf 8 5 9\n";
  EXPECT_EQ(said(dented),
            "a.obj:9: vertex (0.5, 0.5, 0.75) lies 0.25 m inside the convex hull; the mesh must be convex within 1e-6 "
            "of its extent");
  // One that is flat but for 1e-7 is taken.
  std::string almost = dented;
  almost.replace(almost.find("0.75"), 4, "0.9999999");
  EXPECT_EQ(read_polyhedron(almost, "a.obj").faces().size(), 6U);
  // All vertices on the hull, and yet a notch: the top and one side are replaced by a valley between them.
  const std::string notch = cube_vertices + "f 4 3 2 1\nf 1 2 6 5\nf 3 4 8 7\nf 4 1 5 8\nf 5 6 2 3 7 8\n";
  EXPECT_NE(said(notch).find("the mesh must be convex"), std::string::npos) << said(notch);
  // Flat.
  EXPECT_NE(said("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 3 2 1\n").find("a.obj:1: mesh: "), std::string::npos);
  EXPECT_NE(said("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 3 4\nf 1 2 4\nf 1 3 4\n").find("lie in one plane"),
            std::string::npos);
  EXPECT_EQ(said("v 0 0 0\nf 1 1 1\n"), "a.obj:1: the mesh has no faces");
}

TEST(StlFile, ReadsTextAndBinary) {
  std::mt19937 engine(6);
  for (int trial = 0; trial < 20; ++trial) {
    const Polyhedron body = test::random_body(engine);
    expect_same_body(read_polyhedron(ascii_stl(body), "a.stl"), body, 1e-12);
    expect_same_body(read_polyhedron(binary_stl(body), "a.stl"), body, 1e-4);
    expect_same_body(read_polyhedron(binary_stl(body, "solid binary"), "a.STL"), body, 1e-4);
  }
}

TEST(StlFile, FacesOfATurnedBoxStayWhole) {
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(0.4, Vec<3>(1, 2, 3).normalized()).toRotationMatrix();
  const Polyhedron box = Polyhedron::from_points(turn * Polyhedron::box({1, 2, 3}).vertices());
  EXPECT_EQ(read_polyhedron(binary_stl(box), "box.stl").faces().size(), 6U);
}

TEST(StlFile, NamesWhatIsWrong) {
  const std::string text = ascii_stl(Polyhedron::box({1, 1, 1})), bytes = binary_stl(Polyhedron::box({1, 1, 1}));
  EXPECT_EQ(said("", "a.stl"),
            "a.stl:1: neither text that begins with 'solid' nor binary: it has 0 bytes, must have 84 for 0 triangles");
  EXPECT_EQ(
      said(bytes.substr(0, 300), "a.stl"),
      "a.stl:1: neither text that begins with 'solid' nor binary: it has 300 bytes, must have 684 for 12 triangles");
  EXPECT_EQ(said("solid\nendsolid\n", "a.stl"), "a.stl:1: the mesh has no faces");
  EXPECT_EQ(said("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n", "a.stl"), "a.stl:4: coordinate is missing");
  EXPECT_EQ(said(text.substr(0, text.find("endfacet")), "a.stl"), "a.stl:8: the text ends where 'endfacet' should");
  EXPECT_EQ(said("solid\nfacet normal 0 0 1\nouter loop\nendloop\n", "a.stl"),
            "a.stl:4: 'endloop' stands where 'vertex' should");
  EXPECT_EQ(said("solid\nfacet\n", "a.stl"), "a.stl:3: the text ends where 'normal' should");
  std::string broken = bytes;
  const std::uint32_t nan = std::bit_cast<std::uint32_t>(std::numeric_limits<float>::quiet_NaN());
  std::string word;
  append(word, nan);
  broken.replace(84 + 50 + 12, 4, word);
  EXPECT_EQ(said(broken, "a.stl"), "a.stl:1: triangle 1 has the coordinate nan, which must be finite [m]");
  EXPECT_NE(said(text.substr(0, text.size() / 2) + "endsolid", "a.stl").find("a.stl:"), std::string::npos);
}

}  // namespace
}  // namespace stickslip::geometry::test::mesh_file_test
