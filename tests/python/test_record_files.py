"""Results on disk: they come back bit for bit, other programs read them, and what is wrong is said."""

import base64
import copy
import csv
import json
import os
import pickle
import re
import threading
import zlib

import h5py
import numpy as np
import pytest
from numpy.testing import assert_array_equal

from stickslip import record

ODD = np.array([0.1, -0.0, np.nan, np.inf, -np.inf, 5e-324, 1.7976931348623157e308, 1 / 3, 123456789.123456789])


def bits(values):
    return np.asarray(values, dtype=float).view(np.uint64)


@pytest.fixture
def own():
    """With everything a result can hold, and names that try their reader."""
    result = record.Result(
        "odd-one",
        title="Übermaß & <b>fett</b> \"q\" 'q' 零",
        source="a\nb",
        parameters={"mu": 0.1, "f/n": (np.nan, "N"), "law": ("LuGre", "1"), ".": -0.0, "µ": np.inf},
        seconds=1 / 3,
    )
    result.add_series("odd", {"x, y": ODD, "a/b": ODD[::-1]}, units={"x, y": "m/s", "a/b": "µm"}, title="Ünits")
    result.add_series("long", {"t": np.arange(100_000) * 1e-3})
    result.add_series("empty", {"t": [], "x": []})
    axes = {name: record.Axis(name, unit="mm", factor=-1e3, min=-0.25, categories=["a", "ß"]) for name in "xyz"}
    mark = record.Mark("line", "odd", ["x, y", "a/b"], colour="cyan", dash="dashed", only=("a/b", 0.1))
    labels = [record.Label(0.1, 1 / 3, "</script>")]
    panel = record.Panel(x=axes["x"], y=record.Axis(log=True), marks=[mark], labels=labels, equal_axes=True)
    result.add_figure("plane", title="p", caption="c", panels=[panel], columns=1)
    motion = record.Motion("odd", 8 * ["a/b"])
    shape = record.Shape("points", "odd", 3 * ["x, y"], opacity=1 / 3, length=0.1, motion=motion)
    result.add_scene("space", **axes, shapes=[shape], azimuth=1 / 3, elevation=-0.1, equal_axes=False)
    result.add_table("odd", title="Tafel", row_labels=list("abcdefghi"), labels_are_commands=True)
    ends = [axes["x"], record.Axis("µ", unit="1/s", factor=0.1, log=True)]
    result.add_explorer("laeufe", series="odd", columns=["a/b", "x, y"], axes=ends, rows="Läufe")
    result.add_explorer("plain", title="t", caption="c", series="empty", columns=["t", "x"], colour_by="x")
    result.add_check(record.at_most("größe", bound=np.inf, measured=np.nan, unit="N·m"))
    result.add_check("µ", published=0.1, measured=0.1, tolerance=1e-12)
    return result


def assert_same(a, b):
    fields = ("name", "title", "source", "version", "made", "seconds", "skipped", "passed")
    assert [getattr(a, name) for name in fields] == [getattr(b, name) for name in fields]
    assert list(a.parameters) == list(b.parameters) and repr(a.parameters) == repr(b.parameters)
    assert list(a.series) == list(b.series)
    for name, series in a.series.items():
        other = b.series[name]
        assert (series.title, list(series.units.items())) == (other.title, list(other.units.items()))
        for column in series:
            assert_array_equal(bits(series[column]), bits(other[column]))
    for kind in ("checks", "tables", "figures", "scenes", "explorers"):
        assert repr(getattr(a, kind)) == repr(getattr(b, kind))


def test_a_result_comes_back_bit_for_bit(own, tmp_path):
    folder = tmp_path / "deep" / "odd-one"
    own.write(folder)
    for path in (folder, str(folder), os.fsencode(folder), folder / "result.h5"):
        assert_same(record.read(path), own)
        assert record.read(path) == own
    files = {file.name for file in folder.iterdir()}
    assert files == {"result.h5", "checks.csv", "odd.csv", "long.csv", "empty.csv"}


def test_a_bare_result_comes_back(tmp_path):
    bare = record.Result("bare", skipped="no data here")
    bare.write(tmp_path)
    back = record.read(tmp_path)
    assert_same(back, bare)
    assert back.passed and back.skipped == "no data here" and not back.series and not back.parameters


def test_writing_again_replaces(own, tmp_path):
    own.write(tmp_path)
    again = record.Result("odd-one", title="again")
    again.write(tmp_path)
    assert record.read(tmp_path).title == "again"


def test_a_pickle_is_the_same_bit_for_bit(own):
    assert_same(pickle.loads(pickle.dumps(own)), own)
    assert_same(copy.deepcopy(own), own)


def test_h5py_reads_the_file(own, tmp_path):
    own.write(tmp_path)
    with h5py.File(tmp_path / "result.h5") as file:
        assert file.attrs["name"] == "odd-one" and file.attrs["title"] == own.title
        assert file.attrs["seconds"] == 1 / 3 and file.attrs["version"] == own.version
        assert list(file["series"].attrs["names"]) == ["odd", "long", "empty"]
        odd = file["series/odd"]
        assert list(odd.attrs["columns"]) == ["x, y", "a/b"]
        assert_array_equal(bits(odd["x, y"][()]), bits(ODD))
        assert odd["x, y"].attrs["unit"] == "m/s"
        assert_array_equal(file["series/long/t"][()], np.arange(100_000) * 1e-3)
        assert file["series/empty/t"].shape == (0,)
        assert file["parameters/law"].asstr()[()] == "LuGre" and file["parameters/mu"][()] == 0.1
        assert file["checks/passed"][()].tolist() == [False, True]
        assert list(file["checks/quantity"].asstr()) == ["größe", "µ"]


