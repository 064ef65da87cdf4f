"""The installed package, used from outside by CMake and by pkg-config."""

import subprocess


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=300, **options).stdout


def test_cmake_package(root, installed, tmp_path):
    version = (root / "VERSION").read_text().strip()
    source = root / "tests" / "outside_project"
    run("cmake", "-S", source, "-B", tmp_path, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={installed}")
    run("cmake", "--build", tmp_path)
    assert run(tmp_path / "slide") == f"{version} -1\n"
    run(tmp_path / "render")
    assert "stdc++" not in run("ldd", tmp_path / "render")


def test_pkg_config(root, installed, tmp_path):
    version = (root / "VERSION").read_text().strip()
    environment = {"PKG_CONFIG_PATH": str(next(installed.rglob("pkgconfig"))), "PATH": "/usr/bin:/bin"}
    assert run("pkg-config", "--modversion", "stickslip", env=environment).strip() == version
    flags = run("pkg-config", "--cflags", "--libs", "stickslip", env=environment).split()
    source = root / "tests" / "outside_project" / "slide.cpp"
    run("g++", "-std=c++20", source, *flags, "-o", tmp_path / "slide")
    assert run(tmp_path / "slide") == f"{version} -1\n"


def test_installed_headers_need_nothing_else(installed, tmp_path):
    """Private headers are not installed, so that no public one may lead to them."""
    headers = [file.relative_to(installed / "include") for file in (installed / "include").rglob("*.h*")]
    assert headers and not [header for header in headers if "detail" in header.parts]
    (tmp_path / "all.cpp").write_text("".join(f"#include <{header.as_posix()}>\n" for header in sorted(headers)))
    environment = {"PKG_CONFIG_PATH": str(next(installed.rglob("pkgconfig"))), "PATH": "/usr/bin:/bin"}
    flags = run("pkg-config", "--cflags", "stickslip", env=environment).split()
    run("g++", "-std=c++20", "-fsyntax-only", tmp_path / "all.cpp", *flags)


def test_installed_command_runs(installed):
    assert "reproduce" in run(installed / "bin" / "stickslip", "--help")


def test_headers_do_not_lead_back_to_the_source_tree(root, installed):
    files = [file for file in installed.rglob("*") if file.suffix in {".hpp", ".h", ".cmake", ".pc"}]
    assert files
    assert not [file for file in files if str(root) in file.read_text()]
    assert not [file for file in installed.rglob("*") if "test" in file.name and file.suffix == ".hpp"]
