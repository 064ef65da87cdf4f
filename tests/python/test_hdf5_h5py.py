"""Files of results as h5py sees them."""

import csv
import json
import os
import subprocess
from pathlib import Path

import h5py
import numpy as np
import pytest
from numpy.testing import assert_array_equal

ROOT = Path(__file__).resolve().parents[2]
NAME = "hayward-ladders"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """What the command left of one experiment."""
    build = Path(os.environ.get("STICKSLIP_BUILD", ROOT / "build" / "release")).resolve()
    out = tmp_path_factory.mktemp("results")
    subprocess.run([build / "bin" / "stickslip", "reproduce", NAME, "--quiet", "--out", out], check=True, timeout=120)
    return out / NAME


@pytest.fixture
def result(folder):
    with h5py.File(folder / "result.h5") as file:
        yield file


def test_says_what_it_is(result):
    texts = ("name", "title", "source", "version", "made", "skipped")
    assert result.attrs["format"] == "stickslip result 1" and result.attrs["name"] == NAME
    assert all(type(result.attrs[name]) is str for name in texts)
    assert result.attrs["version"] == (ROOT / "VERSION").read_text().strip()
    assert result.attrs["seconds"].dtype == np.float64 and result.attrs["seconds"] >= 0
    assert set(result) == {"parameters", "series", "checks", "tables", "figures", "scenes", "explorers"}


def test_series_are_those_of_the_csv_files(result, folder):
    names = list(result["series"].attrs["names"])
    assert names and set(names) == set(result["series"])
    assert {f"{name}.csv" for name in names} <= {file.name for file in folder.iterdir()}
    for name in names:
        group = result["series"][name]
        columns = {column: group[column.replace("/", "\u2215")] for column in group.attrs["columns"]}
        with open(folder / f"{name}.csv", newline="", encoding="utf-8") as file:
            header, *rows = csv.reader(file)
        assert header == [f"{column} [{data.attrs['unit']}]" for column, data in columns.items()]
        assert all(data.dtype == np.float64 for data in columns.values())
        # Both keep every digit.
        assert_array_equal(np.stack(list(columns.values()), axis=1), np.array(rows, dtype=float))


def test_checks(result, folder):
    checks = result["checks"]
    with open(folder / "checks.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert list(checks["quantity"].asstr()) == [row["quantity"] for row in rows] and rows
    assert checks["passed"].dtype == bool and checks["passed"][:].all()
    assert set(checks["relation"].asstr()) <= {"equal", "at_most", "at_least"}
    for field in ("published", "measured", "tolerance"):
        assert_array_equal(checks[field], [float(row[field]) for row in rows])


def test_parameters(result):
    parameters = result["parameters"]
    assert len(parameters.attrs["names"]) == len(parameters)
    for name in parameters.attrs["names"]:
        value = parameters[name.replace("/", "\u2215")]
        assert value.shape == () and type(value.attrs["unit"]) is str
        assert value.dtype == np.float64 or h5py.check_string_dtype(value.dtype).encoding == "utf-8"


def test_figures_and_scenes_are_json(result):
    assert len(result["figures"])
    for kind in ("figures", "scenes"):
        assert set(result[kind].attrs["names"]) == set(result[kind])
        for name, text in result[kind].items():
            picture = json.loads(text.asstr()[()])
            assert picture["name"] == name and picture["title"] == text.attrs["title"]
            panels = picture["panels"] if kind == "figures" else [picture]
            axes = [panel[axis] for panel in panels for axis in "xyz" if axis in panel]
            assert list(text.attrs["axes"]) == [f"{axis['label']} [{axis['unit']}]" for axis in axes]
            for mark in (mark for panel in panels for mark in panel.get("marks", panel.get("shapes"))):
                assert set(mark["columns"]) <= set(result["series"][mark["series"]].attrs["columns"])
    for text in result["tables"].asstr():
        assert json.loads(text)["series"] in result["series"]
