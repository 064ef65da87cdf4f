"""Scenes from Python: files, dicts, overrides, what a run holds, Ctrl-C. Physics is tested in C++."""

import copy
import math
import pickle
from collections import OrderedDict
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scenes import PIVOT, POINT, SLIDING_BOX, assert_same, mistakes_of, pivot
from threads import assert_ctrl_c_stops, assert_others_run_during, results_at_once

import stickslip as ss

# A slider carries the weight of a box that lies on the ground, and a door has an angular velocity without a velocity.
HINTED = {
    "bodies": {
        "ground": {"shape": {"plane": {}}, "mu": 0.5},
        "box": {"shape": {"box": [0.1, 0.1, 0.1]}, "mass": 1, "mu": 0.5, "position": [0, 0, 0.05]},
        "door": {"shape": {"box": [1, 0.05, 1]}, "mass": 1, "position": [0.5, 0, 2], "angular_velocity": [0, 0, 2]},
    },
    "joints": {
        "rail": {"slider": {"a": "box", "axis": [1, 0, 0]}},
        "hinge": {"hinge": {"a": "door", "point": [0, 0, 2], "axis": [0, 0, 1]}},
    },
    "run": {"until": 0.05},
}


def test_rigid_bodies_run_from_a_file(folder):
    res = ss.run("box.yaml")
    assert res.status is ss.solvers.SolveStatus.CONVERGED and not res.ended_early and res.until == 1.3
    assert_allclose(res.t, np.linspace(0.0, 1.3, 131), atol=1e-12)
    box = res["box"]
    assert isinstance(box, ss.sim.BodyRecord)
    assert [a.shape for a in (box.position, box.orientation)] == [(131, 3), (131, 4)]
    assert_allclose(box.velocity[0], [0, 5, 0])
    assert_allclose(box.angular_velocity[0], [0, 0, 6.283185307])
    assert_allclose(box.velocity[-1], 0.0, atol=1e-6)  # at rest; friction lets it spin and slide to one end
    assert_allclose(res["box", "ground"].wrench[5:, 2], 9.81, rtol=1e-3)
    assert_allclose(res["box", "ground"].normal_force, -res["ground", "box"].force[:, 2], atol=1e-12)
    assert (res["box", "ground"].contacts[1:] == 4).all()
    assert res.bodies == ("ground", "box") and res.joints == () and len(res.contacts) == 1
    # All that was put in is lost.
    assert res.energy.dissipated[-1] == pytest.approx(res.energy.kinetic[0], rel=1e-3)
    assert res.energy.put_in >= res.energy.kinetic[0] == pytest.approx(12.5 + 0.5 / 6.0 * 6.283185307**2)


def test_planar_bodies_run_from_a_file(folder):
    res = ss.run(folder / "pivot.yaml")
    plate, grip = res["plate"], res["grip"]
    assert isinstance(plate, ss.sim.Trajectory) and plate == grip
    assert plate.pose.shape == plate.twist.shape == grip.wrench.shape == (201, 3)
    assert_array_equal(plate.t, res.t)
    # The plate turns about the grip as the flagship's does.
    assert math.degrees(plate.pose[-1, 2]) == pytest.approx(-43.1, abs=0.2)
    assert_allclose(grip.normal_force, 3.6 + 0.9 * np.sin(4.0 * np.pi * res.t), atol=1e-9)
    assert res.energy.stored[-1] > 0.0 and res.energy.dissipated[-1] > 0.0
    assert res.steps == 10000 and res.seconds > 0.0


