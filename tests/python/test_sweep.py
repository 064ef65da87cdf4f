"""Studies from Python: what they take, what comes of their runs, files, Ctrl-C. Statistics are tested in C++."""

import _thread
import copy
import csv
import gc
import math
import os
import pickle
import resource
import threading
import time

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scenes import PIVOT, mistakes_of
from studies import ISHIGAMI, PIVOT_STUDY
from threads import assert_others_run_during, results_at_once

import stickslip as ss

FEW = {"samples": 6}
MASS, MU, FORCE = (
    "bodies.plate.mass",
    "contacts.grip.law.elasto_plastic.mu_c",
    "contacts.grip.normal_force.sine.mean",
)
# Which take some milliseconds each: minutes in all.
LONG = {"samples": 100_000}


@pytest.fixture
def study_file(folder):
    (folder / "study.yaml").write_text(PIVOT_STUDY)
    return folder / "study.yaml"


def ishigami(**overrides):
    return ss.sweep.Study.from_yaml(ISHIGAMI, overrides=overrides)


def rows_of(folder):
    with open(folder / "sweep.csv", newline="") as file:
        return list(csv.DictReader(file))


def test_the_study_of_the_documentation_runs(study_file):
    res = ss.sweep.run("study.yaml", overrides=FEW)
    assert list(res) == [MASS, MU, FORCE, "angle", "slip"] and len(res) == 5 and "slip" in res and "mass" not in res
    assert (res.status == "ok").all() and res.ok.all() and res.reason == [""] * 6
    assert_array_equal(res.index, np.arange(6))
    for key in res:
        assert res[key].shape == (6,) and res[key].dtype == np.float64
    assert ((0.1 <= res[MASS]) & (res[MASS] <= 0.3)).all() and len(set(res[MASS])) == 6
    assert ((0.8 <= res[MU]) & (res[MU] <= 1.1)).all()
    assert set(res[FORCE]) <= {3.0, 3.6, 4.2}
    assert (res.seconds > 0.0).all() and res.is_sample.all()
    assert (res["slip"] > 0.0).all() and (res["angle"] < 0.0).all()
    assert sorted(os.listdir()) == ["box.yaml", "pivot.yaml", "study.yaml"]  # nothing is written


def test_one_variable_may_be_several_keys(study_file):
    text = f"""name: s
scene: pivot.yaml
variables: {{scale: {{keys: {{{MASS}: 1, bodies.plate.inertia: 0.0025}}, list: [0.1, 0.2]}}}}
design: grid
outputs: {{angle: {{series: plate.pose.theta}}}}
"""
    study = ss.sweep.Study.from_yaml(text, folder=study_file.parent)
    assert study.variables == ("scale",) and study.values(1) == {"scale": 0.2}
    assert study.changes(1) == {MASS: 0.2, "bodies.plate.inertia": 0.2 * 0.0025}
    alone = ss.run("pivot.yaml", overrides=study.changes(1))
    assert study.run(1)["angle"] == alone["plate"].pose[-1, 2] and study.run(1)["scale"] == 0.2


def test_a_run_of_a_study_is_a_run_of_its_scene(study_file):
    study = ss.sweep.Study.read(study_file)
    assert study.runs == 512
    row = study.run(5)
    values = study.values(5)
    assert {key: row[key] for key in values} == values == study.changes(5) and list(values) == [MASS, MU, FORCE]
    alone = ss.run("pivot.yaml", overrides=values)
    assert row["angle"] == alone["plate"].pose[-1, 2]
    assert (row["index"], row["status"], row["reason"]) == (5, "ok", "")
    # The first runs of a longer sequence are those of a shorter one.
    few = ss.sweep.run(study, overrides=FEW)
    for key in few:
        assert few[key][5] == row[key]


