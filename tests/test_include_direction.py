"""Modules include downwards only (docs/architecture.md)."""

from layers import ALLOWED, forbidden_includes


def test_modules_include_downwards_only(root):
    assert forbidden_includes(root) == []


def test_every_module_is_known(root):
    folders = {folder.name for folder in (root / "stickslip").iterdir() if folder.is_dir()}
    assert folders == set(ALLOWED)


def test_a_wrong_include_is_found(tmp_path):
    (tmp_path / "stickslip" / "core").mkdir(parents=True)
    (tmp_path / "stickslip" / "core" / "a.hpp").write_text('#include "stickslip/friction/lugre.hpp"\n')
    (tmp_path / "stickslip" / "core" / "c.hpp").write_text('#include "../friction/dahl.hpp"\n')
    (tmp_path / "stickslip" / "haptics").mkdir()
    (tmp_path / "stickslip" / "haptics" / "b.cpp").write_text(
        "#include <vector>\n#include <stickslip/friction/lugre.hpp>\n#  include <stickslip/record/csv.hpp>\n"
    )
    assert forbidden_includes(tmp_path) == [
        "stickslip/core/a.hpp includes stickslip/friction/lugre.hpp",
        "stickslip/core/c.hpp includes ../friction/dahl.hpp: name it from the project's root",
        "stickslip/haptics/b.cpp includes stickslip/record/csv.hpp",
    ]
