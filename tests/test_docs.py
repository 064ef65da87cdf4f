"""Every code block of the documentation works as pasted."""

import math
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language):
    """(page:line, code) of each block of a language. Blocks of one page may not build on each other."""
    found = []
    for page in PAGES:
        text = page.read_text()
        for match in BLOCK.finditer(text):
            if match.group(1) == language:
                line = text.count("\n", 0, match.start()) + 1
                found.append(pytest.param(match.group(2), id=f"{page.relative_to(ROOT)}:{line}"))
    return found


@pytest.mark.parametrize("code", blocks("python"))
def test_python_block_runs(code, tmp_path):
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True, timeout=120)


def test_the_readme_s_body_goes_where_it_says(tmp_path):
    """By the code as it stands, and with a step of a fiftieth of its own: to the digits of the comment."""
    of_readme = [block.values[0] for block in blocks("python") if block.id.startswith("README")]
    (code,) = [block for block in of_readme if "simulate" in block]
    down, turned = map(float, re.search(r"down by ([\d.]+) mm, turned by (-?[\d.]+) deg", code).groups())
    assert down > 1.0 and abs(turned) > 1.0  # it slips and turns, and does not hold
    assert "dt=1e-3" in code
    for version in (code, code.replace("dt=1e-3", "dt=2e-5")):
        script = version + "\nprint(*run.pose[-1])"
        output = subprocess.check_output([sys.executable, "-c", script], cwd=tmp_path, text=True)
        _, y, theta = map(float, output.splitlines()[-1].split())
        assert -1e3 * y == pytest.approx(down, abs=0.05)
        assert math.degrees(theta) == pytest.approx(turned, abs=0.05)


def flags_of(package, prefix):
    environment = {"PKG_CONFIG_PATH": str(next(prefix.rglob("pkgconfig"))), "PATH": "/usr/bin:/bin"}
    output = subprocess.run(
        ["pkg-config", "--cflags", "--libs", package], env=environment, capture_output=True, text=True, check=True
    )
    return output.stdout.split()


def compile_and_run(compiler, code, suffix, flags, folder):
    (folder / f"block{suffix}").write_text(code)
    subprocess.run([*compiler, f"block{suffix}", *flags, "-o", "block"], cwd=folder, check=True, timeout=240)
    subprocess.run([folder / "block"], cwd=folder, check=True, timeout=120)


@pytest.mark.parametrize("code", blocks("cpp"))
def test_cpp_block_compiles_and_runs(code, installed, tmp_path):
    compile_and_run(["g++", "-std=c++20", "-O1"], code, ".cpp", flags_of("stickslip", installed), tmp_path)


@pytest.mark.parametrize("code", blocks("c"))
def test_c_block_compiles_and_runs(code, installed, tmp_path):
    compile_and_run(["gcc", "-std=c99", "-O1"], code, ".c", flags_of("stickslip-haptics-c", installed), tmp_path)


def test_there_are_blocks_of_each_language():
    assert blocks("python") and blocks("cpp") and blocks("c")