def test_arrays_are_the_columns_of_the_file(study_file):
    overrides = {**FEW, f"variables.{MASS}": {"uniform": [0.15, 0.25]}, "events": {"slips": "slip > 1e-4"}}
    res = ss.sweep.run(study_file, overrides=overrides, folder="out", threads=2)
    assert {"journal-0.bin", "sweep.csv", "sweep.h5"} <= set(os.listdir("out"))
    rows = rows_of(study_file.parent / "out")
    assert list(rows[0]) == ["index", *res, "status", "reason", "seconds"]
    for key in res:
        assert_array_equal(res[key], [float(row[key]) for row in rows])
    assert_array_equal(res.seconds, [float(row["seconds"]) for row in rows])
    assert res.status.tolist() == [row["status"] for row in rows]
    assert res.reason == [row["reason"] for row in rows]
    # The same by hand, and in the other file.
    res.write("again/deeper")
    assert rows_of(study_file.parent / "again" / "deeper") == rows
    series = ss.record.read("again/deeper/sweep.h5").series["runs"]
    for key in res:
        assert_array_equal(series[key], res[key])


def test_threads_do_not_matter(study_file):
    alone, both = (ss.sweep.run(study_file, overrides=FEW, threads=threads) for threads in (1, 2))
    assert alone == both and hash(alone) == hash(both)
    for key in alone:
        assert_array_equal(alone[key], both[key])
    assert ss.sweep.run(study_file, overrides={**FEW, "seed": 8}) != alone


def test_a_study_says_what_it_is(study_file):
    study = ss.sweep.Study.read("study.yaml", overrides={"samples": 3, "events": {"slips": "slip > 1e-4"}})
    assert (study.name, study.runs) == ("pivot_study", 3)
    assert study.variables == (MASS, MU, FORCE) and study.outputs == ("angle", "slip")
    assert [study.units[key] for key in (MASS, MU, "angle", "slip")] == ["kg", "1", "rad", "m"]
    assert set(study.units) == {*study.variables, *study.outputs}
    assert set(study.events) == {"slips"}
    output, comparison, limit = study.events["slips"].split()
    assert (output, comparison, float(limit)) == ("slip", ">", 1e-4)
    assert dict(study.overrides) == {"samples": 3, "events": {"slips": "slip > 1e-4"}} and study.text == PIVOT_STUDY
    assert repr(study) == "<Study pivot_study, sobol of 3 runs, 3 variables, 2 outputs>"
    # Overrides add up.
    assert ss.sweep.run(study, overrides={"samples": 2}).study.runs == 2 and study.runs == 3
    text = ss.sweep.Study.from_yaml(PIVOT_STUDY, folder=study_file.parent, overrides=study.overrides)
    assert text == study and hash(text) == hash(study) and text != ss.sweep.Study.read("study.yaml")
    with pytest.raises(TypeError, match="No constructor"):
        ss.sweep.Study()


def test_overrides_replace_values_of_any_kind():
    outputs = dict(outputs={"z": "value"}, events={"any": "z < 1e9"})
    study = ishigami(samples=np.int64(5), design="monte_carlo", seed=3, **outputs)
    values = {"variables.x3": {"list": (1.0, 2.0)}, "variables.a": {"list": np.array([7.5])}}
    res = ss.sweep.run(study, overrides=values)
    assert list(res) == ["x1", "x2", "x3", "a", "z"] and set(res["x3"]) <= {1.0, 2.0} and set(res["a"]) == {7.5}
    y = np.sin(res["x1"]) + 7.5 * np.sin(res["x2"]) ** 2 + 0.1 * res["x3"] ** 4 * np.sin(res["x1"])
    np.testing.assert_allclose(res["z"], y, rtol=1e-13)
    assert res.events["any"][:3] == (5, 5, 1.0)


def test_mistakes_are_reported_all_at_once(study_file):
    study_file.write_text(PIVOT_STUDY.replace("sd: 0.02", "sd: -1").replace("design: sobol", "design: sobel"))
    mistakes = mistakes_of(ss.sweep.run, "study.yaml")
    assert len(mistakes) == 2 and mistakes == mistakes_of(ss.sweep.Study.read, "study.yaml")
    assert mistakes[0].startswith("study.yaml:4:") and "sd" in mistakes[0]
    assert mistakes[1].startswith("study.yaml:7:") and "sobel" in mistakes[1]
    study_file.write_text(PIVOT_STUDY)
    for overrides, text in (
        ({"samples": -1}, "samples"),
        ({"smaples": 1}, "samples"),  # did you mean
        ({"variables.bodies.plate.mas": {"uniform": [1, 2]}}, "mas"),
        ({f"variables.{MASS}": {"uniform": [-1, 1]}}, "mass"),
        ({"scene": "absent.yaml"}, "absent.yaml"),
        ({"scene": "../pivot.yaml"}, "pivot.yaml"),
        ({"outputs": {"slip": "largest_slop"}}, "largest_slip"),
        ({"events": {"slips": "slop > 1"}}, "slop"),
    ):
        assert text in "\n".join(mistakes_of(ss.sweep.run, "study.yaml", overrides=overrides)), overrides
    (study_file.parent / "pivot.yaml").write_text(PIVOT.replace("mass: 0.2", "mass: heavy"))
    assert "pivot.yaml:4:" in mistakes_of(ss.sweep.run, "study.yaml")[0]
    with pytest.raises(FileNotFoundError, match="absent.yaml"):
        ss.sweep.run("absent.yaml")