def test_a_run_is_what_simulate_computes(folder):
    law = ss.friction.ElastoPlastic(sigma0=1e6, sigma1=800, sigma2=0.2, mu_c=1.0, mu_s=1.2)
    patch = ss.patch.ReducedPatch(law, ss.patch.Pressure.disc(radius=0.01))
    own = ss.sim.simulate(
        patch,
        mass=0.2,
        inertia=4.817e-4,
        pose=(0.025, 0, 0),
        load=(0, -1.962, 0),
        normal_force=lambda t: 3.6 + 0.9 * np.sin(4.0 * np.pi * t),
        contacts=2,
        frame="world",
        t_end=0.5,
        dt=2e-4,
        record_dt=0.01,
    )
    assert_allclose(ss.run("pivot.yaml", until=0.5)["plate"].pose, own.pose, atol=1e-10)


def test_a_contact_follows_the_load_as_a_hertz_contact_does():
    law = ss.friction.ElastoPlastic(sigma0=1e6, sigma1=800, sigma2=0.2, mu_c=1.0, mu_s=1.2)
    ball = ss.patch.HertzContact(
        radius=lambda fn: 5e-3 * fn**0.3, exponent=lambda fn: np.interp(fn, [3, 4], [2, 5]), side=0.02
    )
    own = ss.sim.simulate(
        ss.patch.ReducedPatch(law, ball),
        mass=0.2,
        inertia=4.817e-4,
        pose=(0.025, 0, 0),
        load=(0, -1.962, 0),
        normal_force=lambda t: 3.6 + 0.9 * np.sin(4.0 * np.pi * t),
        contacts=2,
        frame="world",
        t_end=0.5,
        dt=2e-4,
        record_dt=0.01,
    )
    scene = ss.Scene.from_yaml(PIVOT).to_dict()
    scene["contacts"]["grip"]["pressure"] = {
        "hertz_contact": {
            "radius": {"power": {"c": 5e-3, "gamma": 0.3}},
            "exponent": {"table": {"fn": [3, 4], "value": [2, 5]}},
            "side": 0.02,
        }
    }
    res = ss.run(scene, until=0.5)
    assert_allclose(res["plate"].pose, own.pose, atol=1e-9)
    radius = res.result().series["contact_grip"]["radius"]
    assert_allclose(radius, 5e-3 * res["grip"].normal_force ** 0.3, rtol=1e-12)
    for model in ("reduced", "distributed"):
        scene["contacts"]["grip"]["model"] = model
        kept = ss.run({**scene, "record": {"bristles": True}}, until=0.05)["grip"].bristles
        assert kept.shape[0] == 6


def test_a_point_runs():
    res = ss.Scene.from_yaml(POINT).run()
    point = res["point"]
    assert res.bodies == () and res.contacts == ("point",) and list(res) == ["point"]
    assert_allclose(point.position[:, 0], 0.01 * res.t, atol=1e-15)
    assert point.force.shape == (len(res.t), 2) and (point.normal_force == 1.0).all()
    assert_allclose(point.force[-1], [-1.0, 0.0], atol=1e-12)  # slides under stiffness times z_max


def test_only_listed_bodies_are_kept():
    scene = ss.Scene.from_yaml(SLIDING_BOX).to_dict()
    everything = ss.run(scene, until=0.1)
    res = ss.run(scene, overrides={"record.bodies": ["box"]}, until=0.1)
    assert res.bodies == ("box",) and res.keys() == ("box", ("box", "ground")) and "ground" not in res
    assert_array_equal(res["box"].position, everything["box"].position)
    assert_allclose(res["box", "ground"].wrench, everything["box", "ground"].wrench, atol=0.05)
    for name in ("ground", ("ground", "box")):
        with pytest.raises(KeyError, match="nothing of the body 'ground': record.bodies in its scene does not list"):
            res[name]
    assert not any("ground" in name and not name.startswith("contact_") for name in res.result().series)
    twin = pickle.loads(pickle.dumps(res))
    assert twin == res
    assert_same(twin, res)
    with pytest.raises(ValueError, match=r"record.bodies\[0\]: there is no 'bx' in 'bodies'"):
        ss.run(scene, overrides={"record.bodies": ["bx"]})


