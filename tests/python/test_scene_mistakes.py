"""What is wrong with a scene, a call or a name: all of it, and where."""

import math
import re
from pathlib import Path

import pytest
from scenes import PIVOT, SLIDING_BOX, WRONG_BOX, mistakes_of, pivot

import stickslip as ss


def test_a_file_s_mistakes_are_all_there_with_their_places(folder):
    Path("wrong.yaml").write_text(WRONG_BOX)
    lines = mistakes_of(ss.run, "wrong.yaml")
    assert [line.split(":")[:3] for line in lines] == [
        ["wrong.yaml", str(line), str(1 + WRONG_BOX.splitlines()[line - 1].index(word))]
        for line, word in ((6, "-1"), (6, "velocty"), (7, "soon"))
    ]
    assert "did you mean 'velocity'?" in lines[1]


def test_what_is_built_in_code_has_the_same_mistakes_by_their_paths():
    written = mistakes_of(ss.Scene.from_yaml, WRONG_BOX)
    scene = ss.Scene.from_yaml(SLIDING_BOX).to_dict()
    box = scene["bodies"]["box"]
    box["mass"], box["velocty"], scene["run"]["until"] = -1, box.pop("velocity"), "soon"
    built = mistakes_of(ss.Scene, scene)
    assert sorted(built) == sorted(re.sub(r"^scene:\d+:\d+: ", "scene: ", line) for line in written)
    assert built[0] == "scene: bodies.box.mass = -1 must be finite and >= 0 [kg]"
    assert mistakes_of(ss.run, scene) == built


def test_overrides_that_are_wrong_are_named():
    scene = ss.Scene.from_yaml(PIVOT)
    assert mistakes_of(scene.run, overrides={"bodies.plate.mass": 0, "run.steps": 3}) == [
        "scene, set bodies.plate.mass=0: bodies.plate.mass = 0 must be finite and > 0 [kg]",
        mistakes_of(scene.run, overrides={"run.steps": 3})[0],
    ]
    assert mistakes_of(scene.run, overrides={"bodies.plate.pose": [0, "up", 0]}) == [
        "scene, set bodies.plate.pose=[0, up, 0]: bodies.plate.pose[1] is 'up', must be a number [m, m, rad]"
    ]
    assert "run.until = -1 must be" in mistakes_of(scene.run, until=-1)[0]
    assert "run.dt = .nan must be" in mistakes_of(scene.run, dt=math.nan)[0]
    assert "set bodies.plate.mass.x=1: " in mistakes_of(scene.run, overrides={"bodies.plate.mass.x": 1})[0]


@pytest.mark.parametrize(
    ("value", "place"),
    [({1, 2}, "bodies.plate.mass"), ([0.1, object()], r"bodies.plate.mass\[1\]"), (1j, "bodies.plate.mass")],
)
def test_what_no_file_can_hold_is_a_type_error(value, place):
    scene = pivot()
    scene["bodies"]["plate"]["mass"] = value
    with pytest.raises(TypeError, match=place + " must be a number, a bool, a str, a list or a dict, not"):
        ss.Scene(scene)
    with pytest.raises(TypeError, match=place):
        ss.Scene.from_yaml(PIVOT).run(overrides={"bodies.plate.mass": value})


def test_arguments_of_another_type_are_refused(folder):
    with pytest.raises(TypeError, match="bodies must have str as keys, not 1"):
        ss.Scene({"bodies": {1: {}}})
    with pytest.raises(TypeError, match="description must be a dict"):
        ss.Scene("pivot.yaml")
    with pytest.raises(TypeError, match="overrides must be a dict"):
        ss.run("pivot.yaml", overrides=["bodies.plate.mass"])
    with pytest.raises(TypeError, match="progress must be callable"):
        ss.run("pivot.yaml", progress=1)
    with pytest.raises(TypeError, match="until must be a real number"):
        ss.run("pivot.yaml", until="soon")
    with pytest.raises(TypeError, match="scene"):
        ss.run()
    with pytest.raises(TypeError):
        ss.run(3)


def test_bounds_of_files_hold_in_code():
    deep = []
    for _ in range(200):
        deep = [deep]
    endless = {}
    endless["bodies"] = endless
    bomb = [0] * 10
    for _ in range(9):
        bomb = [bomb] * 10
    beyond = ((deep, "100 levels"), (endless, "100 levels"), (bomb, "1000000 values"), (10**400, "finite"))
    for value, message in beyond:
        assert message in mistakes_of(ss.Scene, {"title": value})[0]
    assert "lone surrogates" in mistakes_of(ss.Scene, {"title": "\ud800"})[0]


def test_bytes_that_are_no_text_are_told(folder):
    Path("bytes.yaml").write_bytes(b"bod\xffies: 1\n")
    assert "bytes.yaml" in mistakes_of(ss.run, "bytes.yaml")[0]
    Path("comment.yaml").write_bytes(PIVOT.encode().replace("θ".encode(), b"\xff"))
    assert "comment.yaml:2:70: a byte that is not UTF-8" in mistakes_of(ss.Scene.read, "comment.yaml")[0]


def test_another_name_is_a_key_error_with_those_there_are(folder):
    res = ss.run("pivot.yaml", until=0.01)
    with pytest.raises(KeyError, match="the run has no 'plat'; there are: 'plate', 'grip'"):
        res["plat"]
    for name in (0, None, ("plate", "grip"), "weight", ""):
        assert name not in res
        with pytest.raises(KeyError):
            res[name]
    assert dict(res).keys() == {"plate", "grip"} and len(res) == 2 and "plate" in res
    box = ss.run("box.yaml", until=0.01)
    for pair in (("box", "floor"), ("box",), ("box", 1)):
        with pytest.raises(KeyError, match=r"'ground', 'box', \('"):
            box[pair]
    assert (box["box", "box"].force == 0.0).all()
    silent = ss.run("box.yaml", until=0.01, overrides={"record.contacts": False})
    with pytest.raises(KeyError, match="kept no contacts"):
        silent["box", "ground"]


def test_what_shows_while_running_is_a_value_error():
    scene = ss.Scene.from_yaml(SLIDING_BOX).to_dict()
    scene["bodies"]["other"] = scene["bodies"]["box"]
    assert "'box' and 'other'" in mistakes_of(ss.run, scene)[0]
