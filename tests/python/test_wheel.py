"""The wheel: built from the sources alone, installed in a fresh environment, imported there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = ("CMakeLists.txt", "LICENSE", "README.md", "VERSION", "pyproject.toml", "setup.py")
FOLDERS = ("bindings", "cmake", "stickslip", "tools")

pytestmark = pytest.mark.install


def run(*command, **options):
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    done = subprocess.run(command, timeout=600, **streams, **options)
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture
def source(tmp_path):
    """A copy of the sources."""
    copy = tmp_path / "source"
    copy.mkdir()
    for name in FILES:
        shutil.copy(ROOT / name, copy / name)
    for name in FOLDERS:
        shutil.copytree(ROOT / name, copy / name)
    return copy


def test_wheel(source, tmp_path):
    wheels, environment = tmp_path / "wheels", tmp_path / "environment"
    variables = {**os.environ}
    variables.pop("PYTHONPATH", None)
    pip_wheel = (sys.executable, "-m", "pip", "wheel", ".", "--no-build-isolation", "--no-deps", "-w", wheels)
    run(*pip_wheel, cwd=source, env=variables)
    (wheel,) = wheels.iterdir()
    version = (ROOT / "VERSION").read_text().strip()
    assert wheel.name.startswith(f"stickslip-{version}-cp")

    run(sys.executable, "-m", "venv", "--system-site-packages", environment)
    python = environment / "bin" / "python"
    run(python, "-m", "pip", "install", "--no-deps", "--no-index", wheel, env=variables)
    program = (
        "import stickslip as ss, pathlib; folder = pathlib.Path(ss.__file__).parent;"
        "f = ss.friction.Coulomb(mu_c=0.5, mu_s=0.5).run([1.0, -1.0], dt=1e-3);"
        "print(ss.__version__, folder.is_relative_to(%r), f.tolist(), [p.name for p in folder.iterdir()])"
    )
    printed = run(python, "-c", program % str(environment), cwd=tmp_path, env=variables)
    assert printed.startswith(f"{version} True [-0.5, 0.5] ")
    for name in ("__init__.pyi", "friction.py", "friction.pyi", "py.typed"):
        assert f"'{name}'" in printed


def test_says_which_packages_are_missing(source, tmp_path):
    """As on a machine where nothing is installed: no CMake, no list of what is there."""
    nothing = {**os.environ, "PATH": str(tmp_path)}
    build = (sys.executable, "setup.py", "build_ext")
    done = subprocess.run(build, cwd=source, env=nothing, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0
    assert "could not be configured" in done.stderr and "libeigen3-dev" in done.stderr and "pybind11-dev" in done.stderr
