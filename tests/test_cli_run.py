"""The commands run, validate and scenes as their users meet them."""

import csv
import json
import os
import re
import signal
import subprocess
import time

import pytest

BOX = """\
name: sliding_box
gravity: [0, 0, -9.81]
world: {formulation: cone, solver: auto}
bodies:
  ground: {shape: {plane: {normal: [0, 0, 1], offset: 0}}, mu: 0.5}
  box: {shape: {box: [1, 1, 1]}, mass: 1, mu: 0.5, position: [0, 0, 0.5], velocity: [0, 5, 0], angular_velocity: [0, 0, 6.283185307]}
run: {until: 1.3, dt: 1e-3, record_dt: 0.01}
"""
PIVOT = """\
name: pivot
planar: true                                     # bodies have x, y, θ; what simulate(…) computes
bodies:
  plate: {mass: 0.2, inertia: 4.817e-4, pose: [0.025, 0, 0]}
contacts:
  grip:
    body: plate
    law: {elasto_plastic: {sigma0: 1e6, sigma1: 800, sigma2: 0.2, mu_c: 1.0, mu_s: 1.2}}
    pressure: {disc: {radius: 0.01}}
    model: reduced                               # or distributed, with cells: 21
    count: 2                                     # equal contacts (two fingers)
    frame: world
    normal_force: {sine: {mean: 3.6, amplitude: 0.9, frequency: 2}}
loads:
  weight: {body: plate, wrench: [0, -1.962, 0]}  # rigid scenes: force, torque
run: {until: 2, dt: 2e-4, record_dt: 0.01}
"""
LONG = BOX.replace("until: 1.3", "until: 5000").replace("record_dt: 0.01", "record_dt: 1")


def call(command, *arguments, **options):
    return subprocess.run([command, *arguments], capture_output=True, text=True, timeout=120, **options)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "box.yaml").write_text(BOX)
    (tmp_path / "pivot.yaml").write_text(PIVOT)
    return tmp_path


def last_row(path):
    with open(path, newline="") as file:
        return {key.split(" ")[0]: float(value) for key, value in list(csv.DictReader(file))[-1].items()}


def test_a_rigid_scene(command, folder):
    done = call(command, "run", "box.yaml", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) <= 10 and "converged" in done.stdout
    out = folder / "results" / "sliding_box"
    assert {"report.html", "result.h5", "body_box.csv", "contact_box__ground.csv", "energy.csv", "solver.csv"} <= set(
        os.listdir(out)
    )
    box = last_row(out / "body_box.csv")
    assert box["x"] == pytest.approx(0.31940, abs=1e-3) and box["y"] == pytest.approx(2.95153, abs=1e-3)  # spec: 1 ms


def test_the_summary_says_what_happened(command, folder):
    text = call(command, "run", "box.yaml", "-q", "--out", "out", cwd=folder).stdout
    assert text == ""
    lines = call(command, "run", "box.yaml", "--out", "out", cwd=folder).stdout.splitlines()
    contacts = next(line for line in lines if line.startswith("  contacts: "))
    assert "at the end 4 stick and 0 slide" in contacts and "box on ground" in contacts and "slid farthest" in contacts
    # The last of ten moves, and comes first; what is below a nanometre is none.
    many = "".join(
        f"  b{i}: {{shape: {{box: [1, 1, 1]}}, mass: 1, mu: 0.5, position: [{3 * i}, 1e-40, 0.5]"
        f"{', velocity: [0, 1, 0]' if i == 9 else ''}}}\n"
        for i in range(10)
    )
    head = "bodies:\n  ground: {shape: {plane: {}}, mu: 0.5}\n"
    (folder / "many.yaml").write_text(f"name: many\n{head}{many}run: {{until: 0.5, record_dt: 0.1}}\n")
    lines = call(command, "run", "many.yaml", "--out", "out", cwd=folder).stdout.splitlines()
    assert lines[2].startswith("  b9: at (27, 0.1") and re.match(r"  b\d: at \(\d+, 0, 0.5\) m", lines[3])
    assert "  and 6 more, which moved less" in lines and not re.search(r"e-[1-9][0-9] m", "\n".join(lines[:6]))