def test_only_listed_planar_bodies_and_joints_are_kept():
    res = ss.run("in_hand_pivot", overrides={"record.bodies": ["distributed"], "record.bristles": True}, until=0.05)
    assert res.keys() == ("distributed", "grip_distributed")
    assert res["grip_distributed"].bristles.shape[0] == len(res.t)
    for name, what in (("reduced", "body 'reduced'"), ("grip_reduced", "contact 'grip_reduced'")):
        with pytest.raises(KeyError, match=f"kept nothing of the {what}"):
            res[name]
    assert_same(pickle.loads(pickle.dumps(res)), res)
    arm = ss.run("arm", overrides={"record.bodies": ["fore"]}, until=0.05)
    assert arm.joints == ("elbow",)
    with pytest.raises(KeyError, match="kept nothing of the joint 'shoulder'"):
        arm["shoulder"]
    with pytest.raises(KeyError, match="kept nothing of the joint 'shoulder'"):
        arm.joint("shoulder")
    assert pickle.loads(pickle.dumps(arm)) == arm


def test_joints_have_records():
    res = ss.run("arm", until=0.1)
    assert res.joints == ("shoulder", "elbow")
    assert isinstance(res["elbow"], ss.sim.JointRecord) and res["elbow"] == res.joint("elbow")
    assert res["shoulder"].position.shape == res.t.shape and res["shoulder"].reaction.shape == (len(res.t), 6)
    with pytest.raises(KeyError, match=r"no joint 'elbo'; there are: \('shoulder', 'elbow'\)"):
        res.joint("elbo")


def test_a_joint_may_have_the_name_of_a_body():
    scene = ss.Scene.read("arm").to_dict()
    scene["joints"]["fore"] = scene["joints"].pop("elbow")
    res = ss.run(scene, until=0.01)
    assert isinstance(res["fore"], ss.sim.BodyRecord) and isinstance(res.joint("fore"), ss.sim.JointRecord)
    assert res.keys().count("fore") == 1


def test_what_ships_goes_by_name():
    titles = ss.scene.shipped()
    assert next(iter(titles)) == "in_hand_pivot" and len(titles) >= 14
    for name, title in titles.items():
        scene = ss.Scene.read(name)
        assert (scene.name, scene.title) == (name, title)
    with pytest.raises(ValueError, match="did you mean 'towers'"):
        ss.run("tower")


def test_a_file_comes_before_a_name_and_a_path_is_none(folder):
    Path("towers").write_text(PIVOT)
    assert ss.Scene.read("towers").name == "pivot"
    with pytest.raises(FileNotFoundError):
        ss.run("./wall")
    with pytest.raises(FileNotFoundError):
        ss.run(Path("wall"))
    with pytest.raises(FileNotFoundError, match="absent.yaml"):
        ss.Scene.read("absent.yaml")


@pytest.mark.parametrize("text", [SLIDING_BOX, PIVOT, POINT], ids=["rigid", "planar", "point"])
def test_a_dict_is_the_file(text, tmp_path):
    (tmp_path / "s.yaml").write_text(text)
    read = ss.Scene.read(tmp_path / "s.yaml")
    built = ss.Scene(read.to_dict())
    assert built.to_dict() == read.to_dict() and built.to_yaml() == read.to_yaml()
    assert built.kind == read.kind
    again = ss.Scene.from_yaml(built.to_yaml())
    run = read.run(until=0.1)
    for twin in (built, again):
        assert_same(run, twin.run(until=0.1))


def test_values_may_be_arrays_tuples_and_other_mappings():
    plain = ss.Scene(pivot())
    scene = OrderedDict(pivot())
    scene["bodies"]["plate"] = dict(mass=np.float32(0.2), inertia=np.float64(4.817e-4), pose=np.array([0.025, 0, 0]))
    scene["contacts"]["grip"]["count"] = np.int8(2)
    scene["loads"]["weight"]["wrench"] = (0, -1.962, np.array(0.0))
    scene["planar"] = np.bool_(True)
    twin = ss.Scene(scene, overrides={"bodies.plate.mass": 0.2})
    assert_same(plain.run(), twin.run())


