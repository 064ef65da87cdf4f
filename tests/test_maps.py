"""The README of each module names the module's headers, all of them and no others."""

from pathlib import Path

import pytest

from maps import differences

MODULES = sorted(folder.name for folder in (Path(__file__).parent.parent / "stickslip").iterdir() if folder.is_dir())


@pytest.mark.parametrize("module", MODULES)
def test_readme_names_the_headers(module, root):
    assert differences(root / "stickslip" / module) == []


def test_differences_are_found(tmp_path):
    module = tmp_path / "chalk"
    assert differences_of(module, None) == ["chalk has no README.md"]
    table = "| file | noun |\n|---|---|\n| `a.hpp`, `b.hpp` | `A` of `c.hpp` |\n| `forms/`, `detail/` | |\n"
    assert differences_of(module, table) == [
        "chalk/README.md does not name c.hpp",
        "chalk/README.md does not name forms/e.hpp",
        "chalk/README.md does not name version.hpp",
        "chalk/README.md names b.hpp, which is not there",
    ]
    whole = "| file | noun |\n|---|---|\n| `a.hpp`, `c.hpp` | |\n| `forms/e.hpp` | |\n| `version.hpp` | |\n| `d.cpp` | |\n"
    assert differences_of(module, whole) == []


def differences_of(module, readme):
    """Those of a module with headers of every kind and this README."""
    for file in ("a.hpp", "c.hpp", "d.cpp", "version.hpp.in", "forms/e.hpp", "detail/f.hpp", "test/g.hpp"):
        (module / file).parent.mkdir(parents=True, exist_ok=True)
        (module / file).touch()
    if readme is not None:
        (module / "README.md").write_text(readme)
    return differences(module)
