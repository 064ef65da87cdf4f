"""Shapes and their distance: against closed forms, and against what files and arguments may have wrong."""

import os
import struct

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from stickslip.geometry import Plane, Polyhedron, Sphere, distance, overlap

CUBE = """
v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1
f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8
"""


def sound(body):
    """Planes bound the body, faces lie in them, and Euler's relation holds."""
    normals, offsets = body.planes
    heights = body.vertices @ normals.T - offsets
    assert heights.max() < 1e-12
    for k, corners in enumerate(body.faces):
        assert_allclose(heights[corners, k], 0.0, atol=1e-12)
    assert len(body.vertices) - len(body.edges) + len(body.faces) == 2
    return True


def test_a_box_is_that_of_the_textbook():
    box = Polyhedron.box((1, 2, 3))
    assert sound(box) and box.vertices.shape == (8, 3) and box.edges.shape == (12, 2)
    assert [len(corners) for corners in box.faces] == [4] * 6
    assert box.volume == pytest.approx(6.0) and box.radius == pytest.approx(np.sqrt(14) / 2)
    assert_allclose(box.inertia, 0.5 * np.diag([13, 10, 5]), atol=1e-13)
    assert_allclose(box.centre, 0.0, atol=1e-15)
    assert repr(box) == "Polyhedron.box(sides=(1.0, 2.0, 3.0))"


def test_prisms_and_hulls():
    angles = np.arange(6) * np.pi / 3
    outline = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    prism = Polyhedron.prism(outline, 0.5)
    hull = Polyhedron.from_points([[*xy, z] for xy in outline for z in (-0.25, 0, 0.25)] + [[0, 0, 0]])
    for body in (prism, hull):
        assert sound(body) and body.vertices.shape == (12, 3) and len(body.faces) == 8
        assert body.volume == pytest.approx(0.75 * np.sqrt(3))
    assert_allclose(prism.inertia, hull.inertia, atol=1e-14)
    assert Polyhedron.prism(outline, height=0.5) == prism != hull


def test_support_and_depth_take_one_or_many():
    points = np.random.default_rng(1).normal(size=(100, 3))
    body = Polyhedron.from_points(points)
    assert sound(body) and np.all(body.depth(points) < 1e-12)
    directions = points[:10]
    found = body.support(directions)
    assert_array_equal(found, np.argmax(directions @ body.vertices.T, axis=1))
    assert body.support(directions[0]) == found[0] and isinstance(body.support([0, 0, 1]), int)
    assert isinstance(body.depth([0, 0, 0]), float)


@pytest.mark.parametrize("scale", [1.0, 1e-3])
def test_meshes_are_read(tmp_path, scale):
    (tmp_path / "cube.obj").write_text(CUBE)
    cube = Polyhedron.from_file(tmp_path / "cube.obj", scale=scale)
    assert sound(cube) and len(cube.faces) == 6 and cube.volume == pytest.approx(scale**3)
    assert_allclose(cube.centre, scale / 2)
    vertices = np.array([line.split()[1:] for line in CUBE.splitlines() if line.startswith("v")], dtype=np.float32)
    faces = [[int(i) - 1 for i in line.split()[1:]] for line in CUBE.splitlines() if line.startswith("f")]
    triangles = [vertices[[f[0], *f[i : i + 2]]] for f in faces for i in (1, 2)]
    data = b"".join(bytes(12) + triangle.tobytes() + bytes(2) for triangle in triangles)
    (tmp_path / "cube.stl").write_bytes(b"solid".ljust(80) + struct.pack("<I", 12) + data)
    assert Polyhedron.from_file(str(tmp_path / "cube.stl"), scale).volume == pytest.approx(scale**3)