def test_numbers_keep_all_digits():
    scene = pivot()
    value = np.nextafter(4.817e-4, 1.0)
    scene["bodies"]["plate"]["inertia"] = value
    scene = ss.Scene(scene)
    assert scene.to_dict()["bodies"]["plate"]["inertia"] == value
    assert ss.Scene.from_yaml(scene.to_yaml()).to_dict() == scene.to_dict()
    assert pickle.loads(pickle.dumps(scene)).to_dict() == scene.to_dict()


def test_texts_that_look_like_something_else_stay_texts():
    for title in ("1e3", "true", "null", "[1]", "a: b", "θ\n\t'\"\\", "#", "", " "):
        scene = ss.Scene({**pivot(), "title": title})
        assert scene.title == title and ss.Scene.from_yaml(scene.to_yaml()).title == title
        assert copy.copy(scene).run(overrides={"title": title}).scene.title == title


def test_files_lie_below_a_folder(folder):
    Path("fn.csv").write_text("t,fn\n0,3\n0.02,2\n")
    scene = pivot(record_dt=0.005)
    scene["contacts"]["grip"]["normal_force"] = {"csv": {"file": Path("fn.csv"), "column": "fn"}}
    assert mistakes_of(ss.Scene, scene) == [
        "scene: contacts.grip.normal_force: the file 'fn.csv' is not there: the scene has no folder"
    ]
    made = ss.Scene(scene, folder=folder)
    kept = pickle.dumps(made)
    (folder / "fn.csv").unlink()
    # What was read is not read again, and goes along.
    for twin in (made, pickle.loads(kept)):
        fn = twin.run(overrides={"bodies.plate.mass": 0.1})["grip"].normal_force
        assert_allclose(fn[:5], [3, 2.75, 2.5, 2.25, 2])
    scene["contacts"]["grip"]["normal_force"]["csv"]["file"] = "../fn.csv"
    assert "must lie below the scene's folder" in mistakes_of(ss.Scene, scene, folder=folder)[0]


def test_overrides_replace_values(folder):
    res = ss.run("pivot.yaml", overrides={"bodies.plate.mass": 0.3, "run.record_dt": 0.1}, until=0.2)
    text = PIVOT.replace("mass: 0.2", "mass: 0.3").replace("until: 2", "until: 0.2").replace("0.01}", "0.1}", -1)
    text = text.replace("radius: 0.1}", "radius: 0.01}")
    twin = ss.Scene.from_yaml(text).run()
    assert_array_equal(res["plate"].pose, twin["plate"].pose)
    assert dict(res.scene.overrides) == {"bodies.plate.mass": 0.3, "run.record_dt": 0.1, "run.until": 0.2}
    assert res.scene.text == PIVOT and res.scene.to_dict() == twin.scene.to_dict()
    parameters = res.result().parameters
    assert parameters["set bodies.plate.mass"].value == "0.3" and parameters["scene file"].value == PIVOT


def test_overrides_may_be_lists_and_maps_and_add_up():
    scene = ss.Scene.from_yaml(PIVOT, overrides={"bodies.plate.pose": [0.02, 0, 0], "run.until": 0.05})
    step = {"steps": {"t": [0, 0.02], "value": [3, 2]}}
    res = scene.run(overrides={"contacts.grip.normal_force": step, "bodies.plate.pose.1": 0.5}, dt=1e-3)
    assert_array_equal(res["plate"].pose[0], [0.02, 0.5, 0])
    assert_allclose(res["grip"].normal_force, [3, 3, 3, 2, 2, 2])  # that of the step before a record
    assert 50 <= res.steps < 60  # of 1 ms, as told, and not of 0.2 ms
    assert scene.run().t[-1] == 0.05 and scene.to_dict()["run"]["dt"] == 2e-4  # it has not changed
    assert res.result().parameters["set contacts.grip.normal_force"].value == "{steps: {t: [0, 0.02], value: [3, 2]}}"