def test_wrong_arguments_are_named(tmp_path):
    study = ishigami()
    for wrong, error, match in (
        (dict(threads=-1), ValueError, "threads = -1 must be 0 to 1024"),
        (dict(threads=1.5), TypeError, "threads must be an integer"),
        (dict(resume=1), TypeError, "resume must be a bool"),
        (dict(resume=True), ValueError, "resume needs the folder"),
        (dict(progress=3), TypeError, "progress must be callable"),
        (dict(overrides=[1]), TypeError, "overrides"),
        (dict(overrides={"seed": object()}), TypeError, "seed must be a number"),
        (dict(folder=3), TypeError, "int"),
        (dict(thread=1), TypeError, "run has no argument thread"),
    ):
        with pytest.raises(error, match=match):
            ss.sweep.run(study, **wrong)
    with pytest.raises(TypeError, match="at most study by position"):
        ss.sweep.run(study, {})
    with pytest.raises(TypeError, match="needs the argument study"):
        ss.sweep.run()
    (tmp_path / "file").touch()
    with pytest.raises(OSError):
        ss.sweep.run(study, folder=tmp_path / "file")
    res = ss.sweep.run(study)
    for call in (study.values, study.run, res.replay):
        for index in (-1, 64, 10**9):
            with pytest.raises(IndexError, match=f"index = {index}: the study has 64 runs"):
                call(index)
        with pytest.raises(TypeError, match="index must be an integer"):
            call(0.5)
        with pytest.raises(TypeError, match="needs the argument index"):
            call()


def test_a_key_that_is_not_there_names_those_that_are():
    res = ss.sweep.run(ishigami(outputs={"slip": "value"}, events={}))
    with pytest.raises(KeyError, match=r"no 'slop' \(did you mean 'slip'\?\); there are: 'x1', 'x2', 'x3', 'slip'"):
        res["slop"]
    for key in (0, None, ("x1",), slice(2), "", "\ud800"):
        with pytest.raises((KeyError, ValueError)):
            res[key]
        assert key not in res


def test_runs_that_are_not_ok_say_why(study_file):
    # The motion of a step that is too long for the integrator blows up; a run that is too slow is cut off.
    scene = PIVOT.replace("dt: 2e-4", "dt: 0.01, integrator: rk4")
    (study_file.parent / "pivot.yaml").write_text(scene)
    res = ss.sweep.run("study.yaml", overrides={**FEW, "events": {"slips": "slip > 1e-4"}})
    assert set(res.status) == {"ended_early"} and not res.ok.any()
    assert np.isnan(res["slip"]).all() and np.isfinite(res[MASS]).all()
    assert all(res.reason) and res.events["slips"].of == 0 and math.isnan(res.events["slips"].probability)
    assert repr(res) == "<Results of pivot_study, 6 runs, 0 ok>"
    assert ss.sweep.Study.read("study.yaml").run(0)["status"] == "ended_early"
    (study_file.parent / "pivot.yaml").write_text(PIVOT)
    cut = ss.sweep.run("study.yaml", overrides={**FEW, "run_time_limit": 1e-9})
    assert set(cut.status) == {"time_limit"} and cut.reason == ["took longer than 1e-09 s"] * 6
    assert pickle.loads(pickle.dumps(cut)) == cut != res


