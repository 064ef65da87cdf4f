"""The Debian packages: what is in each, and what each depends on."""

import shutil
import subprocess
import sys

import pytest


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=300, **options).stdout


@pytest.fixture(scope="module")
def packages(build, tmp_path_factory):
    """The packages by name: the files of each, and its control fields."""
    for tool in ("cpack", "dpkg-deb", "dpkg-shlibdeps", "file"):
        if not shutil.which(tool):
            pytest.skip(f"{tool} is not there")
    folder = tmp_path_factory.mktemp("packages")
    run("cpack", "-B", folder, cwd=build)
    found = {}
    for package in folder.glob("*.deb"):
        files = [line.split()[5].lstrip(".") for line in run("dpkg-deb", "--contents", package).splitlines()]
        found[package.name.split("_")[0]] = files, run("dpkg-deb", "--field", package)
    return found


def test_which_there_are(packages, build):
    mpi = {"stickslip-mpi"} if (build / "bin" / "stickslip-mpi").exists() else set()
    assert set(packages) == {"libstickslip-dev", "python3-stickslip", "stickslip"} | mpi
    for name, (files, control) in packages.items():
        assert f"/usr/share/doc/{name}/copyright" in files
        assert "Friction and contact" in control


def test_library(packages):
    files, control = packages["libstickslip-dev"]
    assert "/usr/include/stickslip/friction/lugre.hpp" in files
    assert "/usr/lib/libstickslip_friction.a" in files
    assert any(file.endswith("stickslip-config.cmake") for file in files)
    assert any(file.endswith("stickslip.pc") for file in files)
    assert not [file for file in files if "/detail/" in file or "/test/" in file or "gtest" in file or "python" in file]
    assert "libeigen3-dev" in control


def test_command(packages):
    files, control = packages["stickslip"]
    assert [file for file in files if "/bin/" in file and not file.endswith("/")] == [
        "/usr/bin/stickslip",
        "/usr/bin/stickslip-reproduce",
    ]
    assert "libc6" in control and "-dev" not in control and "mpi" not in control


def test_mpi(packages):
    if "stickslip-mpi" not in packages:
        pytest.skip("stickslip-mpi is not built: CMake found no MPI")
    files, control = packages["stickslip-mpi"]
    assert [file for file in files if "/bin/" in file and not file.endswith("/")] == ["/usr/bin/stickslip-mpi"]
    assert "mpi" in control.split("Depends:")[1].splitlines()[0] and "stickslip (=" in control


def test_python(packages, root):
    files, control = packages["python3-stickslip"]
    folder = "/usr/lib/python3/dist-packages/stickslip/"
    for source in (root / "bindings" / "python" / "stickslip").glob("*.py*"):
        assert folder + source.name.removesuffix(".in") in files
    assert any(file.startswith(folder + "_stickslip.") and file.endswith(".so") for file in files)
    assert "python3-numpy" in control and "libc6" in control
    major, minor = sys.version_info[:2]
    assert f"python3 (>= {major}.{minor}), python3 (<< {major}.{minor + 1})" in control


def test_no_file_is_in_two(packages):
    files = [file for contents, _ in packages.values() for file in contents if not file.endswith("/")]
    assert len(files) == len(set(files))