def test_any_kind_of_scene_is_taken(folder):
    scene, changes = pivot(), dict(overrides={"bodies.plate.mass": 0.3}, until=0.03, dt=1e-3)
    read = ss.Scene.from_yaml(PIVOT)
    runs = [ss.run(given, **changes) for given in ("pivot.yaml", Path("pivot.yaml"), b"pivot.yaml", read, scene)]
    runs.append(read.run(**changes))
    for run in runs:
        assert_array_equal(run["plate"].pose, runs[0]["plate"].pose)


def test_arrays_cannot_be_written_to_and_outlive_the_run(folder):
    res = ss.run("box.yaml", until=0.05)
    arrays = [res.t, res["box"].position, res["box", "ground"].wrench, res["box", "ground"].force, res.energy.kinetic]
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0.0
    before = [array.copy() for array in arrays]
    del res
    for array, values in zip(arrays, before):
        assert_array_equal(array, values)


@pytest.mark.parametrize("scene", ["arm", "in_hand_turn", "haptic_trace", "pusher", pytest.param(HINTED, id="hinted")])
def test_a_run_can_be_kept(scene):
    run = ss.run(scene, until=0.03, overrides={} if scene == "haptic_trace" else {"record.bristles": True})
    for twin in (pickle.loads(pickle.dumps(run)), copy.deepcopy(run)):
        assert twin == run and hash(twin) == hash(run) and repr(twin) == repr(run)
        assert_same(run, twin)
        assert twin.scene == run.scene and twin.seconds == run.seconds
        assert twin.hints == run.hints and twin.fitted == run.fitted
        assert dict(twin.result().parameters) == dict(run.result().parameters)
        for key in run:
            assert twin[key] == run[key]
    assert ss.run(run.scene) == run  # however long it took
    assert ss.run(run.scene, until=0.02) != run


def test_a_pickle_of_another_scene_is_refused():
    parts, other = ss.run("arm", until=0.01).__getstate__(), ss.run("sliding_box", until=0.01)
    run = ss.scene.SceneRun.__new__(ss.scene.SceneRun)
    with pytest.raises(ValueError, match="not those of its scene"):
        run.__setstate__({**parts, "scene": other.scene})


def with_records(run, **changes):
    parts, twin = run.__getstate__(), ss.scene.SceneRun.__new__(ss.scene.SceneRun)
    twin.__setstate__({**parts, "records": {**parts["records"], **changes}})
    return twin


def test_hints_and_fitted_velocities_are_compared():
    run = ss.run(HINTED)
    assert with_records(run) == run
    for changes in (dict(hints=()), dict(hints=(*run.hints, "more")), dict(fitted=())):
        twin = with_records(run, **changes)
        assert twin != run and dict(twin.result().parameters) != dict(run.result().parameters)
    before, after = run.fitted[0].before, run.fitted[0].after
    for fitted in ((2, before, after + 1.0), (1, before, after)):
        assert with_records(run, fitted=(fitted,)) != run
    for fitted in ((3, before, after), (-1, before, after), (2, before[:5], after), (2, before, after * np.nan), (2, before)):
        with pytest.raises(ValueError):
            with_records(run, fitted=(fitted,))


def test_what_was_changed_at_the_start_and_what_was_probably_not_meant_is_told():
    run = ss.run(HINTED)
    (hint,) = run.hints
    assert hint.startswith("slider 'rail' carries the weight of 'box', 9.81 N, which lies on 'ground'")
    assert run.result().parameters["hint"].value == hint
    (fitted,) = run.fitted
    assert isinstance(fitted, ss.scene.FittedVelocity) and fitted.body == "door"
    assert_array_equal(fitted.before, [0, 0, 0, 0, 0, 2])
    assert_allclose(fitted.after, [0, 1, 0, 0, 0, 2], atol=1e-9)
    assert_array_equal(fitted.after, [*run["door"].velocity[0], *run["door"].angular_velocity[0]])
    with pytest.raises(ValueError, match="read-only"):
        fitted.after[0] = 1.0
    for name in ("sliding_box", "in_hand_turn", "haptic_trace"):
        other = ss.run(name, until=0.01)
        assert other.hints == [] and other.fitted == []


