"""Cones of wrenches as rows for solvers and as files."""

import json
import os
import pickle

import numpy as np
import pytest
from cone_reference import CORNERS, FOOT, GRASP, PRESSURES, X, Y, rows_of
from numpy.testing import assert_array_equal

from stickslip.cone import FrictionCone, WrenchCone, stack


def test_stacked_rows(random):
    flat = WrenchCone.from_points((0.0, 0.0, 0.0), (0, 0, 1), 0.5, k=4)
    patch = WrenchCone.from_patch(PRESSURES["disc"], 0.5, k=4)
    friction = FrictionCone(mu=0.4).polyhedral(k=5)
    cones = [FOOT, flat, patch, friction]
    a, low, high = stack(cones)
    equations = (low == 0) & (high == 0)
    assert equations.sum() == 3 and not high.any() and (np.isneginf(low) | equations).all()
    ends = np.cumsum([0, 6, 6, 4, 3])
    counts = [16, 4 + 3, len(rows_of(patch)), 5]
    assert a.shape == (sum(counts), 19)
    begin = 0
    for count, left, right in zip(counts, ends, ends[1:]):
        block = a[begin : begin + count]
        assert not np.delete(block, np.s_[left:right], axis=1).any()
        assert block[:, left:right].any(axis=1).all()
        begin += count
    assert equations[16 + np.arange(7)].sum() == 3
    # The same wrenches as the cones.
    for _ in range(100):
        parts = [random.exponential(size=len(c.generators())) ** 2 @ c.generators() for c in cones]
        if random.random() < 0.7:
            i = random.integers(4)
            parts[i] = parts[i] + 0.5 * np.linalg.norm(parts[i]) * random.normal(size=len(parts[i]))
        w = np.concatenate(parts)
        held = (low - 1e-9 <= a @ w).all() and (a @ w <= high + 1e-9).all()
        assert held == all(c.contains(part) for c, part in zip(cones, parts))
    for empty in ([], ()):
        a, low, high = stack(empty)
        assert a.shape == (0, 0) and low.shape == high.shape == (0,)
    assert_array_equal(stack(c for c in cones)[0], stack(tuple(cones))[0])


JSON = {
    "rectangle": FOOT,
    "points": GRASP,
    "flat": WrenchCone.from_points((0.1, 0.2, 0.3), (0.3, -0.5, 0.8), 0.5, k=5),
    "patch": WrenchCone.from_patch(PRESSURES["grid"], 0.3, k=6, kind="outer"),
    "no friction": WrenchCone.rectangle(half_x=X, half_y=Y, mu=0.0),
    "far away": WrenchCone.from_points(1e-3 * CORNERS + [1e3, 0, 0], (0, 0, 1), 0.5, k=4),
    "whole": WrenchCone(facets=np.empty((0, 6))),
    "tiny": WrenchCone(generators=np.vstack([1e-300 * np.eye(6), 1e300 * np.eye(6)])),
}


