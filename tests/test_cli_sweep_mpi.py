"""The command sweep on MPI: the same files for any number of ranks, and after whatever ends some of them."""

import contextlib
import glob
import os
import random
import shutil
import signal
import struct
import subprocess
import time
import zlib

import pytest

from test_cli_run import PIVOT
from test_cli_sweep import ISHIGAMI, few, rows

RESUME = "stickslip: interrupted; finished runs are kept. To go on: mpirun -n 3 stickslip sweep study.yaml --out parts --resume\n"
# Where one rank ends with an error, Open MPI's mpirun waits a second before it kills the others; nothing here needs that second.
AT_ONCE = {
    **os.environ,
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_odls_base_sigkill_timeout": "0",
    # Where there is no /sys the library that looks for cores says so on standard error; 1 silences only its older versions.
    "HWLOC_HIDE_ERRORS": "2",
}


@pytest.fixture(scope="module")
def mpirun(build):
    """The words that start some ranks of the command: mpirun(3)."""
    if not shutil.which("mpirun"):
        pytest.skip("there is no mpirun (Debian's openmpi-bin)")
    if not (build / "bin" / "stickslip-mpi").exists():
        pytest.skip("stickslip-mpi is not built: CMake found no MPI (Debian's libopenmpi-dev)")
    options = []
    if "Open MPI" in subprocess.run(["mpirun", "--version"], capture_output=True, text=True).stdout:
        # More ranks than cores; and no word about what containers do not allow.
        options = ["--oversubscribe", "--mca", "btl_vader_single_copy_mechanism", "none"]
    return lambda ranks: ["mpirun", *options, "-n", str(ranks)]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "pivot.yaml").write_text(PIVOT.replace("until: 2,", "until: 0.1,"))
    (tmp_path / "study.yaml").write_text(few(300))
    return tmp_path


def call(*words, cwd):
    return subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True, timeout=60, env=AT_ONCE)


def sweep(words, command, cwd, out, *options):
    return call(*words, command, "sweep", "study.yaml", "--out", out, *options, cwd=cwd)


def contents(path):
    """All that sweep.h5 holds but the times, as bytes, by name."""
    h5py = pytest.importorskip("h5py")
    found = {}

    def note(name, item):
        for key, value in item.attrs.items():
            found[f"{name}@{key}"] = str(value) if isinstance(value, str) else value.tolist().__repr__()
        if isinstance(item, h5py.Dataset) and not name.endswith("/seconds"):
            value = item[()]
            found[name] = value if isinstance(value, bytes) or value.dtype == object else value.tobytes()
            if getattr(value, "dtype", None) == object:
                found[name] = value.tolist()

    with h5py.File(path / "sweep.h5") as file:
        note("", file)
        file.visititems(note)
    for time_of in ("@made", "@seconds"):
        assert found.pop(time_of)
    return found


def journalled(path):
    """The indices of the good records of a journal, in the order in which they were written."""
    data = path.read_bytes() if path.exists() else b""
    indices, at = [], 60
    while at + 8 <= len(data):
        length, checksum = struct.unpack_from("<II", data, at)
        payload = data[at + 8 : at + 8 + length]
        if len(payload) < length or zlib.crc32(payload) != checksum:
            break
        indices.append(struct.unpack_from("<Q", payload)[0])
        at += 8 + length
    return indices


def ranks_of(process):
    """The processes that mpirun has started so far."""
    found = []
    for file in glob.glob(f"/proc/{process.pid}/task/*/children"):
        with open(file) as children:
            found += [int(pid) for pid in children.read().split()]
    return found


