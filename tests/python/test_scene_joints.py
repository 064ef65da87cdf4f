"""Joints of scenes: how they start, springs and their energy, and what is refused."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import stickslip as ss


def scene(bodies, joints, until=0.5, **more):
    return ss.Scene({"gravity": [0, 0, 0], "bodies": bodies, "joints": joints, "run": {"until": until}, **more})


def rod(left, **more):
    return {"shape": {"box": [1, 0.05, 0.05]}, "mass": 1, "position": [left + 0.5, 0, 0], **more}


def started(res):
    said = res.result().parameters.get("start")
    return None if said is None else said.value


def test_a_door_starts_at_the_rate_written_and_the_result_says_what_was_changed():
    res = scene(
        {"door": rod(0, angular_velocity=[0, 0, 2])}, {"hinge": {"hinge": {"a": "door", "point": [0, 0, 0], "axis": [0, 0, 1]}}}
    ).run()
    assert_allclose(res["hinge"].velocity, 2.0, atol=1e-6)
    assert_allclose(res["door"].velocity[0], (0, 1, 0), atol=1e-9)
    assert started(res) == "velocity of door fitted to its joints: (0, 1, 0) m/s, was (0, 0, 0)"
    # Its compliance takes a little; a blow took three quarters.
    assert res.energy.dissipated[-1] < 1e-7 * res.energy.kinetic[0]


def test_joints_say_where_and_how_fast_mechanisms_start():
    joints = {
        "shoulder": {"hinge": {"a": "upper", "point": [0, 0, 0], "axis": [0, 0, 1], "position": 0.3, "velocity": 1}},
        "elbow": {"hinge": {"a": "lower", "b": "upper", "point": [1, 0, 0], "axis": [0, 0, 1], "position": 0.5}},
    }
    res = scene({"upper": rod(0), "lower": rod(1)}, joints).run()
    assert_allclose(res["upper"].position[0], (0.5 * math.cos(0.3), 0.5 * math.sin(0.3), 0), atol=1e-12)
    ends = np.array([math.cos(0.3) + 0.5 * math.cos(0.8), math.sin(0.3) + 0.5 * math.sin(0.8), 0])
    assert_allclose(res["lower"].position[0], ends, atol=1e-12)
    assert res["shoulder"].velocity[0] == pytest.approx(1) and res["elbow"].velocity[0] == pytest.approx(0, abs=1e-12)
    assert started(res) is None


def test_springs_store_what_they_take_and_dampers_dissipate_the_rest():
    block = {"shape": {"box": [0.1, 0.1, 0.1]}, "mass": 2, "position": [0.6, 0, 0]}
    spring = {"a": "block", "point_a": [0.6, 0, 0], "point_b": [0, 0, 0], "stiffness": 50, "damping": 4, "rest": 0.5}
    res = scene({"block": block}, {"spring": {"spring": spring}}, until=3).run()
    energy = res.energy
    assert energy.stored[0] == pytest.approx(0.25)
    assert energy.dissipated[-1] == pytest.approx(0.25, rel=1e-2)
    assert np.max(np.abs(energy.unaccounted)) < 1e-6 * 0.25
    assert np.all(np.diff(energy.dissipated) > -1e-9)
    assert not res.fails and energy.judgement == "pass"


def test_what_is_refused():
    hinge = {"hinge": {"hinge": {"a": "door", "b": "frame", "point": [0, 0, 0], "axis": [0, 0, 1], "position": 0.1}}}
    fixed = {"shape": {"box": [0.1, 0.1, 0.1]}, "mass": 0, "position": [-0.1, 0, 0]}
    both = {**hinge, "other": {"hinge": {"a": "door", "point": [1, 0, 0], "axis": [0, 0, 1]}}}
    with pytest.raises(ValueError, match="part of a loop"):
        scene({"door": rod(0), "frame": fixed}, both)
    with pytest.raises(ValueError, match="mu_s = 0.3 must be .* mu_k"):
        scene({"door": rod(0, mu=[0.3, 0.5]), "frame": fixed}, hinge)
    with pytest.raises(ValueError, match="v_th"):
        scene({"door": rod(0), "frame": fixed}, hinge, world={"v_th": 0})
