"""What a module's README says of its files, against the files."""

import re
from pathlib import Path

ROW = re.compile(r"^\|([^|]*)\|", re.MULTILINE)
NAME = re.compile(r"`([^`]+)`")


def named_in_table(readme: str) -> set[str]:
    """What the first column of the README's tables names: files and, ending in a slash, folders."""
    return {name for cell in ROW.findall(readme) for name in NAME.findall(cell)}


def public_headers(module: Path) -> set[str]:
    """The module's headers that get installed; of those made by the build, what they are made from."""
    files = (file.relative_to(module) for pattern in ("*.hpp", "*.h", "*.hpp.in") for file in module.rglob(pattern))
    return {file.as_posix().removesuffix(".in") for file in files if not {"detail", "test"} & set(file.parts)}


def differences(module: Path) -> list[str]:
    """Where the README's table and the folder disagree."""
    readme = module / "README.md"
    if not readme.exists():
        return [f"{module.name} has no README.md"]
    named, headers = named_in_table(readme.read_text()), public_headers(module)
    gone = [name for name in named - headers if not (module / name).exists()]
    return [f"{module.name}/README.md does not name {header}" for header in sorted(headers - named)] + [
        f"{module.name}/README.md names {name}, which is not there" for name in sorted(gone)
    ]