def test_find_gives_thresholds():
    # y = a sin² 1 + (1 + b) sin 0 … of x1 = 0, x2 = 1: crosses 5 where a = 5/sin² 1.
    fixed = {"variables": {"x1": {"list": [0.0]}, "x2": {"list": [1.0, 2.0]}}, "design": "grid", "samples": None}
    find = {"variable": "a", "output": "y", "crosses": 5.0, "between": [0, 20], "tol": 1e-9}
    res = ss.sweep.run(ishigami(), overrides={**fixed, "find": find})
    assert list(res) == ["x1", "x2", "y", "threshold"] and res.study.units["threshold"] == "1"
    np.testing.assert_allclose(res["threshold"], 5.0 / np.sin(res["x2"]) ** 2, atol=2e-9)
    assert (res["y"] <= 5.0).all()
    none = ss.sweep.run(ishigami(), overrides={**fixed, "find": {**find, "between": [10, 20]}})
    assert set(none.status) == {"not_found"} and np.isnan(none["threshold"]).all() and all(none.reason)


def test_indices_of_ishigami_are_those_of_theory():
    study = ishigami(samples=4096, indices=True)
    res = ss.sweep.run(study)
    assert len(res.index) == 5 * 4096 and res.is_sample.sum() == 2 * 4096 and res.correlations is None
    # S and T of a = 7, b = 0.1, from the variances in closed form [Ishigami 1990].
    a, b = 7.0, 0.1
    v1, v2 = 0.5 * (1 + b * np.pi**4 / 5) ** 2, a**2 / 8
    v13 = b**2 * np.pi**8 * (1 / 18 - 1 / 50)
    v = v1 + v2 + v13
    first, total = np.array([v1, v2, 0.0]) / v, np.array([v1 + v13, v2, v13]) / v
    np.testing.assert_allclose(first, [0.3139, 0.4424, 0.0], atol=5e-5)
    np.testing.assert_allclose(total, [0.5576, 0.4424, 0.2437], atol=5e-5)
    indices = res.indices["y"]
    assert list(indices) == ["x1", "x2", "x3"]
    for index, s, t in zip(indices.values(), first, total):
        assert isinstance(index, ss.sweep.SobolIndex) and isinstance(index.first, ss.sweep.Estimate)
        assert index.first.value == pytest.approx(s, abs=0.02) and index.total.value == pytest.approx(t, abs=0.02)
        for estimate in index:
            assert estimate.low < estimate.value < estimate.high


def test_events_are_counted_over_samples():
    for indices in (False, True):
        res = ss.sweep.run(ishigami(samples=1024, indices=indices))
        happened = res["y"][res.is_sample] > 5.0
        event = res.events["high"]
        assert isinstance(event, ss.sweep.Proportion)
        assert (event.count, event.of) == (happened.sum(), happened.size)
        assert event.probability == happened.mean() and event.low < event.probability < event.high
    assert res.indices is not None and ss.sweep.run(ishigami()).indices is None


def test_correlations_are_those_of_ranks():
    res = ss.sweep.run(ishigami(samples=200, design="monte_carlo"))
    ranks = [np.argsort(np.argsort(res[key])) for key in ("x1", "x2", "x3", "y")]
    expected = np.corrcoef(ranks)[3, :3]
    np.testing.assert_allclose(list(res.correlations["y"].values()), expected, atol=1e-12)
    assert list(res.correlations["y"]) == ["x1", "x2", "x3"]


@pytest.mark.parametrize("samples", [0, 1])
def test_small_studies(samples):
    res = ss.sweep.run(ishigami(samples=samples))
    assert res["y"].shape == res.status.shape == res.ok.shape == res.seconds.shape == (samples,)
    assert len(res.reason) == samples and res.events["high"].of == samples
    assert pickle.loads(pickle.dumps(res)) == res


def test_a_study_is_shown(study_file):
    res = ss.sweep.run("study.yaml", overrides={**FEW, "events": {"slips": "slip > 1e-4"}})
    result = res.result()
    assert isinstance(result, ss.record.Result) and result.name == "pivot_study" and result.figures
    assert_array_equal(result.series["runs"]["slip"], res["slip"])
    figures = res.plot()
    assert set(result.figures) <= set(figures)
    if ss.record.can_write_html():
        res.to_html("study.html")
        assert "pivot_study" in (study_file.parent / "study.html").read_text()
    command = res.replay(3)
    assert command.startswith("stickslip run pivot.yaml --set ")
    told = dict(change.split("=") for change in command.split(" --set ")[1:])
    assert {key: float(value) for key, value in told.items()} == res.study.values(3)
    assert ss.sweep.run(ishigami()).replay(0) == ""


