"""The command sweep as its users meet it."""

import csv
import os
import random
import shlex
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

import stickslip as ss
from test_cli_run import BOX, PIVOT, call

STUDY = """\
name: pivot_study
scene: pivot.yaml                                # or model: ishigami (a built-in function, to test the statistics)
variables:
  bodies.plate.mass: {normal: {mean: 0.2, sd: 0.02, min: 0.1, max: 0.3}}
  contacts.grip.law.elasto_plastic.mu_c: {uniform: [0.8, 1.1]}
  contacts.grip.normal_force.sine.mean: {list: [3.0, 3.6, 4.2]}
design: sobol                                    # grid | latin_hypercube | sobol | monte_carlo
samples: 512
seed: 7
outputs:
  angle: {series: plate.pose.theta, reduce: last}
  slip: largest_slip
run_time_limit: 10                               # seconds per run
"""
ISHIGAMI = """\
name: ishigami
model: ishigami
variables:
  x1: {uniform: [-3.141592653589793, 3.141592653589793]}
  x2: {uniform: [-3.141592653589793, 3.141592653589793]}
  x3: {uniform: [-3.141592653589793, 3.141592653589793]}
design: sobol
samples: 1000000
outputs: {y: value}
"""
COLUMNS = [
    "index", "bodies.plate.mass", "contacts.grip.law.elasto_plastic.mu_c", "contacts.grip.normal_force.sine.mean",
    "angle", "slip", "status", "reason", "seconds",
]  # fmt: skip


def few(samples):
    return STUDY.replace("samples: 512", f"samples: {samples}")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "pivot.yaml").write_text(PIVOT.replace("until: 2,", "until: 0.1,"))
    (tmp_path / "study.yaml").write_text(few(40))
    return tmp_path


def rows(path):
    """Those of sweep.csv as written, without the last cell, the seconds."""
    return [line.rsplit(",", 1)[0] for line in (path / "sweep.csv").read_text().splitlines()]


def test_a_study(command, folder):
    done = call(command, "sweep", "study.yaml", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) <= 10 and "pivot_study: 40 runs (sobol)" in done.stdout
    out = folder / "results" / "pivot_study"
    assert sorted(os.listdir(out)) == ["journal-0.bin", "report.html", "sweep.csv", "sweep.h5"]
    with open(out / "sweep.csv", newline="") as file:
        reader = csv.DictReader(file)
        table = list(reader)
    assert reader.fieldnames == COLUMNS
    assert [row["index"] for row in table] == [str(i) for i in range(40)]
    assert {row["status"] for row in table} == {"ok"}
    assert {row["contacts.grip.normal_force.sine.mean"] for row in table} == {"3", "3.6", "4.2"}


def test_a_run_is_what_the_command_run_gives(command, folder):
    call(command, "sweep", "study.yaml", "--out", "out", "-q", cwd=folder)
    with open(folder / "out" / "sweep.csv", newline="") as file:
        row = list(csv.DictReader(file))[11]
    changes = [part for key in COLUMNS[1:4] for part in ("--set", f"{key}={row[key]}")]
    assert call(command, "run", "pivot.yaml", *changes, "--out", "one", "-q", cwd=folder).returncode == 0
    with open(folder / "one" / "body_plate.csv", newline="") as file:
        assert list(csv.DictReader(file))[-1]["theta [rad]"] == row["angle"]