def test_files_that_are_wrong(tmp_path):
    def said(text, name="a.obj"):
        (tmp_path / name).write_text(text)
        with pytest.raises(ValueError) as refusal:
            Polyhedron.from_file(tmp_path / name)
        return str(refusal.value).removeprefix(str(tmp_path) + "/")

    assert said(CUBE.replace("v 1 1 1", "v 1 nan 1")).startswith("a.obj:8: coordinate = 'nan'")
    assert said(CUBE.replace("v 1 1 1", "v .5 .5 .5")).startswith("a.obj:8: vertex (0.5, 0.5, 0.5) lies ")
    assert said(CUBE.replace("f 4 1 5 8", "")).startswith("a.obj:12: the edge from ")
    assert said(CUBE[:40]) == "a.obj:1: the mesh has no faces"
    assert "1 to 8" in said(CUBE.replace("f 4 1 5 8", "f 4 1 5 800000000000000000000"))
    assert "must end in .obj or .stl" in said(CUBE, "a.txt")
    assert "84 for 0 triangles" in said("", "a.stl")
    with pytest.raises(FileNotFoundError):
        Polyhedron.from_file(tmp_path / "none.obj")
    with pytest.raises(IsADirectoryError):
        Polyhedron.from_file(tmp_path)
    os.mkfifo(tmp_path / "pipe.obj")
    with pytest.raises(ValueError, match="not a regular file"):
        Polyhedron.from_file(tmp_path / "pipe.obj")
    (tmp_path / "a.obj").write_text(CUBE)
    with pytest.raises(ValueError, match="scale = -1 must be positive"):
        Polyhedron.from_file(tmp_path / "a.obj", -1)


def test_distance_of_all_pairs():
    box, ball, floor = Polyhedron.box((2, 2, 2)), Sphere(0.5), Plane()
    d, p, q, n = distance(box, ball, position_b=(0, 0, 3))
    assert d == pytest.approx(1.5) and isinstance(d, float)
    assert_allclose(p, [0, 0, 1], atol=1e-15)
    assert_allclose(q, [0, 0, 2.5], atol=1e-15)
    assert_allclose(n, [0, 0, -1], atol=1e-15)
    assert distance(ball, ball)[0] == -1.0
    assert distance(box, floor, position_a=(0, 0, 0.5))[0] == -0.5
    assert distance(floor, ball, position_b=(0, 0, 2))[0] == 1.5
    d, p, q, n = distance(box, box, position_a=(0.1, 0.2, 1.9))
    assert d == pytest.approx(-0.1)
    assert_allclose(p - q, d * n, atol=1e-15)
    with pytest.raises(ValueError, match="two planes have no distance"):
        distance(floor, floor)