def test_progress_is_told():
    seen = []
    res = ss.sweep.run(ishigami(), progress=seen.append)
    last = seen[-1]
    assert isinstance(last, ss.sweep.SweepProgress)
    assert (last.finished, last.runs, last.not_ok) == (64, 64, 0) and last.seconds > 0.0 and last.remaining == 0.0
    assert res.ok.all()


def test_what_progress_raises_ends_the_study_and_it_can_be_resumed(study_file):
    finished = []

    def stop(progress):
        finished.append(progress.finished)
        raise ZeroDivisionError

    overrides = {"samples": 64}
    with pytest.raises(ZeroDivisionError):
        ss.sweep.run("study.yaml", overrides=overrides, folder="out", progress=stop)
    assert os.listdir("out") == ["journal-0.bin"] and len(finished) == 1 and finished[0] < 64
    with pytest.raises(ValueError, match="resume"):
        ss.sweep.run("study.yaml", overrides=overrides, folder="out")
    with pytest.raises(ValueError, match="another study"):
        ss.sweep.run("study.yaml", overrides={"samples": 65}, folder="out", resume=True)
    seen = []
    res = ss.sweep.run("study.yaml", overrides=overrides, folder="out", resume=True, progress=seen.append)
    assert min(progress.finished for progress in seen) >= finished[0]
    assert res == ss.sweep.run("study.yaml", overrides=overrides)
    assert res.status.tolist() == [row["status"] for row in rows_of(study_file.parent / "out")]


def test_ctrl_c_ends_a_study_and_keeps_its_runs(study_file):
    ss.sweep.run("study.yaml", overrides={"samples": 0}, folder="none")
    threading.Timer(0.3, _thread.interrupt_main).start()
    begin = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        ss.sweep.run("study.yaml", overrides=LONG, folder="out")
    assert time.perf_counter() - begin < 5.0
    assert os.path.getsize("out/journal-0.bin") > os.path.getsize("none/journal-0.bin")


def test_ctrl_c_ends_a_single_run(study_file):
    (study_file.parent / "pivot.yaml").write_text(PIVOT.replace("until: 2,", "until: 1e3,"))
    study = ss.sweep.Study.read("study.yaml", overrides={"run_time_limit": 100})
    threading.Timer(0.1, _thread.interrupt_main).start()
    begin = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        study.run(0)
    assert time.perf_counter() - begin < 2.0


def test_others_run_meanwhile(study_file):
    study = ss.sweep.Study.read(study_file, overrides={"samples": 32})
    assert_others_run_during(lambda: ss.sweep.run(study, threads=1))


def test_studies_run_on_several_threads_of_python():
    study = ishigami(samples=256, indices=True)
    first, *others = results_at_once(lambda: ss.sweep.run(study, threads=2))
    assert all(res == first and res.indices == first.indices for res in others)
    assert all(indices == first.indices for indices in results_at_once(lambda: first.indices))


def test_results_can_be_kept(study_file):
    res = ss.sweep.run("study.yaml", overrides=FEW)
    for twin in (pickle.loads(pickle.dumps(res)), copy.deepcopy(res), copy.copy(res)):
        assert twin == res and hash(twin) == hash(res) and twin.study == res.study
        assert_array_equal(twin.seconds, res.seconds)
        assert_array_equal(twin.status, res.status)
        for key in res:
            assert_array_equal(twin[key], res[key])
    kept = pickle.dumps(res)
    os.chdir("/")
    assert pickle.loads(kept) == res  # whatever the current folder
    (study_file.parent / "pivot.yaml").write_text(PIVOT.replace("mass: 0.2", "mass: 0.21"))
    with pytest.raises(ValueError, match="the scene, or the version of stickslip, is another"):
        pickle.loads(kept)


SUNK = """\
name: sunk
scene: sunk_box.yaml
design: grid
variables: {bodies.box.position.2: {list: [0.5, 0.49, 0.5]}}
outputs: {speed: end_speed}
"""
SUNK_BOX = """\
name: box
bodies: {ground: {shape: {plane: {}}, mu: 0.5}, box: {shape: {box: [1, 1, 1]}, mass: 1, position: [0, 0, 0.5]}}
run: {until: 0.05}
"""


