"""The command as its users meet it."""

import csv
import json
import os
import resource
import shutil
import signal
import subprocess
import time

import pytest


def call(command, *arguments, **options):
    return subprocess.run([command, *arguments], capture_output=True, text=True, timeout=120, **options)


def test_help_helps(command):
    top = call(command, "--help")
    assert top.returncode == 0
    assert "list" in top.stdout and "reproduce" in top.stdout and "report" in top.stdout and "Exit codes" in top.stdout
    sub = call(command, "reproduce", "--help")
    assert sub.returncode == 0
    for option in ("--all", "--out", "--jobs", "--quiet", "--json", "--plots"):
        assert option in sub.stdout


def test_without_the_experiments_there_is_help_and_how_to_build_them(command, tmp_path):
    alone = shutil.copy(command, tmp_path / "stickslip")
    for arguments, word in ((("list", "--help"), "--json"), (("reproduce", "-h"), "--jobs")):
        done = call(alone, *arguments)
        assert (done.returncode, done.stderr) == (0, "")
        assert word in done.stdout and "'make reproduce'" in done.stdout
        assert done.stdout == call(command, *arguments).stdout  # the same whether they are built or not
    for arguments in (("list",), ("reproduce", "dahl-drift"), ("reproduce", "--", "--help")):
        done = call(alone, *arguments)
        assert done.returncode == 2 and done.stdout == ""
        assert done.stderr.startswith(f"stickslip: {arguments[0]}: the experiments are not built here ('make reproduce'")


def test_version_is_the_projects(command, root):
    assert call(command, "--version").stdout.strip() == "stickslip " + (root / "VERSION").read_text().strip()


def test_list_names_paper_and_figure(command):
    lines = call(command, "list").stdout.splitlines()
    names = [line.split()[0] for line in lines]
    assert names[:5] == ["dahl-drift", "hayward-ladders", "hayward-regimes", "hayward-planar", "hayward-noise"]
    assert names[5:] == [
        "planar-known-shapes",
        "planar-fixed-velocity",
        "planar-model-error",
        "planar-grid-resolution",
        "planar-table-resolution",
        "planar-bilinear-rule",
        "planar-limit-surfaces",
        "planar-drift-tangential",
        "planar-drift-normal",
        "planar-in-hand-1",
        "planar-in-hand-2",
        "planar-in-hand-load",
        "planar-cost",
        "planar-pushes",
        "planar-spinning-disc",
        "planar-error",
        "cone-representations",
        "cone-wrench-foot",
        "cone-grasp",
        "lcp-phantom",
        "lcp-rank",
        "lcp-solvers",
        "lcp-redundant",
        "lcp-fc3d",
        "lcp-box",
        "lcp-slides",
        "lcp-incline",
        "lcp-towers",
        "lcp-wall",
        "lcp-bounce",
        "lcp-joints",
        "lcp-painleve",
        "lcp-tosses",
        "lcp-engines",
        "volume-cube-push",
        "volume-oblique-normal",
        "volume-arm-pick-place",
        "volume-flat",
        "volume-bristle",
        "sweep-ishigami",
        "sweep-threshold",
        "sweep-grip",
    ]
    papers = [line.rsplit("[", 1)[1].split(",")[0] for line in lines[:-3]]
    assert papers[:5] == ["Hayward2000"] * 5 and {"Waltersson2024", "Zhou2016", "Farkas2003"} == set(papers[5:-23])
    assert papers[-23:-20] == ["Savin2023", "Caron2015", "Ferrari1992"]
    assert papers[-20:-15] == [*["Peiret2017"] * 3, "Anitescu1997", "Acary2018"]
    assert papers[-15:-9] == [*["Peiret2017"] * 5, "Stewart1996"]
    assert papers[-9:-5] == ["Peiret2017", "Painleve1895", "Pfrommer2020", "Peiret2017"]
    assert papers[-5:] == ["Wakisaka2017"] * 5
    assert [entry["name"] for entry in json.loads(call(command, "list", "--json").stdout)] == names
    assert [line.rsplit("[", 1)[1].split(",")[0] for line in lines[-3:]] == ["Ishigami1990", "Howe1996", "Howe1996"]


