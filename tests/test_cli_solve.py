"""The command solve as its users meet it."""

import csv
import json
import signal
import subprocess
import time

import numpy as np
import pytest
import stickslip as ss

ONE_CONTACT = "3 1 3\n0.5\n-1 0.2 0\n0 0 1\n1 1 2\n2 2 2\n"
LCP = "2\n2 1\n1 2\n-5 -6\n"
INFEASIBLE = "1\n-1\n-1\n"
CONE_METHODS = ["auto", "nsgs", "prox_newton", "admm"]
LCP_METHODS = ["auto", "lemke", "murty", "judice_pires", "pgs", "nncg", "enumerate"]


def hard_text(n=60):
    """An LCP on which Murty's method would take 2ⁿ − 1 pivots."""
    rows = np.eye(n) + 2.0 * np.triu(np.ones((n, n)), 1)
    return f"{n}\n" + "\n".join(" ".join(map(str, row)) for row in rows) + "\n" + "-1 " * n


def call(command, *arguments, **options):
    return subprocess.run([command, "solve", *arguments], capture_output=True, text=True, timeout=120, **options)


@pytest.fixture
def files(tmp_path):
    (tmp_path / "one.fc").write_text(ONE_CONTACT)
    (tmp_path / "two.lcp").write_text(LCP)
    (tmp_path / "none.txt").write_text(INFEASIBLE)
    np.savez(tmp_path / "two.npz", M=[[2.0, 1.0], [1.0, 2.0]], q=[-5.0, -6.0])
    return tmp_path


def rows(done):
    lines = [line.split() for line in done.stdout.splitlines()]
    end = next(i for i, line in enumerate(lines) if "problems" in line)
    return lines[0], lines[1:end]


def test_a_table_and_a_report(command, files):
    done = call(command, "one.fc", "two.lcp", "two.npz", cwd=files)
    assert (done.returncode, done.stderr) == (0, "")
    header, table = rows(done)
    assert header == ["file", "method", "status", "residual", "iterations", "time", "solution"]
    assert [row[:3] for row in table] == [[name, "auto", "converged"] for name in ("one.fc", "two.lcp", "two.npz")]
    assert all(float(row[3]) <= 1e-8 and int(row[4]) >= 0 for row in table)
    assert "3 of 3 problems solved to 1e-08." in done.stdout
    assert (files / "results/solve/report.html").exists()
    for folder in ("one", "two", "two-2"):  # names that are the same do not meet
        assert (files / "results/solve" / folder / "result.h5").exists()


# By hand: M z + q = 0 of two rows; the impulse of a block that is pushed sideways within its cone.
@pytest.mark.parametrize(
    "file, method, names, solution, slack",
    [
        ("two.lcp", "lemke", ("z", "w"), [4 / 3, 7 / 3], [0, 0]),
        ("one.fc", "nsgs", ("r", "u"), [1, -0.1, 0], [0, 0, 0]),
        ("none.txt", "pgs", ("z", "w"), None, None),
    ],
)
def test_the_solution_is_shown(command, files, file, method, names, solution, slack):
    done = call(command, file, "--method", method, "--json", cwd=files)
    entry = json.loads(done.stdout)["problems"][0]["methods"][0]
    if solution is None:  # what was found is shown, solved or not: w = M z + q
        assert entry["w"] == [-entry["z"][0] - 1]
        return
    assert np.allclose(entry[names[0]], solution, atol=1e-7) and np.allclose(entry[names[1]], slack, atol=1e-7)
    table = call(command, file, "--method", method, cwd=files).stdout
    assert f"{names[0]} = [{solution[0]:.4g}, {solution[1]:.4g}" in table and f"{names[1]} = [" in table
    folder = files / "results/solve" / file.split(".", maxsplit=1)[0]
    with open(folder / f"solution_{method}.csv", newline="", encoding="utf-8") as text:
        numbers = [[float(cell) for cell in row[1:]] for row in list(csv.reader(text))[1:]]
    columns = ss.record.read(folder).series[f"solution_{method}"].keys()
    if names[0] == "z":
        assert numbers == [list(row) for row in zip(entry["z"], entry["w"])]
        assert list(columns) == ["row", "z", "w"]
    else:
        assert numbers == [entry["r"] + entry["u"]]
        assert list(columns) == ["contact", "r_n", "r_t1", "r_t2", "u_n", "u_t1", "u_t2"]


def test_a_long_solution_is_cut_in_the_table(command, files):
    (files / "long.txt").write_text("8\n" + "\n".join(" ".join("01"[i == j] for j in range(8)) for i in range(8)) + "\n" + "-1 " * 8)
    assert "z = [1, 1, 1, 1, 1, 1, ...]  w = [0, 0, 0, 0, 0, 0, ...]" in call(command, "long.txt", cwd=files).stdout


def test_all_methods_and_how_they_converge(command, files):
    done = call(command, "one.fc", "two.lcp", "--method", "all", "--out", "out", cwd=files)
    assert done.returncode == 0
    assert [row[1] for row in rows(done)[1]] == CONE_METHODS + LCP_METHODS
    for folder, methods in (("one", CONE_METHODS), ("two", LCP_METHODS)):
        for method in methods:
            with open(files / "out" / folder / f"history_{method}.csv", newline="", encoding="utf-8") as file:
                history = [[float(cell) for cell in row] for row in list(csv.reader(file))[1:]]
            iterations, residuals = [row[0] for row in history], [row[2] for row in history]
            times = [row[1] for row in history]
            assert times == sorted(times)
            assert history and iterations == sorted(set(iterations)) and residuals[-1] <= 1e-8
    page = (files / "out/report.html").read_text(encoding="utf-8")
    assert '"name":"convergence"' in page