def test_the_summary_says_how_bodies_turn(command, folder):
    fan = "{shape: {box: [1, 1, 0.1]}, mass: 1, position: [0, 0, 1], angular_velocity: [0, 0, 2]}"
    (folder / "fan.yaml").write_text(f"name: fan\ngravity: [0, 0, 0]\nbodies: {{fan: {fan}}}\nrun: {{until: 0.5}}\n")
    lines = call(command, "run", "fan.yaml", "--out", "out", cwd=folder).stdout.splitlines()
    assert lines[2].endswith("moving at 0 m/s, 1 rad from its first orientation, turning at 2 rad/s")


def test_a_verdict_that_fails_is_exit_code_1(command, folder):
    sunk = ("--set", "bodies.box.position=[0, 0, 0.49]", "--until", "0.1", "--out", "out")
    done = call(command, "run", "box.yaml", *sunk, cwd=folder)
    assert done.returncode == 1 and "FAIL, " in done.stdout and "energy of corrections is 0.0" in done.stdout
    with open(folder / "out" / "checks.csv", newline="") as file:
        assert "FAIL" in {row["verdict"] for row in csv.DictReader(file)}
    rest = ("--set", "bodies.box.velocity=[0, 0, 0]", "--set", "bodies.box.angular_velocity=[0, 0, 0]", "--until", "0.1")
    done = call(command, "run", "box.yaml", *rest, "--out", "rest", cwd=folder)
    assert done.returncode == 0 and "not judged, for nothing moved" in done.stdout
    with open(folder / "rest" / "checks.csv", newline="") as file:
        assert [row["quantity"] for row in csv.DictReader(file)] == ["time that was run, of what was asked for"]