def test_a_strict_study_stops_at_the_first_run_that_is_not_ok(folder):
    (folder / "sunk_box.yaml").write_text(SUNK_BOX)
    study = ss.sweep.Study.from_yaml(SUNK, folder=folder)
    res = ss.sweep.run(study, threads=1)
    assert list(res.status) == ["ok", "failed_checks", "ok"] and list(res.ok) == [True, False, True]
    assert res.reason[1].startswith("energy ") and pickle.loads(pickle.dumps(res)) == res
    with pytest.raises(ss.sweep.RunNotOk, match="run 1 is failed_checks: energy ") as stopped:
        ss.sweep.run(study, threads=1, strict=True)
    error = stopped.value
    assert isinstance(error, RuntimeError) and (error.index, error.status) == (1, "failed_checks")
    # Nothing is lost where nothing is written.
    part = error.results
    assert list(part.status) == ["ok", "failed_checks", "not_begun"] and list(part.ok) == [True, False, False]
    assert part.reason == ["", res.reason[1], "another run is not ok"] and part.study == study
    assert_array_equal(part["speed"], [*res["speed"][:2], np.nan])
    assert_array_equal(part["bodies.box.position.2"], res["bodies.box.position.2"])
    assert (part.seconds[:2] > 0.0).all() and part.seconds[2] == 0.0 and part.replay(2) == res.replay(2)
    assert repr(part) == "<Results of sunk, 2 of 3 runs, 1 ok>" and part != res
    for call in (lambda: part.events, lambda: part.correlations, part.result, part.plot, lambda: part.write("out")):
        with pytest.raises(ValueError, match="1 runs of the study are missing"):
            call()
    assert not (folder / "out").exists()
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert twin == error and hash(twin) == hash(error) and str(twin) == str(error)
        assert list(twin.results.status) == list(part.status)
    only = ss.sweep.Study.from_yaml(SUNK.replace("[0.5, 0.49, 0.5]", "[0.49]"), folder=folder)
    with pytest.raises(ss.sweep.RunNotOk, match="run 0 is failed_checks: energy ") as stopped:
        ss.sweep.run(only, threads=1, strict=True, folder=folder / "out")
    assert stopped.value.results == ss.sweep.run(only) and stopped.value.results.result().name == "sunk"
    assert (folder / "out" / "sweep.csv").exists()


@pytest.mark.parametrize(
    ("part", "value", "message"),
    [
        ("status", np.full(64, 7.0), "not those of its study"),
        ("status", np.full(64, np.nan), "not those of its study"),
        ("status", np.full(64, 256.0), "not those of its study"),  # 0 in eight bits, which would be ok
        ("status", np.full(64, 255.0), "not those of its study"),
        ("status", np.full(64, -1.0), "not those of its study"),
        ("status", np.full(64, 0.5), "not those of its study"),
        ("missing", (64,), "not those of its study"),
        ("seconds", np.zeros(63), "one row per record"),
        ("outputs", np.zeros(65), "one row per record"),
        ("study", ss.sweep.Study.from_yaml(ISHIGAMI, overrides={"samples": 3}), "one row per record"),
    ],
)
def test_a_spoilt_pickle_is_refused(part, value, message):
    parts = ss.sweep.run(ishigami()).__getstate__()
    results = ss.sweep.Results.__new__(ss.sweep.Results)
    with pytest.raises(ValueError, match=message):
        results.__setstate__({**parts, part: value})


def test_arrays_are_the_callers():
    res = ss.sweep.run(ishigami())
    y = res["y"]
    expected = y.copy()
    y[:] = 0.0
    assert_array_equal(res["y"], expected)
    del res
    gc.collect()
    assert (y == 0.0).all()


def test_memory_does_not_grow():
    study = ishigami(samples=4096)

    def once():
        res = ss.sweep.run(study, progress=lambda progress: None)
        return [res["y"], res.status, res.events, pickle.loads(pickle.dumps(res))]

    for _ in range(10):
        once()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(100):
        once()
    # [kB] What came of 4096 runs is 17 bytes each: 7 MB of a hundred studies.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 3500