def test_reproduce_prints_the_table_and_writes_csv(command, tmp_path):
    done = call(command, "reproduce", "hayward-ladders", "--out", tmp_path / "deep" / "results")
    assert done.returncode == 0 and done.stderr == ""
    header = done.stdout.splitlines()[1].split()
    assert header == ["quantity", "expected", "measured", "tolerance", "verdict"]
    folder = tmp_path / "deep" / "results" / "hayward-ladders"
    assert {file.name for file in folder.iterdir()} == {
        "checks.csv",
        "fig2a_major_loop.csv",
        "fig2b_converging_ladder.csv",
        "fig2c_diverging_ladder.csv",
        "fig2d_drift_free.csv",
        "result.h5",
    }
    report = tmp_path / "deep" / "results" / "report.html"
    assert done.stdout.splitlines()[-1] == f"Report: {report}"
    assert "Content-Security-Policy" in report.read_text(encoding="utf-8")
    with open(folder / "checks.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert rows and all(row["verdict"] == "pass" for row in rows)


def test_json_and_quiet(command, tmp_path):
    done = call(command, "reproduce", "dahl-drift", "--json", "--out", tmp_path)
    result = json.loads(done.stdout)
    assert result["passed"] is True and result["experiments"][0]["name"] == "dahl-drift"
    assert result["report"] == str(tmp_path / "report.html")
    quiet = call(command, "reproduce", "dahl-drift", "--quiet", "--out", tmp_path)
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")


def test_a_report_is_made_again_from_the_results(command, tmp_path):
    call(command, "reproduce", "hayward-ladders", "dahl-drift", "--quiet", "--out", tmp_path)
    report = tmp_path / "report.html"
    first = report.read_text(encoding="utf-8")
    report.unlink()
    done = call(command, "report", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"2 results of {tmp_path}\nReport: {report}\n"

    def element(page, name):
        return page.split(f'id="{name}">')[1].split("</script>")[0]

    def data(page):  # all but the instant it was made: each result by its name, its columns with their numbers
        results = json.loads(element(page, "document"))["results"]
        for column in (column for result in results for series in result["series"] for column in series["columns"]):
            column["data"] = element(page, f"column-{column['data']}")
        return {result["name"]: result for result in results}

    assert data(report.read_text(encoding="utf-8")) == data(first)
    one = call(command, "report", tmp_path / "dahl-drift", "--out", tmp_path / "one.html")
    assert one.returncode == 0 and list(data((tmp_path / "one.html").read_text(encoding="utf-8"))) == ["dahl-drift"]


def test_results_do_not_depend_on_the_number_of_jobs(command, tmp_path):
    names = ["dahl-drift", "hayward-ladders", "hayward-regimes", "planar-spinning-disc"]
    for jobs in ("1", "3"):
        done = call(command, "reproduce", *names, "--quiet", "--jobs", jobs, "--out", tmp_path / jobs)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    files = sorted(path.relative_to(tmp_path / "1") for path in (tmp_path / "1").glob("*/*.csv"))
    assert {path.parts[0] for path in files} == set(names)
    for path in files:
        assert (tmp_path / "1" / path).read_bytes() == (tmp_path / "3" / path).read_bytes(), path


def test_figures_become_pictures(command, tmp_path):
    call(command, "reproduce", "cone-grasp", "--quiet", "--out", tmp_path)
    for format, begin in (("png", b"\x89PNG"), ("svg", b"<?xml")):
        done = call(command, "report", tmp_path, "--plots", format)
        assert (done.returncode, done.stderr) == (0, "")
        assert "Pictures: 2 files" in done.stdout
        assert (tmp_path / "cone-grasp" / f"margin.{format}").read_bytes().startswith(begin)
        assert (tmp_path / "cone-grasp" / "grasp.png").read_bytes().startswith(b"\x89PNG")


def test_pictures_without_a_browser_are_refused_before_the_work(command, tmp_path):
    bare = {"PATH": str(tmp_path)}
    done = subprocess.run(
        [command, "reproduce", "--all", "--plots", "png", "--out", tmp_path / "out"], env=bare, capture_output=True, text=True
    )
    assert done.returncode == 2 and "install the package chromium" in done.stderr
    assert not (tmp_path / "out").exists()


def test_wrong_use_is_one_line_and_exit_2(command, tmp_path):
    (tmp_path / "file").write_text("in the way")
    for arguments in (
        [],
        ["reproduce"],
        ["reproduce", "no-such-thing"],
        ["reproduce", "--nonsense"],
        ["frobnicate"],
        ["reproduce", "dahl-drift", "--out", tmp_path / "file"],
        ["reproduce", "dahl-drift", "--out", ""],
        ["reproduce", "dahl-drift", "--plots", "gif"],
        ["reproduce", "dahl-drift", "--jobs", "-1"],
        ["reproduce", "dahl-drift", "--jobs", "many"],
        ["report"],
        ["report", tmp_path / "absent"],
        ["report", tmp_path / "file"],
        ["report", tmp_path],
    ):
        done = call(command, *arguments, cwd=tmp_path)
        assert done.returncode == 2, arguments
        assert done.stdout == "" and len(done.stderr.splitlines()) == 1, (arguments, done.stderr)
        assert done.stderr.startswith("stickslip: ")


def test_an_unknown_name_is_told_what_there_is(command):
    assert "hayward-planar" in call(command, "reproduce", "dahl").stderr
    assert "no command frobnicate; there are: run validate scenes list reproduce report" in call(command, "frobnicate").stderr


def in_shell(command, line, **options):
    return subprocess.run(["sh", "-c", '"$0" ' + line, command], capture_output=True, text=True, timeout=60, **options)


@pytest.mark.parametrize(
    "arguments", ["list", "list --json", "--help", "--version", "reproduce --help", "report results"]
)
def test_output_that_cannot_be_written_is_an_error(command, tmp_path, arguments):
    assert call(command, "reproduce", "dahl-drift", "-q", "--out", "results", cwd=tmp_path).returncode == 0
    for stream in ("/dev/full", "&-"):
        done = in_shell(command, f"{arguments} >{stream}", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (2, "stickslip: cannot write to standard output\n"), stream


@pytest.mark.parametrize("arguments", ["reproduce nope", "nope", "--nope", "report nowhere"])
def test_an_error_that_nobody_can_read_is_one_still(command, tmp_path, arguments):
    for stream in ("/dev/full", "&-"):
        assert in_shell(command, f"{arguments} 2>{stream}", cwd=tmp_path).returncode == 2, stream


def test_a_terminal_that_goes_away_does_not_end_the_work(command, tmp_path):
    ours, theirs = os.openpty()
    with subprocess.Popen(
        [command, "reproduce", "dahl-drift", "--out", tmp_path], stdout=subprocess.PIPE, stderr=theirs
    ) as process:
        os.close(theirs)
        assert os.read(ours, 1)  # it has begun to show how far it is
        os.close(ours)
        process.communicate(timeout=60)
    assert process.returncode == 0 and (tmp_path / "report.html").exists()


def test_a_file_beyond_the_limit_is_an_error_and_leaves_nothing(command, tmp_path):
    def limited():
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # Python ignores it, and children inherit that
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))

    done = call(command, "reproduce", "dahl-drift", "--out", tmp_path, preexec_fn=limited)
    assert done.returncode == 2 and "File too large" in done.stderr
    assert [file for file in tmp_path.rglob("*") if file.is_file()] == []


def test_a_pipe_in_place_of_a_result_is_refused(command, tmp_path):
    for name in ("good", "piped"):
        assert call(command, "reproduce", "dahl-drift", "-q", "--out", tmp_path / name).returncode == 0
    pipe = tmp_path / "piped/dahl-drift/result.h5"
    pipe.unlink()
    os.mkfifo(pipe)
    done = call(command, "reproduce", "dahl-drift", "-q", "--out", tmp_path / "piped")
    assert done.returncode == 2 and str(pipe) in done.stderr
    (tmp_path / "good/piped").symlink_to(tmp_path / "piped/dahl-drift")
    done = call(command, "report", tmp_path / "good")
    assert done.returncode == 2 and "1 result of" in done.stdout
    assert done.stderr == f"stickslip: left out: {tmp_path}/good/piped/result.h5:1: not a regular file\n"


def test_a_report_shows_the_others_where_a_link_leads_to_itself(command, tmp_path):
    assert call(command, "reproduce", "dahl-drift", "-q", "--out", tmp_path).returncode == 0
    (tmp_path / "report.html").unlink()
    (tmp_path / "loop").symlink_to("loop")
    done = call(command, "report", tmp_path)
    assert done.returncode == 2 and "1 result of" in done.stdout and (tmp_path / "report.html").exists()
    assert done.stderr.startswith("stickslip: left out: ") and f"{tmp_path}/loop" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_report_is_not_written_through_a_link(command, tmp_path):
    assert call(command, "reproduce", "dahl-drift", "-q", "--out", tmp_path / "out").returncode == 0
    page, other = tmp_path / "out" / "report.html", tmp_path / "other.html"
    for arguments in (("report", tmp_path / "out"), ("reproduce", "dahl-drift", "--out", tmp_path / "out")):
        other.write_text("kept")
        page.unlink()
        page.symlink_to(other)
        assert call(command, *arguments).returncode == 0
        assert other.read_text() == "kept" and not page.is_symlink() and page.stat().st_size > 10_000
    # A page that is named is written where its path leads.
    link = tmp_path / "link.html"
    link.symlink_to(other)
    assert call(command, "report", tmp_path / "out", "--out", link).returncode == 0
    assert link.is_symlink() and other.stat().st_size > 10_000


def test_interrupt_leaves_no_half_written_file(command, tmp_path):
    # Wherever in the run the signal falls, what is there afterwards is whole.
    for delay in (0.0, 0.02, 0.05, 0.1, 0.2):
        out = tmp_path / str(delay)
        process = subprocess.Popen([command, "reproduce", "--all", "--quiet", "--out", out], stderr=subprocess.PIPE)
        time.sleep(delay)
        for _ in range(3):  # an impatient user
            process.send_signal(signal.SIGINT)
            time.sleep(0.001)
        process.communicate(timeout=60)
        # -2: before the command had taken charge of the signal; 0: it was done already
        assert process.returncode in (130, -signal.SIGINT, 0)
        assert list(out.rglob("*.partial")) == []
        for file in out.rglob("*.csv"):
            assert file.read_bytes().endswith(b"\n"), file