def test_the_worst_runs_can_be_replayed(command, folder):
    study = few(20) + "events: {slips: slip > 1e-7, never: slip > 1}\n"
    (folder / "study.yaml").write_text(study)
    done = call(command, "sweep", "study.yaml", "--out", "out", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert "never (slip > 1): 0 of 20 runs, probability 0 (0 to 0.1611)" in done.stdout
    result = ss.record.read(folder / "out" / "sweep.h5")
    series = result.series
    worst = [table for table in result.tables if table.labels_are_commands]
    assert len(worst) == 1 and "slips" in worst[0].title  # nothing to replay of what never happened
    program, *words = shlex.split(worst[0].row_labels[0])
    assert program == "stickslip"
    assert call(command, *words, "--out", "one", "-q", cwd=folder).returncode == 0
    with open(folder / "one" / "body_plate.csv", newline="") as file:
        theta = float(list(csv.DictReader(file))[-1]["theta [rad]"])
    table = series[worst[0].series]
    assert theta == table["angle"][0]
    assert table["slip"][0] == max(series["runs"]["slip"])
    assert list(table["slip"]) == sorted(table["slip"], reverse=True)


def test_values_may_be_set(command, folder):
    done = call(command, "sweep", "study.yaml", "--set", "samples=4", "--set", "indices=true", "--out", "out", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(rows(folder / "out")) == 1 + 4 * 5
    wrong = call(command, "sweep", "study.yaml", "--set", "samples=-4", cwd=folder)
    assert wrong.returncode == 2 and wrong.stderr.startswith("study.yaml, set samples=-4: samples = -4 must be")
    again = call(command, "sweep", "study.yaml", "--out", "out", "--resume", cwd=folder)
    assert again.returncode == 2 and "another study" in again.stderr


def test_a_threshold_is_found(command, folder):
    find = "find: {variable: contacts.grip.normal_force.constant, output: slip, crosses: 1e-6, between: [1, 20], tol: 0.1}\n"
    (folder / "study.yaml").write_text(few(3) + find)
    done = call(command, "sweep", "study.yaml", "--out", "out", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    with open(folder / "out" / "sweep.csv", newline="") as file:
        table = list(csv.DictReader(file))
    for row in table:
        assert 1 < float(row["threshold"]) < 20 and float(row["slip"]) <= 1e-6
    call(command, "sweep", "study.yaml", "--set", "find.crosses=1", "--out", "none", cwd=folder)
    with open(folder / "none" / "sweep.csv", newline="") as file:
        assert {row["status"] for row in csv.DictReader(file)} == {"not_found"}


def test_threads_give_the_same_bytes(command, folder):
    for threads in (1, 2, 4):
        assert call(command, "sweep", "study.yaml", "--threads", str(threads), "--out", f"out{threads}", cwd=folder).returncode == 0
    assert rows(folder / "out1") == rows(folder / "out2") == rows(folder / "out4")


def test_runs_that_fail_are_told(command, folder):
    study = few(30).replace("{uniform: [0.8, 1.1]}", "{normal: {mean: 1.0, sd: 0.2}}")  # mu_s is 1.2: some draws are beyond
    (folder / "study.yaml").write_text(study)
    done = call(command, "sweep", "study.yaml", cwd=folder)
    assert done.returncode == 1 and "failed: " in done.stdout and "at least mu_c" in done.stdout
    with open(folder / "results" / "pivot_study" / "sweep.csv", newline="") as file:
        table = list(csv.DictReader(file))
    for row in table:
        assert (row["status"] == "failed") == (float(row[COLUMNS[2]]) > 1.2) == (row["angle"] == "nan")
        assert (row["reason"] == "") == (row["status"] == "ok")


SUNK = """\
name: sunk
scene: box.yaml
variables: {bodies.box.position.2: {list: [0.5, 0.5, 0.49, 0.5, 0.49, 0.5]}}
design: grid
outputs: {speed: end_speed}
"""


def test_verdicts_that_fail_are_counted(command, folder):
    (folder / "box.yaml").write_text(BOX.replace("until: 1.3", "until: 0.1"))
    (folder / "study.yaml").write_text(SUNK)
    done = call(command, "sweep", "study.yaml", "--out", "out", cwd=folder)
    assert done.returncode == 1 and "failed_checks: 2 runs, the first is run 2: energy " in done.stdout
    with open(folder / "out" / "sweep.csv", newline="") as file:
        table = list(csv.DictReader(file))
    assert [row["status"] for row in table] == ["ok", "ok", "failed_checks", "ok", "failed_checks", "ok"]
    assert all(float(row["speed"]) > 4 for row in table)


def test_a_study_that_only_finds_is_a_single_run(command, folder):
    study = "name: s\nmodel: ishigami\noutputs: {y: value}\nfind: {variable: x1, output: y, crosses: 0.5, between: [0, 1]}\n"
    (folder / "study.yaml").write_text(study)
    done = call(command, "sweep", "study.yaml", "--out", "out", cwd=folder)
    assert done.returncode == 0 and done.stdout.startswith("s: 1 run, finished in ") and "grid" not in done.stdout
    for line in ("seed: 3", "indices: true", "samples: 2"):
        (folder / "study.yaml").write_text(study + line + "\n")
        done = call(command, "sweep", "study.yaml", cwd=folder)
        told = f"study.yaml:5:{len(line.split()[0]) + 2}: {line.split(':')[0]}: a study with `find` and no variables is a single run"
        assert done.returncode == 2 and done.stderr == told + "; remove this key\n"


def test_a_strict_study_stops(command, folder):
    (folder / "box.yaml").write_text(BOX.replace("until: 1.3", "until: 0.1"))
    (folder / "study.yaml").write_text(SUNK)
    done = call(command, "sweep", "study.yaml", "--out", "out", "--threads", "1", "--strict", cwd=folder)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.startswith("stickslip: run 2 is failed_checks: energy ") and len(done.stderr.splitlines()) == 1
    assert done.stderr.endswith("To go on: stickslip sweep study.yaml --out out --threads 1 --resume\n")
    assert os.listdir(folder / "out") == ["journal-0.bin"]
    done = call(command, "sweep", "study.yaml", "--out", "out", "--resume", cwd=folder)
    assert done.returncode == 1 and "failed_checks: 2 runs" in done.stdout
    done = call(command, "sweep", "study.yaml", "--out", "out", "--resume", "--strict", cwd=folder)  # none is missing
    assert done.returncode == 1 and "failed_checks: 2 runs" in done.stdout
    assert done.stderr.startswith("stickslip: run 2 is failed_checks: energy ") and "To go on" not in done.stderr
    (folder / "study.yaml").write_text(SUNK.replace("0.49", "0.5"))
    assert call(command, "sweep", "study.yaml", "--out", "well", "--strict", cwd=folder).returncode == 0


def test_mistakes_have_places(command, folder):
    wrong = STUDY.replace("min: 0.1", "min: -0.1").replace("largest_slip", "largest_slipp").replace("seed: 7", "find: {tol: 0}")
    (folder / "study.yaml").write_text(wrong)
    done = call(command, "sweep", "study.yaml", cwd=folder)
    assert done.returncode == 2 and done.stdout == ""
    places = ["4:3", "9:7", "9:7", "9:7", "9:7", "9:13", "12:9"]
    assert [line.split(": ")[0] for line in done.stderr.splitlines()] == ["study.yaml:" + place for place in places]
    assert "did you mean 'largest_slip'?" in done.stderr and "find: the key 'variable' is missing" in done.stderr
    assert not (folder / "results").exists()


@pytest.mark.parametrize(
    "arguments, part",
    [
        (("absent.yaml",), "absent.yaml"),
        (("study.yaml", "--threads", "-3"), "threads = -3 must be 0 to 1024"),
        (("study.yaml", "--out", "pivot.yaml"), "--out"),
        ((), "STUDY is required"),
    ],
)
def test_wrong_use(command, folder, arguments, part):
    done = call(command, "sweep", *arguments, cwd=folder)
    assert done.returncode == 2 and part in done.stderr and len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("name, more", [("OMPI_COMM_WORLD_SIZE", {}), ("PMI_SIZE", {}), ("SLURM_STEP_NUM_TASKS", {"PMIX_RANK": "0", "PMIX_NAMESPACE": "a"})])
def test_mpi_is_refused_where_there_is_none(command, folder, name, more):
    """A copy of the command without stickslip-mpi beside it does not run the study once per process."""
    lone = shutil.copy(command, folder / "stickslip")
    done = call(lone, "sweep", "study.yaml", cwd=folder, env={**os.environ, **more, name: "3"})
    assert done.returncode == 2 and "started as one of 3 MPI processes, and this build has no MPI" in done.stderr
    assert not (folder / "results").exists()
    # Slurm's tasks alone do not mean MPI.
    count = "3" if more else "1"
    assert call(lone, "sweep", "study.yaml", "-q", cwd=folder, env={**os.environ, name: count}).returncode == 0


@pytest.mark.parametrize("number, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it_and_it_goes_on(command, folder, number, code):
    (folder / "study.yaml").write_text(few(100_000))
    process = subprocess.Popen([command, "sweep", "study.yaml"], cwd=folder, stderr=subprocess.PIPE, text=True)
    time.sleep(0.7)
    process.send_signal(number)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == code
    assert errors == "stickslip: interrupted; finished runs are kept. To go on: stickslip sweep study.yaml --resume\n"
    out = folder / "results" / "pivot_study"
    assert os.listdir(out) == ["journal-0.bin"] and (out / "journal-0.bin").stat().st_size > 60
    # Without --resume finished runs are not thrown away; with it, another study is not mixed with them.
    done = call(command, "sweep", "study.yaml", cwd=folder)
    assert done.returncode == 2 and "--resume" in done.stderr
    (folder / "study.yaml").write_text(few(40))
    done = call(command, "sweep", "study.yaml", "--resume", cwd=folder)
    assert done.returncode == 2 and "another study" in done.stderr


def test_kills_lose_nothing(command, folder):
    """Killed at random moments and resumed, it ends with the same bytes."""
    (folder / "study.yaml").write_text(few(400))
    assert call(command, "sweep", "study.yaml", "--out", "whole", "-q", cwd=folder).returncode == 0
    draw = random.Random(3)
    journal = folder / "parts" / "journal-0.bin"
    kills, size = 0, 0
    while kills < 20:
        process = subprocess.Popen([command, "sweep", "study.yaml", "--out", "parts", "--resume", "-q"], cwd=folder)
        try:
            process.wait(timeout=draw.uniform(0.02, 0.25))
            assert rows(folder / "parts") == rows(folder / "whole")
            shutil.rmtree(folder / "parts")
            size = 0
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            kills += 1
        if journal.exists():
            # At most the beginning of a record is cut off at the next start: 8 + 17 + 16 bytes.
            assert journal.stat().st_size > size - 41
            size = journal.stat().st_size
    assert call(command, "sweep", "study.yaml", "--out", "parts", "--resume", "-q", cwd=folder).returncode == 0
    assert rows(folder / "parts") == rows(folder / "whole")


def test_a_changed_scene_is_refused(command, folder):
    assert call(command, "sweep", "study.yaml", "-q", cwd=folder).returncode == 0
    assert call(command, "sweep", "study.yaml", "-q", "--resume", cwd=folder).returncode == 0
    (folder / "pivot.yaml").write_text((folder / "pivot.yaml").read_text().replace("radius: 0.01", "radius: 0.011"))
    done = call(command, "sweep", "study.yaml", "--resume", cwd=folder)
    assert done.returncode == 2 and "another study, scene or version" in done.stderr


def test_a_full_disk(command, folder):
    # A limit on the size of files stands for it.
    (folder / "study.yaml").write_text(few(200))
    line = f"ulimit -f 4; '{command}' sweep study.yaml"
    done = subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1 and "--resume" in done.stderr
    assert call(command, "sweep", "study.yaml", "--resume", "-q", cwd=folder).returncode == 0
    assert call(command, "sweep", "study.yaml", "--out", "whole", "-q", cwd=folder).returncode == 0
    assert rows(folder / "whole") == rows(folder / "results" / "pivot_study")


def test_the_least_studies(command, folder):
    for samples in (0, 1):
        (folder / "study.yaml").write_text(few(samples))
        assert call(command, "sweep", "study.yaml", "--out", f"out{samples}", cwd=folder).returncode == 0
        assert len(rows(folder / f"out{samples}")) == 1 + samples


def test_a_run_that_hangs_is_cut_off(command, folder):
    (folder / "pivot.yaml").write_text(PIVOT.replace("until: 2,", "until: 2000,"))
    (folder / "study.yaml").write_text(few(2).replace("run_time_limit: 10 ", "run_time_limit: 0.2 "))
    done = call(command, "sweep", "study.yaml", cwd=folder)
    assert done.returncode == 1 and "time_limit: 2 runs, the first is run 0: took longer than 0.2 s" in done.stdout


def test_quiet(command, folder):
    done = call(command, "sweep", "study.yaml", "-q", cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_million_runs_in_200_megabytes(command, folder):
    (folder / "study.yaml").write_text(ISHIGAMI)
    process = subprocess.Popen([command, "sweep", "study.yaml", "--out", "out", "-q"], cwd=folder)
    most = 0  # kB; what wait4 tells begins with the memory of the process that tests
    while process.poll() is None:
        for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                most = int(line.split()[1])
        time.sleep(0.02)
    assert process.returncode == 0
    assert 50_000 < most <= 200_000
    assert len(rows(folder / "out")) == 1 + 1_000_000