def test_a_planar_scene(command, folder):
    done = call(command, "run", "pivot.yaml", "--out", "out", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert last_row(folder / "out" / "body_plate.csv")["theta"] == pytest.approx(-0.752, abs=1e-3)
    assert last_row(folder / "out" / "contact_grip.csv")["fy"] == pytest.approx(0.981, abs=1e-3)  # half of the weight


def test_changes(command, folder):
    done = call(command, "run", "box.yaml", "--set", "bodies.box.velocity=[0, 1, 0]", "--set", "bodies.box.mu=2",
                "--set", "bodies.box.angular_velocity.2=0", "--dt", "2e-3", "--until", "0.5", "--out", "out", cwd=folder)  # fmt: skip
    assert done.returncode == 0
    assert "0.5 s in 250 steps" in done.stdout
    # μ is the geometric mean, √(2 · 0.5) = 1: it goes v²/(2 μ g), to a step at the end.
    assert last_row(folder / "out" / "body_box.csv")["y"] == pytest.approx(1 / (2 * 9.81), abs=1e-4)


def test_the_last_of_two_changes_counts(command, folder):
    done = call(command, "run", "box.yaml", "--set", "run.until=0.2", "--until", "0.05", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert "0.05 s in 50 steps" in done.stdout


def test_names_are_kept_apart_in_files(command, folder):
    (folder / "names.yaml").write_text(
        "bodies:\n  box: {shape: {box: [1, 1, 1]}, mass: 1, position: [0, 0, 0.5]}\n"
        "  box_shape: {shape: {box: [1, 1, 1]}, mass: 1, position: [2, 0, 0.5]}\n"
        "  shape: {shape: {plane: {}}}\n  box_ground: {shape: {box: [1, 1, 1]}, mass: 1, position: [4, 0, 0.5]}\n"
        "run: {until: 0.01}\n"
    )
    done = call(command, "run", "names.yaml", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_folder_holds_one_result(command, folder):
    (folder / "crate.yaml").write_text(BOX.replace("box: {shape", "crate: {shape"))
    for scene in ("box.yaml", "crate.yaml"):
        assert call(command, "run", scene, "--until", "0.05", "--out", "out", cwd=folder).returncode == 0
        (folder / "out" / "notes.csv").write_text("not of a run")
    files = set(os.listdir(folder / "out"))
    assert {"body_crate.csv", "contact_crate__ground.csv", "notes.csv", "report.html", "checks.csv"} <= files
    assert not any("box" in file for file in files)


def test_a_folder_named_like_a_scene_is_not_the_scene(command, folder):
    for _ in range(2):
        done = call(command, "run", "in_hand_turn", "--until", "0.01", "--out", "in_hand_turn", cwd=folder)
        assert (done.returncode, done.stderr) == (0, "")


def test_a_copy_does_not_overwrite(command, folder):
    copy = ("scenes", "copy", "wall", "copies")
    assert call(command, *copy, cwd=folder).returncode == 0
    assert call(command, *copy, cwd=folder).returncode == 0
    (folder / "copies" / "wall.yaml").write_text("mine")
    done = call(command, *copy, cwd=folder)
    assert done.returncode == 2 and "is there already, with another content" in done.stderr
    assert (folder / "copies" / "wall.yaml").read_text() == "mine"


def test_a_terminal_is_left_alone(command, folder):
    (folder / "title.yaml").write_text('title: "\\e]0;other\\a"\n' + BOX)
    done = call(command, "run", "title.yaml", "--until", "0.01", cwd=folder)
    assert done.returncode == 0 and "\x1b" not in done.stdout and "\\x1b]0;other\\x07" in done.stdout
    (folder / "long.yaml").write_text(BOX.replace("sliding_box", "a" * 1_000_000))
    done = call(command, "validate", "long.yaml", cwd=folder)
    assert done.returncode == 2 and len(done.stderr) < 300


def test_the_scene_is_in_the_result(command, folder):
    h5py = pytest.importorskip("h5py")
    call(command, "run", "box.yaml", "--set", "bodies.box.mass=2", cwd=folder)
    with h5py.File(folder / "results" / "sliding_box" / "result.h5") as file:
        assert file["parameters/scene file"][()].decode() == BOX
        assert file["parameters/set bodies.box.mass"][()].decode() == "2"


def test_every_mistake_is_reported(command, folder):
    (folder / "bad.yaml").write_text(BOX.replace("mass: 1", "mass: -1").replace("velocity: [0, 5, 0]", "velocty: [0, 5]"))
    for arguments in (("validate", "bad.yaml"), ("run", "bad.yaml")):
        done = call(command, *arguments, cwd=folder)
        assert done.returncode == 2 and done.stdout == ""
        assert done.stderr.splitlines() == [
            "bad.yaml:6:40: bodies.box.mass = -1 must be finite and >= 0 [kg]",
            "bad.yaml:6:76: bodies.box: unknown key 'velocty' (did you mean 'velocity'?)",
        ]
    assert not (folder / "results").exists()
    assert call(command, "validate", "box.yaml", cwd=folder).stdout == "box.yaml: a good rigid scene\n"


def test_a_slider_that_carries_what_was_meant_to_rest_is_told(command, folder):
    slider = "joints: {rail: {slider: {a: box, axis: [1, 0, 0]}}}\n"
    (folder / "rail.yaml").write_text(BOX.replace(", velocity: [0, 5, 0], angular_velocity: [0, 0, 6.283185307]", "") + slider)
    done = call(command, "run", "rail.yaml", "--until", "0.01", cwd=folder)
    assert "  hint: slider 'rail' carries the weight of 'box', 9.81 N, which lies on 'ground' without" in done.stdout
    assert "hint" not in call(command, "run", "box.yaml", "--until", "0.01", cwd=folder).stdout


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("run", "nothing.yaml"), "stickslip: there is no scene file 'nothing.yaml'; 'stickslip scenes' lists"),
        (("validate", "nothing.yaml"), "stickslip: there is no scene file 'nothing.yaml'"),
        (("run", "."), "stickslip: cannot read .: Is a directory"),
        (("sweep", "nothing.yaml"), "stickslip: cannot read nothing.yaml: No such file or directory"),
        (("solve", "nothing.fc"), "stickslip: cannot read nothing.fc: No such file or directory"),
        (("run", "in_hand_pivots"), "did you mean 'in_hand_pivot'"),
        (("run", "box.yaml", "--set", "mass"), "PATH=VALUE"),
        (("run", "box.yaml", "--set", "bodies.bax.mass=1"), "bodies has no 'bax' (did you mean 'box'?)"),
        (("run", "box.yaml", "--dt", "0"), "run.dt = 0 must be finite and > 0 [s]"),
        (("run", "box.yaml", "--plots", "gif"), "png or svg"),
        (("run", "box.yaml", "--out", "box.yaml"), "cannot be made a folder"),
        (("run", "box.yaml", "--dt", "1e9"), "run: dt = 1e+09 must be at most until = 1.3 [s]"),
        (("scenes", "copy", "wall", "box.yaml"), "DIR = "),
        (("run",), "SCENE"),
        (("scenes", "show", "nothing"), "no scene 'nothing'"),
    ],
)
def test_wrong_use(command, folder, arguments, words):
    done = call(command, *arguments, cwd=folder)
    assert done.returncode == 2 and words in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_run_that_goes_wrong_ends_with_1(command, folder):
    (folder / "far.yaml").write_text(
        "gravity: [0, 0, 0]\nbodies: {b: {shape: {sphere: {radius: 1}}, mass: 1}}\n"
        "loads: {push: {body: b, force: [1e308, 0, 0]}}\nrun: {until: 1, dt: 0.1}\n"
    )
    done = call(command, "run", "far.yaml", cwd=folder)
    assert done.returncode == 1 and "ended early" in done.stdout
    assert (folder / "results" / "far" / "result.h5").exists()