def kill(pid):
    """SIGKILL, unless the process has just ended by itself."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def test_any_number_of_ranks_gives_the_same_files(command, mpirun, folder):
    assert sweep([], command, folder, "whole", "-q").returncode == 0
    for ranks, threads in ((1, ()), (2, ()), (3, ("--threads", "2")), (8, ())):
        done = sweep(mpirun(ranks), command, folder, f"out{ranks}", *threads)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.count("pivot_study: 300 runs (sobol)") == 1
        assert rows(folder / f"out{ranks}") == rows(folder / "whole")
        assert contents(folder / f"out{ranks}") == contents(folder / "whole")
        assert sorted(journalled(folder / f"out{ranks}" / "journal-0.bin")) == list(range(300))


def test_runs_that_fail_are_told(command, mpirun, folder):
    (folder / "study.yaml").write_text(few(30).replace("{uniform: [0.8, 1.1]}", "{normal: {mean: 1.0, sd: 0.2}}"))
    alone, done = sweep([], command, folder, "whole"), sweep(mpirun(3), command, folder, "parts")
    assert done.returncode == alone.returncode == 1 and "failed: " in done.stdout and "at least mu_c" in done.stdout
    assert rows(folder / "parts") == rows(folder / "whole")


def test_the_least_studies(command, mpirun, folder):
    for samples in (0, 1):
        (folder / "study.yaml").write_text(few(samples))
        assert sweep(mpirun(3), command, folder, f"out{samples}").returncode == 0
        assert len(rows(folder / f"out{samples}")) == 1 + samples


def test_a_run_that_hangs_is_cut_off(command, mpirun, folder):
    (folder / "pivot.yaml").write_text(PIVOT.replace("until: 2,", "until: 2000,"))
    (folder / "study.yaml").write_text(few(3).replace("run_time_limit: 10 ", "run_time_limit: 0.2 "))
    done = sweep(mpirun(2), command, folder, "out")
    assert done.returncode == 1 and "time_limit: 3 runs, the first is run 0: took longer than 0.2 s" in done.stdout


def test_mistakes_are_told_once(command, mpirun, folder):
    (folder / "study.yaml").write_text(few(30).replace("seed: 7", "sead: 7"))
    done = sweep(mpirun(3), command, folder, "out")
    assert done.returncode == 2 and done.stderr.count("study.yaml:9:1: unknown key 'sead'") == 1
    done = call(*mpirun(3), command, "sweep", "absent.yaml", cwd=folder)
    assert done.returncode == 2 and done.stderr.count("absent.yaml") == 1
    done = call(*mpirun(3), command, "sweep", cwd=folder)
    assert done.returncode == 2 and done.stderr.count("STUDY is required") == 1


@pytest.mark.parametrize("other, message", [("another", "rank 1 read another study, scene or version"), ("none", "rank 1: ")])
def test_ranks_that_see_other_files_are_refused(command, mpirun, folder, other, message):
    (folder / "another").mkdir()
    (folder / "none").mkdir()
    (folder / "another" / "pivot.yaml").write_text((folder / "pivot.yaml").read_text())
    (folder / "another" / "study.yaml").write_text(few(300).replace("seed: 7", "seed: 8"))
    line = f'[ "${{OMPI_COMM_WORLD_RANK:-$PMI_RANK}}" = 0 ] || cd {other}; exec "$0" sweep study.yaml --out "$1"'
    done = call(*mpirun(2), "bash", "-c", line, command, folder / "out", cwd=folder)
    assert done.returncode == 2 and message in done.stderr and "To go on" not in done.stderr
    assert not os.listdir(folder / "out")


@pytest.mark.parametrize(
    "at, number",
    [("mpirun", signal.SIGINT), ("mpirun", signal.SIGTERM), ("rank 0", signal.SIGINT), ("rank 2", signal.SIGTERM)],
)
def test_a_signal_ends_it_in_order(command, mpirun, folder, at, number):
    (folder / "study.yaml").write_text(few(100_000))
    process = subprocess.Popen(
        [*mpirun(3), command, "sweep", "study.yaml", "--out", "parts"],
        cwd=folder, stderr=subprocess.PIPE, text=True, env={**AT_ONCE, "OMPI_MCA_odls_base_sigkill_timeout": "1"},
    )  # fmt: skip
    journal = folder / "parts" / "journal-0.bin"
    begin = time.monotonic()
    while len(journalled(journal)) < 20 and time.monotonic() < begin + 30:
        time.sleep(0.05)
    os.kill(process.pid if at == "mpirun" else sorted(ranks_of(process))[int(at[-1])], number)
    _, errors = process.communicate(timeout=30)
    # mpirun itself has another exit code after a signal.
    assert process.returncode == (1 if at == "mpirun" else 128 + number)
    assert errors.count(RESUME) == 1
    assert os.listdir(folder / "parts") == ["journal-0.bin"]
    indices = journalled(journal)
    assert len(indices) >= 20 and len(set(indices)) == len(indices)
    assert journal.stat().st_size == 60 + len(indices) * (8 + 17 + 16)  # whole records only


def test_kills_of_a_rank_lose_nothing(command, mpirun, folder):
    """Whichever rank is killed, and when: finished runs are kept, none is there twice, and the end is the same."""
    assert sweep([], command, folder, "whole", "-q").returncode == 0
    draw = random.Random(5)
    kills, hangs, before = 0, 0, []
    while kills < 20:
        process = subprocess.Popen(
            [*mpirun(3), command, "sweep", "study.yaml", "--out", "parts", "--resume", "-q"],
            cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=AT_ONCE,
        )  # fmt: skip
        while len(ranks_of(process)) < 3 and process.poll() is None:
            time.sleep(0.005)
        try:
            process.wait(timeout=draw.uniform(0.0, 0.5))
        except subprocess.TimeoutExpired:
            ranks = ranks_of(process)
            if ranks:
                kill(draw.choice(ranks))
                kills += 1
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                # mpirun may miss that a rank died while it was being started, and waits on; its end is then one more kill.
                hangs += 1
                for pid in [*ranks_of(process), process.pid]:
                    kill(pid)
                process.wait(timeout=30)
        after = journalled(folder / "parts" / "journal-0.bin")
        assert after[: len(before)] == before and len(set(after)) == len(after)
        before = after
        if len(after) == 300 and process.returncode == 0:
            assert rows(folder / "parts") == rows(folder / "whole")
            shutil.rmtree(folder / "parts")
            before = []
    assert hangs <= 2
    assert sweep(mpirun(2), command, folder, "parts", "--resume", "-q").returncode == 0
    assert rows(folder / "parts") == rows(folder / "whole")
    assert contents(folder / "parts") == contents(folder / "whole")


def test_a_million_runs_and_a_full_disk(command, mpirun, folder):
    # A limit on the size of files stands for it; half of the journal, and more than MPI's own files need.
    (folder / "study.yaml").write_text(ISHIGAMI)
    line = 'ulimit -f 20000; exec "$0" sweep study.yaml --out parts'
    done = call(*mpirun(3), "bash", "-c", line, command, cwd=folder)
    assert done.returncode == 2 and done.stderr.count("--resume") == 1 and "cannot write" in done.stderr
    journal = folder / "parts" / "journal-0.bin"
    kept = len(journalled(journal))
    assert kept > 300_000 and journal.stat().st_size < 20000 * 1024
    done = sweep(mpirun(3), command, folder, "parts", "--resume", "-q")
    assert (done.returncode, done.stderr) == (0, "")
    indices = journalled(journal)
    assert len(indices) == len(set(indices)) == 1_000_000
    with open(folder / "parts" / "sweep.csv") as file:
        assert [int(line.split(",", 1)[0]) for line in list(file)[1:]] == list(range(1_000_000))