def test_csv_reads_back(own, tmp_path):
    own.write(tmp_path)
    with open(tmp_path / "odd.csv", newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    assert header == ["x, y [m/s]", "a/b [µm]"]
    assert_array_equal(bits([float(row[0]) for row in rows])[3:], bits(ODD)[3:])
    assert_array_equal([float(row[0]) for row in rows], ODD)


def test_what_cannot_be_read_is_said(own, tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere"):
        record.read(tmp_path / "nowhere")
    with pytest.raises(FileNotFoundError, match="result.h5"):
        record.read(tmp_path)
    (tmp_path / "text.h5").write_text("no result")
    with pytest.raises(ValueError, match="text.h5"):
        record.read(tmp_path / "text.h5")
    with h5py.File(tmp_path / "other.h5", "w") as file:
        file["x"] = [1.0]
    with pytest.raises(ValueError, match="other.h5"):
        record.read(tmp_path / "other.h5")
    own.write(tmp_path)
    whole = (tmp_path / "result.h5").read_bytes()
    for spoilt in (whole[: len(whole) // 2], whole[:-1], whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:]):
        (tmp_path / "spoilt.h5").write_bytes(spoilt)
        with pytest.raises(ValueError, match="spoilt.h5"):
            record.read(tmp_path / "spoilt.h5")
    os.mkfifo(tmp_path / "pipe.h5")
    with pytest.raises(ValueError, match="pipe.h5:1: not a regular file"):
        record.read(tmp_path / "pipe.h5")
    with pytest.raises(OSError, match="Input/output error: '/proc/self/mem'"):
        record.read("/proc/self/mem")
    with pytest.raises(TypeError):
        record.read(3.0)
    with pytest.raises(TypeError, match="read needs the argument path"):
        record.read()


def test_what_cannot_be_written_is_said(own, tmp_path):
    (tmp_path / "file").write_text("in the way")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(OSError, match="file"):
            own.write(folder)
    if record.can_write_html():
        with pytest.raises(FileNotFoundError, match="nowhere"):
            own.to_html(tmp_path / "nowhere" / "page.html")
        with pytest.raises(FileNotFoundError, match="No such file or directory: ''$"):
            own.to_html("")
    zero = record.Result("zero", title="a\0b")
    with pytest.raises(ValueError, match="zero character"):
        zero.write(tmp_path / "zero")
    assert not list((tmp_path / "zero").iterdir())


def test_files_are_whole_where_threads_write_into_one_folder(tmp_path):
    """Each of six threads writes its own numbers: a file that mixes them is torn."""
    names = ("result.h5", "run.csv", "checks.csv")
    results, expected, errors = [], {name: set() for name in names}, []
    for k in range(6):
        result = record.Result("shared", made="2026-11-16T08:00:00Z")
        result.add_series("run", {"x": np.full(20_000, k + 1 / 3)})
        result.add_check("k", published=k, measured=k)
        result.write(tmp_path / str(k))
        for name in names:
            expected[name].add((tmp_path / str(k) / name).read_bytes())
        results.append(result)

    def write(result):
        try:
            for _ in range(10):
                result.write(tmp_path / "shared")
                for name in names:
                    if (tmp_path / "shared" / name).read_bytes() not in expected[name]:
                        errors.append(f"{name} is torn")
        except OSError as error:
            errors.append(str(error))

    threads = [threading.Thread(target=write, args=(result,)) for result in results]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert sorted(file.name for file in (tmp_path / "shared").iterdir()) == sorted(names)


def element(page, name):
    """The text of a script element of the page."""
    (text,) = re.findall(rf'<script type="[a-z/]+" id="{name}">(.*?)</script>', page, re.DOTALL)
    return text


def unpacked(page, column):
    """As the page reads it: zlib, then the first bytes of all numbers, their second bytes, and so on."""
    planes = np.frombuffer(zlib.decompress(base64.b64decode(element(page, f"column-{column['data']}"))), np.uint8)
    return np.ascontiguousarray(planes.reshape(8, -1).T).view("<f8").ravel()


def test_a_page_holds_the_data_and_no_markup_from_names(own, tmp_path):
    if not record.can_write_html():
        for call in (lambda: own.to_html(tmp_path / "p.html"), lambda: record.write_html([own], tmp_path / "p.html")):
            with pytest.raises(ValueError, match="reports are off: stickslip was built without node"):
                call()
        assert not list(tmp_path.iterdir())
        return
    own.to_html(tmp_path / "own.html")
    page = (tmp_path / "own.html").read_text(encoding="utf-8")
    document = json.loads(element(page, "document"))
    (result,) = document["results"]
    assert result["title"] == own.title and "<b>fett" not in page
    assert result["figures"][0]["panels"][0]["labels"][0]["text"] == "</script>"
    odd = result["series"][0]
    assert [column["name"] for column in odd["columns"]] == ["x, y", "a/b"]
    assert_array_equal(bits(unpacked(page, odd["columns"][0])), bits(ODD))
    assert_array_equal(bits(unpacked(page, odd["columns"][1])), bits(ODD[::-1]))
    record.write_html([own, record.Result("second")], tmp_path / "both.html")
    both = json.loads(element((tmp_path / "both.html").read_text(encoding="utf-8"), "document"))
    assert [result["name"] for result in both["results"]] == ["odd-one", "second"]


def test_wrong_pages_are_refused(own, tmp_path):
    with pytest.raises(TypeError, match="results must be a list of Result, not Result"):
        record.write_html(own, tmp_path / "page.html")
    with pytest.raises(TypeError, match=r"results\[1\] must be of type Result, not str"):
        record.write_html([own, "second"], tmp_path / "page.html")
    with pytest.raises(TypeError, match="write_html needs the argument path"):
        record.write_html([own])