def test_the_scenes_that_ship(command, folder, root):
    lines = call(command, "scenes").stdout.splitlines()
    names = [line.split()[0] for line in lines]
    assert names[0] == "in_hand_pivot" and len(names) >= 14
    assert sorted(names) == sorted(file.stem for file in (root / "scenes").glob("*.yaml"))
    for name in names:
        assert call(command, "scenes", "show", name).stdout == (root / "scenes" / f"{name}.yaml").read_text()
    done = call(command, "scenes", "copy", "in_hand_turn", "copies", cwd=folder)
    assert done.returncode == 0
    assert sorted(os.listdir(folder / "copies")) == ["in_hand_turn.csv", "in_hand_turn.yaml"]
    assert call(command, "validate", "copies/in_hand_turn.yaml", cwd=folder).returncode == 0


def test_the_schema_takes_the_scenes_that_ship(command, root):
    schema = json.loads(call(command, "scenes", "schema").stdout)
    assert schema["$schema"].startswith("https://json-schema.org/") and len(schema["oneOf"]) == 3
    jsonschema, yaml = pytest.importorskip("jsonschema"), pytest.importorskip("yaml")

    class Loader(yaml.SafeLoader):
        """With the numbers of YAML 1.2: PyYAML takes 1e6 for a text."""

    number = re.compile(r"^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$")
    Loader.add_implicit_resolver("tag:yaml.org,2002:float", number, list("-+.0123456789"))
    for file in (root / "scenes").glob("*.yaml"):
        jsonschema.validate(yaml.load(file.read_text(), Loader), schema)


def test_files_stay_below_the_folder(command, folder):
    (folder / "inner").mkdir()
    (folder / "force.csv").write_text("t,fn\n0,1\n")
    text = PIVOT.replace("{sine: {mean: 3.6, amplitude: 0.9, frequency: 2}}", "{csv: {file: ../force.csv, column: fn}}")
    (folder / "inner" / "pivot.yaml").write_text(text)
    done = call(command, "validate", "inner/pivot.yaml", cwd=folder)
    assert done.returncode == 2 and "must lie below the scene's folder" in done.stderr


@pytest.mark.parametrize("number, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it(command, folder, number, code):
    (folder / "long.yaml").write_text(LONG)
    process = subprocess.Popen([command, "run", "long.yaml"], cwd=folder, stderr=subprocess.PIPE, text=True)
    time.sleep(0.5)
    process.send_signal(number)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == code and "interrupted; nothing was written" in errors
    assert not (folder / "results" / "sliding_box").exists()


def test_a_folder_that_cannot_be_written_to(command, folder):
    if os.geteuid() == 0:
        pytest.skip("root may write anywhere")
    (folder / "results").mkdir(mode=0o500)
    done = call(command, "run", "box.yaml", cwd=folder)
    assert done.returncode == 2 and "results" in done.stderr


def test_a_full_disk(command, folder):
    # A limit on the size of files stands for it.
    done = subprocess.run(["bash", "-c", f"ulimit -f 8; '{command}' run box.yaml"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1
    assert not [name for name in os.listdir(folder / "results" / "sliding_box") if name == "result.h5"]


def test_a_scene_without_motion(command, folder):
    (folder / "still.yaml").write_text("bodies: {ground: {shape: {plane: {}}}}\nrun: {until: 0.1}\n")
    done = call(command, "run", "still.yaml", cwd=folder)
    assert done.returncode == 0 and "nothing moved" in done.stdout


def test_ten_thousand_bodies(command, folder):
    rows = "".join(f"  b{i}: {{shape: {{sphere: {{radius: 0.1}}}}, mass: 1, position: [{i}, 0, 0.1]}}\n" for i in range(10_000))
    (folder / "many.yaml").write_text("bodies:\n" + rows + "run: {until: 1e-3, dt: 1e-3}\n")
    assert call(command, "validate", "many.yaml", cwd=folder).returncode == 0


def test_quiet(command, folder):
    done = call(command, "run", "box.yaml", "-q", cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