def test_distance_for_many_poses():
    box, floor, rng = Polyhedron.box((1, 1, 1)), Plane((0, 0, 2)), np.random.default_rng(2)
    positions, turns = rng.normal(size=(50, 3)), rng.normal(size=(50, 4))
    d, p, q, n = distance(box, floor, position_a=positions, orientation_a=turns)
    assert d.shape == (50,) and p.shape == q.shape == n.shape == (50, 3)
    assert_allclose(p - q, d[:, None] * n, atol=1e-14)
    w, v = turns[:, :1] / np.linalg.norm(turns, axis=1)[:, None], turns[:, 1:] / np.linalg.norm(turns, axis=1)[:, None]
    for k in range(50):
        turned = box.vertices + 2 * np.cross(v[k], np.cross(v[k], box.vertices) + w[k] * box.vertices)
        assert d[k] == pytest.approx((turned + positions[k])[:, 2].min(), abs=1e-14)
    one = distance(box, floor, position_a=positions[7], orientation_a=turns[7])
    assert one[0] == d[7]
    with pytest.raises(ValueError, match="50 and 3 rows"):
        distance(box, floor, position_a=positions, orientation_a=turns[:3])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Polyhedron.box((1, np.nan, 1)), r"sides\[1\] = nan"),
        (lambda: Polyhedron.box((1, 0, 1)), "side = 0 must be positive"),
        (lambda: Polyhedron.box((1, 1)), r"sides has shape \(2,\)"),
        (lambda: Polyhedron.prism([[0, 0], [2, 0], [0.5, 0.5], [0, 2]], 1.0), r"outline\[2\] .* turns inwards"),
        (lambda: Polyhedron.prism([[0, 0], [1, 0], [0, 1]], np.inf), "height = inf must be positive"),
        (lambda: Polyhedron.from_points(np.zeros((9, 3))), "extent"),
        (lambda: Polyhedron.from_points(np.random.default_rng(0).normal(size=(9, 3)) * [1, 1, 0]), "lie in one plane"),
        (lambda: Polyhedron.from_points([[0, 0, 0], [1, 0, 0], [0, 1, 0]]), "3 points; there must be 4"),
        (lambda: Polyhedron.from_points(np.full((5, 3), np.inf)), r"points\[0, 0\] = inf"),
        (lambda: Sphere(0.0), "radius = 0 must be positive"),
        (lambda: Sphere(np.nan), "radius = nan must be positive"),
        (lambda: Plane((0, 0, 0)), "length of the normal = 0"),
        (lambda: Plane(offset=np.nan), "offset = nan"),
        (lambda: distance(Sphere(1), Sphere(1), position_a=(0, np.nan, 0)), r"position_a\[1\] = nan"),
        (lambda: distance(Sphere(1), Sphere(1), orientation_a=(0, 0, 0, 0)), "must be finite and not zero"),
    ],
)
def test_what_is_wrong_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_wrong_types():
    with pytest.raises(TypeError, match="a must be a Sphere, Polyhedron or Plane"):
        distance(1.0, Sphere(1))
    with pytest.raises(TypeError, match="Polyhedron"):
        Polyhedron()


def test_what_two_boxes_have_in_common():
    cube, straight = Polyhedron.box((1, 1, 1)), (1, 0, 0, 0)
    o = overlap(cube, ((0.5, 0.5, 0.5), straight), cube, ((1, 0.75, 0.625), straight))
    assert o.volume == 0.5 * 0.75 * 0.875 and not o.is_empty
    assert_array_equal(o.barycentre, (0.75, 0.625, 0.5625))
    assert o.vertices.shape == (8, 3) and sorted(face.owner for face in o.faces) == list("aaabbb")
    for face in o.faces:
        corners = o.vertices[face.corners]
        assert_allclose((corners - corners[0]) @ face.normal, 0, atol=1e-15)
        normals, _ = cube.planes
        assert_array_equal(normals[face.face], face.normal)
    assert sum(face.area for face in o.faces) == pytest.approx(2 * (0.5 * 0.75 + 0.75 * 0.875 + 0.875 * 0.5))


def test_overlaps_that_are_empty_and_poses_that_are_wrong():
    cube, straight = Polyhedron.box((1, 1, 1)), (1, 0, 0, 0)
    for apart in ((1, 0, 0), (1, 1, 1), (5, 0, 0)):
        o = overlap(cube, (apart, straight), cube, ((0, 0, 0), straight))
        assert o.is_empty and o.volume == 0 and len(o.faces) == 0 and o.vertices.shape == (0, 3)
    with pytest.raises(ValueError, match=r"pose_a\[0\]"):
        overlap(cube, ((0, 0), straight), cube, ((0, 0, 0), straight))
    with pytest.raises(ValueError, match=r"pose_b\[1\]"):
        overlap(cube, ((0, 0, 0), straight), cube, ((0, 0, 0), (1, 0, 0, np.nan)))
    with pytest.raises(TypeError, match="pair"):
        overlap(cube, (0, 0, 0), cube, ((0, 0, 0), straight))
    with pytest.raises(TypeError, match="Polyhedron"):
        overlap(Sphere(1.0), ((0, 0, 0), straight), cube, ((0, 0, 0), straight))