def test_bristles_are_kept_where_the_scene_says_so():
    res = ss.run("in_hand_pivot", until=0.02, overrides={"record.bristles": True})
    spread, reduced = res["distributed"].bristles, res["reduced"].bristles
    law = ss.friction.ElastoPlastic(sigma0=1e6, sigma1=800, sigma2=0.2, mu_c=1.0, mu_s=1.2)
    weight = ss.patch.DistributedPatch(law, ss.patch.Pressure.disc(radius=0.01), cells=21).weight
    assert reduced.shape == (3, 3) and spread.shape == (3, len(weight), 2)
    assert (spread[0] == 0.0).all() and (np.abs(spread[-1]).max(axis=0) > 0.0).all()
    # The reduced bristle is about the mean of those of the cells.
    assert_allclose(np.average(spread[-1], axis=0, weights=weight), reduced[-1, :2], rtol=0.05, atol=1e-8)
    assert ss.run("in_hand_pivot", until=0.02)["reduced"].bristles is None


def test_energy_is_told():
    energy = ss.run("sliding_box", until=0.2).energy
    total = energy.kinetic + energy.potential + energy.stored + energy.dissipated + energy.corrected
    assert_allclose(energy.external, total - total[0] + energy.unaccounted, atol=1e-12)
    scale = energy.put_in + energy.lift
    assert energy.lift == pytest.approx(9.81 * np.sqrt(0.75))  # of a cube of 1 kg, by half its diagonal
    assert energy.open_share == pytest.approx(np.abs(energy.unaccounted).max() / scale)
    assert energy.corrected_share == pytest.approx(np.abs(energy.corrected).max() / scale)
    assert energy.fall_share <= 1e-9
    assert energy.judgement == "pass" and energy.summary in repr(energy) and energy.summary.endswith(": pass")
    assert {(verdict.judgement, verdict.reason) for verdict in energy.verdicts.values()} == {("pass", "")}
    verdict = energy.verdicts["energy that is not accounted for"]
    assert isinstance(verdict, ss.scene.EnergyVerdict)
    assert verdict.share == energy.open_share <= verdict.bound


def test_a_verdict_that_fails_is_told():
    sunk = ss.run("sliding_box", until=0.1, overrides={"bodies.box.position": [0, 0, 0.49], "bodies.box.velocity": [0, 0, 0]})
    assert sunk.fails and sunk.energy.judgement == "fail" and "energy of corrections is 0.0" in sunk.energy.summary
    checks = {check.quantity: check.passed for check in sunk.result().checks}
    assert checks["energy of corrections, of the energy of the scene"] is False
    assert not ss.run("sliding_box", until=0.1).fails
    still = ss.run("incline_rest", until=0.1)
    assert still.energy.judgement == "not judged" and not still.fails
    assert still.energy.verdicts["energy that is not accounted for"].reason == still.energy.reason != ""
    assert any(name.startswith("not judged: ") for name in still.result().parameters)
    assert pickle.loads(pickle.dumps(sunk)) == sunk and pickle.loads(pickle.dumps(sunk)).fails