@pytest.mark.parametrize("cone", JSON.values(), ids=JSON.keys())
def test_files_keep_every_digit(cone, tmp_path, random):
    path = tmp_path / "a cone.json"
    cone.to_json(path)
    text = json.loads(path.read_text())
    assert_array_equal(np.array(text["rays"]).reshape(-1, cone.dimension), cone.generators())
    assert_array_equal(np.array(text["rows"]).reshape(-1, cone.dimension), cone.facets()[0])
    assert tuple(text["components"]) == cone.components
    assert text["units"] == ["N m" if name.startswith("tau") else "N" for name in cone.components]
    twin = WrenchCone.from_json(path)
    assert_array_equal(twin.generators(), cone.generators())
    assert_array_equal(twin.facets()[0], cone.facets()[0])
    w = random.normal(size=(50, cone.dimension))
    assert_array_equal(twin.contains(w), cone.contains(w))
    twin.to_json(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == path.read_bytes()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a cone.json", "again.json"]
    assert pickle.loads(pickle.dumps(twin)) == twin == WrenchCone.from_json(str(path))


def test_paths(tmp_path):
    for path in (tmp_path / "a.json", str(tmp_path / "ü.json"), str(tmp_path / "c.json").encode()):
        FOOT.to_json(path)
        assert_array_equal(WrenchCone.from_json(path).facets()[0], FOOT.facets()[0])
    (tmp_path / "b.json").write_text("old")
    FOOT.to_json(tmp_path / "b.json")
    assert_array_equal(WrenchCone.from_json(tmp_path / "b.json").generators(), FOOT.generators())


def test_files_that_cannot_be_read_or_written(tmp_path):
    with pytest.raises(FileNotFoundError, match="nothing.json"):
        WrenchCone.from_json(tmp_path / "nothing.json")
    with pytest.raises(IsADirectoryError, match=str(tmp_path)):
        WrenchCone.from_json(tmp_path)
    with pytest.raises(FileNotFoundError, match="nowhere/cone.json"):
        FOOT.to_json(tmp_path / "nowhere" / "cone.json")
    with pytest.raises(IsADirectoryError, match=str(tmp_path)):
        FOOT.to_json(tmp_path)
    with pytest.raises(OSError, match="full"):
        FOOT.to_json("/proc/full.json")
    with pytest.raises(FileNotFoundError, match="No such file or directory: ''$"):
        FOOT.to_json("")
    with pytest.raises(FileNotFoundError, match="No such file or directory: ''$"):
        WrenchCone.from_json("")
    with pytest.raises(OSError, match="Input/output error: '/proc/self/mem'"):
        WrenchCone.from_json("/proc/self/mem")
    assert list(tmp_path.iterdir()) == []
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ValueError, match="pipe:1: not a regular file"):
        WrenchCone.from_json(tmp_path / "pipe")
    with pytest.raises(OSError, match="pipe"):
        FOOT.to_json(tmp_path / "pipe")


GOOD = {
    "format": "stickslip wrench cone 1",
    "components": ["fx", "fy", "tau", "fn"],
    "rays": [[0, 0, 0, 1]],
    "rows": [[0, 0, 0, -1]],
}
WRONG_FILES = [
    ("", ":1: not JSON"),
    ("{\n\n", ":3: not JSON"),
    ("[1, 2]", 'the entry "format" must be "stickslip wrench cone 1"'),
    (json.dumps({**GOOD, "format": "other"}), 'the entry "format" must be'),
    (json.dumps({**GOOD, "format": 1}), "format|type must be string"),
    (json.dumps({key: GOOD[key] for key in ("format", "components", "rays")}), 'there is no entry "rows"'),
    (json.dumps({**GOOD, "components": ["fx", "fy"]}), "components must be a list of 4 or 6 names"),
    (json.dumps({**GOOD, "components": ["fx", "fy", "fn", "tau"]}), r'components must be \["fx","fy","tau","fn"\]'),
    (json.dumps({**GOOD, "rays": 3}), "rays must be a list of rows"),
    (json.dumps({**GOOD, "rays": [[0, 0, 0, 1], [0, 0, 1]]}), "rays 1 must be 4 numbers"),
    (json.dumps({**GOOD, "rows": [["a", 0, 0, 1]]}), "rows 0 must be 4 numbers"),
    (json.dumps({**GOOD, "rays": [[0, 0, 0, 0]]}), "ray 0 = 0 must have a length > 0"),
    (json.dumps({**GOOD, "rays": [[0, 0, 0, -1]]}), "ray 0 leaves the half-space of row 0 by 1"),
    (json.dumps(GOOD).replace("[[0, 0, 0, 1]]", "[[0, 0, 0, 1e999]]"), ":1: "),
]


@pytest.mark.parametrize("text, message", WRONG_FILES, ids=[message for _, message in WRONG_FILES])
def test_wrong_file(text, message, tmp_path):
    path = tmp_path / "cone.json"
    path.write_text(json.dumps(GOOD))
    WrenchCone.from_json(path)
    path.write_text(text)
    with pytest.raises(ValueError, match=rf"cone\.json.*({message})"):
        WrenchCone.from_json(path)
