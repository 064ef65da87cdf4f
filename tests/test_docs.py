"""Every code block of the documentation works as pasted."""

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
