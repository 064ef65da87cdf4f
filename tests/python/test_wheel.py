"""The wheel and the editable install: built from the sources alone, in a fresh environment, imported there."""

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


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A copy of what the package is built from, for both tests: objects are compiled once."""
    folder = tmp_path_factory.mktemp("source")
    (folder / "setup.cfg").write_text("[build_ext]\nbuild_temp = build/objects\n")
    for name in FILES:
        shutil.copy(ROOT / name, folder / name)
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.so", "friction.pyi"))
    return folder


@pytest.fixture
def variables():
    variables = {**os.environ}
    variables.pop("PYTHONPATH", None)
    return variables


@pytest.fixture
def environment(tmp_path):
    run(sys.executable, "-m", "venv", "--system-site-packages", tmp_path / "environment")
    return tmp_path / "environment"


def test_wheel(tmp_path, source, variables, environment):
    wheels = tmp_path / "wheels"
    pip_wheel = (sys.executable, "-m", "pip", "wheel", ".", "--no-build-isolation", "--no-deps", "-w", wheels)
    run(*pip_wheel, cwd=source, env=variables)
    (wheel,) = wheels.iterdir()
    version = (ROOT / "VERSION").read_text().strip()
    assert wheel.name.startswith(f"stickslip-{version}-cp")

    python = environment / "bin" / "python"
    run(python, "-m", "pip", "install", "--no-deps", "--no-index", wheel, env=variables)
    program = (
        "import stickslip as ss, pathlib; folder = pathlib.Path(ss.__file__).parent;"
        "f = ss.friction.Coulomb(mu_c=0.5, mu_s=0.5).run([1.0, -1.0], dt=1e-3);"
        "print(ss.__version__, folder.is_relative_to(%r), f.tolist(), [p.name for p in folder.iterdir()]);"
        "print((folder / 'friction.pyi').read_text())"
    )
    printed, _, stub = run(python, "-c", program % str(environment), cwd=tmp_path, env=variables).partition("\n")
    assert printed.startswith(f"{version} True [-0.5, 0.5] ")
    for name in ("__init__.pyi", "friction.py", "friction.pyi", "py.typed"):
        assert f"'{name}'" in printed
    assert "class _VelocityLaw" in stub and "class LuGre" in stub  # by hand, by the build


def test_editable_install_has_the_whole_stub(source, variables):
    """Building in place is what pip install -e does, but that compiles everything again."""
    run(sys.executable, "setup.py", "build_ext", "--inplace", cwd=source, env=variables)
    package = source / "bindings" / "python"
    program = "import stickslip as ss; print(ss.__file__, ss.friction.Coulomb(mu_c=0.5, mu_s=0.5).mu_c)"
    printed = run(sys.executable, "-c", program, cwd=package, env=variables)
    assert printed == f"{package / 'stickslip' / '__init__.py'} 0.5\n"
    stub = (package / "stickslip" / "friction.pyi").read_text()
    assert "class _VelocityLaw" in stub and "class LuGre" in stub


def test_says_which_packages_are_missing(source, tmp_path):
    """As on a machine where nothing is installed: no CMake, no dpkg that knows a package."""
    for tool in ("awk", "bash", "dirname"):
        (tmp_path / tool).symlink_to(shutil.which(tool))
    nothing = {**os.environ, "PATH": str(tmp_path)}
    build = (sys.executable, "setup.py", "build_ext")
    done = subprocess.run(build, cwd=source, env=nothing, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0
    assert "could not be configured" in done.stderr and "libeigen3-dev" in done.stderr and "pybind11-dev" in done.stderr
