"""Modules include downwards only, and nobody includes what is private to another (docs/architecture.md)."""

import pytest

from layers import ALLOWED, forbidden_includes


def test_modules_include_downwards_only(root):
    assert forbidden_includes(root) == []


def test_every_module_is_known(root):
    folders = {folder.name for folder in (root / "stickslip").iterdir() if folder.is_dir()}
    assert folders == set(ALLOWED)


# (file, a line in it, what is said of it)
WRONG = [
    ("stickslip/core/a.hpp", '#include "stickslip/friction/lugre.hpp"', "stickslip/friction/lugre.hpp"),
    ("stickslip/core/a.hpp", '#include "stickslip/numerics/angle.hpp"', "stickslip/numerics/angle.hpp"),
    ("stickslip/haptics/a.cpp", "#  include <stickslip/record/csv.hpp>", "stickslip/record/csv.hpp"),
    ("stickslip/patch/a.cpp", '#include "stickslip/sim/simulate.hpp"', "stickslip/sim/simulate.hpp"),
    ("stickslip/patch/a.cpp", '#include "tests/malloc_guard/malloc_guard.hpp"', "tests/malloc_guard/malloc_guard.hpp"),
    ("experiments/a.cpp", '#include "apps/cli/options.hpp"', "apps/cli/options.hpp"),
    (
        "stickslip/core/a.hpp",
        '#include "../friction/dahl.hpp"',
        "../friction/dahl.hpp: name it from the project's root",
    ),
    (
        "stickslip/patch/surface/a.hpp",
        '#include "stickslip/patch/detail/b.hpp"',
        "stickslip/patch/detail/b.hpp, which is not installed",
    ),
    *(
        (file, '#include "stickslip/cone/detail/b.hpp"', "stickslip/cone/detail/b.hpp, which is private to cone")
        for file in (
            "stickslip/patch/a.cpp",
            "stickslip/patch/detail/a.hpp",
            "stickslip/patch/test/a.cpp",
            "apps/a.cpp",
            "benchmarks/a.cpp",
            "bindings/python/a.cpp",
            "examples/cpp/a.cpp",
            "experiments/a.cpp",
            "tests/a.cpp",
        )
    ),
    ("stickslip/attic/a.hpp", "", "stickslip/attic/a.hpp is in attic, which tests/layers.py does not know"),
]


@pytest.mark.parametrize("file, line, message", WRONG)
def test_a_wrong_include_is_found(file, line, message, tmp_path):
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(f"#include <vector>\n{line}\n")
    assert forbidden_includes(tmp_path) == [f"{file} includes {message}" if line else message]


def test_a_private_name_of_another_module_is_found(tmp_path):
    (tmp_path / "stickslip" / "patch").mkdir(parents=True)
    (tmp_path / "stickslip" / "patch" / "a.cpp").write_text("friction::detail::sample(v); patch::detail::own();\n")
    assert forbidden_includes(tmp_path) == ["stickslip/patch/a.cpp uses friction::detail, which is private"]


RIGHT = [
    ("stickslip/patch/a.hpp", "stickslip/friction/lugre.hpp"),
    ("stickslip/numerics/a.hpp", "stickslip/core/error.hpp"),
    ("stickslip/patch/a.cpp", "stickslip/patch/detail/b.hpp"),
    ("stickslip/patch/detail/a.hpp", "stickslip/patch/detail/b.hpp"),
    ("stickslip/patch/test/a.cpp", "stickslip/patch/detail/b.hpp"),
    ("stickslip/patch/test/a.cpp", "tests/malloc_guard/malloc_guard.hpp"),
    ("apps/cli/a.cpp", "experiments/all.hpp"),
]


@pytest.mark.parametrize("file, header", RIGHT)
def test_a_right_include_is_not(file, header, tmp_path):
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(f'#include "{header}"\n')
    assert forbidden_includes(tmp_path) == []