def test_a_problem_that_is_not_solved_is_exit_1(command, files):
    done = call(command, "none.txt", "two.lcp", cwd=files)
    assert done.returncode == 1 and "1 of 2 problems solved" in done.stdout
    assert rows(done)[1][0][2] == "infeasible"
    # One method of all is enough.
    (files / "hard.lcp").write_text(hard_text())
    assert call(command, "hard.lcp", "--method", "murty", cwd=files).returncode == 1
    assert call(command, "hard.lcp", "--method", "all", cwd=files).returncode == 0


def test_json_and_quiet(command, files):
    result = json.loads(call(command, "one.fc", "none.txt", "--method", "all", "--json", cwd=files).stdout)
    assert result["solved"] is False and [problem["solved"] for problem in result["problems"]] == [True, False]
    one = result["problems"][0]
    assert one["problem"] == "cone problem of 1 contacts" and [entry["method"] for entry in one["methods"]] == CONE_METHODS
    assert all(entry["converged"] and entry["residual"] <= 1e-8 for entry in one["methods"])
    quiet = call(command, "one.fc", "--quiet", cwd=files)
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")


def test_a_method_that_refuses_a_problem(command, files):
    (files / "large.txt").write_text("13\n" + "\n".join(" ".join("01"[i == j] for j in range(13)) for i in range(13)) + "\n-1" * 13)
    (files / "skew.fc").write_text("3 1 4\n0.5\n-1 0 0\n0 0 1\n1 1 1\n2 2 1\n0 1 0.9\n")
    done = call(command, "large.txt", "skew.fc", "--method", "all", cwd=files)
    refused = [row[:3] for row in rows(done)[1] if row[2] == "refused:"]
    assert refused == [["large.txt", "enumerate", "refused:"], ["skew.fc", "admm", "refused:"]]
    assert "refused: Enumeration: the problem has 13 rows, must have at most 12" in done.stdout
    alone = call(command, "large.txt", "--method", "enumerate", cwd=files)
    assert alone.returncode == 2 and "12" in alone.stderr


def test_files_of_one_name_are_told_apart(command, files):
    for folder in ("a", "b"):
        (files / folder).mkdir()
        (files / folder / "same.fc").write_text(ONE_CONTACT)
    done = call(command, "a/same.fc", "b/same.fc", "one.fc", cwd=files)
    assert [row[0] for row in rows(done)[1]] == ["a/same.fc", "b/same.fc", "one.fc"]
    page = (files / "results/solve/report.html").read_text(encoding="utf-8")
    assert "a/same.fc: cone problem" in page and "b/same.fc: cone problem" in page and '"one.fc: cone problem' in page


def test_a_byte_order_mark_is_skipped(command, files):
    for name, text in (("mark.fc", ONE_CONTACT), ("mark.lcp", LCP)):
        (files / name).write_text(text, encoding="utf-8-sig")
    assert call(command, "mark.fc", "mark.lcp", cwd=files).returncode == 0


WRONG = [
    ([], "FILE is required"),
    (["absent.fc"], "absent.fc"),
    (["wrong.fc"], "wrong.fc:3: q[1] = 'nan' must be finite"),
    (["wrong.npz"], "wrong.npz:1: not a zip archive"),
    (["wrong.h5"], "wrong.h5:1: not an HDF5 file"),
    (["table.csv"], "the name of table.csv does not say what it is; known are .fc .lcp .txt .npz .hdf5 .h5 .dat"),
    (["one.fc", "--method", "lemke"], "--method = 'lemke' is none for cone problems; there are: auto, nsgs, prox_newton, admm, all"),
    (["two.lcp", "--method", "gauss"], "--method = 'gauss' is none for LCPs"),
    (["one.fc", "--tol", "0"], "--tol = 0 must be finite and > 0"),
    (["one.fc", "--tol", "nan"], "--tol = nan must be finite and > 0"),
    (["one.fc", "--tol", "small"], "--tol"),
    (["one.fc", "--out", "one.fc"], "--out"),
    (["one.fc", "--plots", "gif"], "--plots"),
]  # fmt: skip


@pytest.mark.parametrize("arguments, message", WRONG, ids=lambda part: str(part)[:40])
def test_wrong_use_is_one_line_and_exit_2(command, files, arguments, message):
    (files / "wrong.fc").write_text("3 1 0\n0.5\n-1 nan 0\n")
    (files / "wrong.npz").write_bytes(b"PK\x03\x04")
    (files / "wrong.h5").write_text("no HDF5")
    done = call(command, *arguments, cwd=files)
    assert done.returncode == 2 and done.stdout == ""
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith("stickslip: ")
    assert message in done.stderr
    assert not (files / "results").exists()  # refused before the work


def test_interrupt_ends_it(command, tmp_path):
    (tmp_path / "hard.lcp").write_text(hard_text())
    many = ["hard.lcp"] * 2000  # about a minute
    process = subprocess.Popen(
        [command, "solve", *many, "--method", "murty"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    while not list(tmp_path.rglob("result.h5")):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=30)
    assert (process.returncode, output) == (130, b"") and b"interrupted" in errors
    assert list(tmp_path.rglob("*.partial")) == []


def test_help(command):
    text = call(command, "--help").stdout
    for option in ("FILE", "--method", "--tol", "--out", "--plots", "--quiet", "--json"):
        assert option in text
