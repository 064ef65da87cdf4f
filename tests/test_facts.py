"""Facts that stand in more than one place must agree."""

import re
import subprocess


def version(root) -> str:
    return (root / "VERSION").read_text().strip()


def test_version(root):
    assert f"version: {version(root)}" in (root / "CITATION.cff").read_text()
    assert re.search(rf"^## {re.escape(version(root))}\b", (root / "CHANGELOG.md").read_text(), re.MULTILINE)


def test_references_are_known(root, command):
    keys = set(re.findall(r"^@\w+\{(\w+),", (root / "docs" / "references.bib").read_text(), re.MULTILINE))
    lines = subprocess.run([command, "list"], capture_output=True, text=True, check=True).stdout.splitlines()
    cited = {re.search(r"\[(\w+), ", line).group(1) for line in lines}
    for header in (root / "stickslip").rglob("*.h*"):
        for name, year in re.findall(r"\[([A-Z]\w+) (\d{4})[,\];]", header.read_text()):
            cited.add(name + year)
    assert cited and cited <= keys


def test_make_help_names_every_target(root):
    makefile = (root / "Makefile").read_text()
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE).group(1).split()
    shown = subprocess.run(["make", "help"], cwd=root, capture_output=True, text=True, check=True).stdout
    assert all(re.search(rf"make {target}\b", shown) for target in phony)


def test_links_in_the_docs_lead_somewhere(root):
    folders = ["apps", "benchmarks", "bindings", "docs", "examples", "experiments", "stickslip", "tests"]
    pages = [*root.glob("*.md"), *(page for folder in folders for page in (root / folder).rglob("*.md"))]
    for page in (page for page in pages if not {"node_modules", ".cache"} & set(page.parts)):
        prose = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)  # code has brackets too
        for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", prose):
            if not link.startswith(("http://", "https://", "mailto:")):
                assert (page.parent / link).exists(), f"{page.relative_to(root)} links to {link}"


def test_the_table_of_a_scene_is_what_its_tool_prints(root):
    printed = subprocess.run([root / "tools" / "arm_pick_place.py"], capture_output=True, text=True, check=True).stdout
    assert (root / "scenes" / "arm_pick_place.csv").read_text() == printed
