"""The wheel: built from the sources alone, installed in a fresh environment, imported there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = ("CMakeLists.txt", "LICENSE", "README.md", "VERSION", "pyproject.toml", "setup.py")
FOLDERS = ("bindings", "cmake", "stickslip")

pytestmark = pytest.mark.install


def run(*command, **options):
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    done = subprocess.run(command, timeout=600, **streams, **options)
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_wheel(tmp_path):
    source, wheels, environment = tmp_path / "source", tmp_path / "wheels", tmp_path / "environment"
    source.mkdir()
    for name in FILES:
        shutil.copy(ROOT / name, source / name)
    for name in FOLDERS:
        shutil.copytree(ROOT / name, source / name)

    # Objects do not depend on where the copy lies: a compiler cache may answer for them.
    variables = {**os.environ, "CCACHE_BASEDIR": str(source), "CCACHE_NOHASHDIR": "1"}
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