def test_contacts_are_told():
    extremes = ss.run("sliding_box", until=1.3).contact_extremes
    assert (extremes["sticking"], extremes["sliding"]) == (4, 0)
    force, _, *bodies = extremes["force"]
    assert 9.81 / 4 < force < 9.81 and set(bodies) == {"box", "ground"}
    slip, when, *_ = extremes["slip"]
    # A corner ahead, at the start: the box's 5 m/s and half its diagonal times 2π rad/s.
    assert slip == pytest.approx(np.hypot(5 + np.pi, np.pi), rel=0.02) and when <= 0.02
    way, until, *_ = extremes["slid"]
    assert extremes["slid"][2:] == extremes["slip"][2:] == extremes["force"][2:]  # one order of the two
    assert way > 1.58 and until == pytest.approx(0.661, abs=2e-3)
    none = ss.run("arm", until=0.1).contact_extremes
    assert none == {"sticking": 0, "sliding": 0, "force": None, "slip": None, "slid": None}
    assert ss.run("in_hand_pivot", until=0.01).contact_extremes is None


def test_a_run_is_shown(folder):
    res = ss.run("pivot.yaml", until=0.1)
    result = res.result()
    assert isinstance(result, ss.record.Result) and result.name == "pivot"
    assert_array_equal(result.series["body_plate"]["theta"], res["plate"].pose[:, 2])
    assert_array_equal(result.series["energy"]["stored"], res.energy.stored)
    figures = res.plot()
    assert set(figures) == {*result.figures, *result.scenes} and "motion" in figures
    assert res.plot("energy").axes[0].get_lines()
    if ss.record.can_write_html():
        assert res.to_html("run.html") is None
        page = Path("run.html").read_text()
        assert page.lstrip().lower().startswith("<!doctype html") and "pivot" in page
        with pytest.raises(OSError):
            res.to_html(folder / "absent" / "run.html")


def test_a_run_that_blows_up_says_so():
    changes = {"run.integrator": "rk4", "run.dt": 0.01}
    res = ss.Scene.from_yaml(PIVOT).run(overrides=changes)
    assert res.status is ss.solvers.SolveStatus.NOT_FINITE and res.ended_early and res.t[-1] < res.until
    assert res["plate"].pose.shape == (len(res.t), 3) and np.isfinite(res["plate"].pose).all()


def test_the_schema_knows_the_keys_of_what_ships():
    schema = ss.scene.schema()
    kinds = schema["oneOf"]
    assert "2020-12" in schema["$schema"] and len(kinds) == 3
    for name in ss.scene.shipped():
        keys = set(ss.Scene.read(name).to_dict())
        fits = [set(kind["required"]) <= keys <= set(kind["properties"]) for kind in kinds]
        assert fits.count(True) == 1, name


LONG = dict(overrides={"run.record_dt": 1e4}, until=1e4)


@pytest.mark.parametrize("text", [SLIDING_BOX, PIVOT.replace("dt: 2e-4", "dt: 1e-2"), POINT])
def test_ctrl_c_ends_a_run(text):
    scene = ss.Scene.from_yaml(text)
    assert_ctrl_c_stops(lambda: scene.run(**(dict(LONG, dt=1e-4) if scene.kind == "point" else LONG)))


def test_others_run_meanwhile():
    scene = ss.Scene.from_yaml(PIVOT)
    assert_others_run_during(scene.run)


def test_progress_is_told_and_ends_a_run():
    scene, shares = ss.Scene.from_yaml(PIVOT), []
    scene.run(until=0.5, progress=shares.append)
    assert shares[-1] == 1.0 and shares == sorted(shares) and 2 < len(shares) <= 1001
    with pytest.raises(ZeroDivisionError):
        scene.run(progress=lambda share: 1 / 0)


def test_a_scene_runs_on_several_threads():
    scene = ss.Scene.from_yaml(PIVOT, overrides={"run.until": 0.1})
    first, *others = results_at_once(scene.run)
    assert all(run == first for run in others)


def test_the_package_shows_them_too():
    assert ss.run is ss.scene.run and ss.Scene is ss.scene.Scene
    assert repr(ss.Scene.from_yaml(PIVOT)) == "<Scene pivot, planar>"
    assert repr(ss.run("haptic_trace", until=0.1)) == "<SceneRun of haptic_trace, 101 records to t=0.1, converged>"
