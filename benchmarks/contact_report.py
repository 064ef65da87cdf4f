"""Contact problems: `auto` against the solvers of Siconos in the same run, and what a sweep costs as piles grow.

Prints tables, and writes them with the curves of the pile as a page. Processor time; the smallest of several
repetitions counts. Siconos' BLAS keeps to one thread, as ours does.
"""

import argparse
import json
import math
import os
import subprocess
from pathlib import Path

from stickslip import record


def measure(executable, repetitions):
    """By benchmark: the smallest time [ns], and the entry with its counters; without solvers that did not get there."""
    command = [
        executable,
        "--benchmark_filter=^(solvers|formulation)/",
        "--benchmark_format=json",
        f"--benchmark_repetitions={repetitions}",
        "--benchmark_min_time=0.02",
    ]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    output = subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout
    scale = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}
    best = {}
    for entry in json.loads(output)["benchmarks"]:
        if entry.get("run_type") != "iteration" or entry.get("error_occurred"):
            continue
        # Siconos is timed within its driver by the processor time of its thread, which such entries call "real".
        name = entry["run_name"].removesuffix("/manual_time")
        clock = "real_time" if entry["run_name"].endswith("/manual_time") else "cpu_time"
        time = entry[clock] * scale[entry["time_unit"]]
        if name not in best or time < best[name][0]:
            best[name] = (time, entry)
    return best


def compared(best, group):
    """Rows (problem, our time, their time, their solver), in the order they ran; NaN where none of theirs solves it."""
    rows = []
    for name, (ours, _) in best.items():
        if name.startswith(group) and name.endswith("/auto"):
            problem = name.removeprefix(group).removesuffix("/auto")
            rivals = f"{group}{problem}/siconos/"
            theirs = {n.removeprefix(rivals): t for n, (t, _) in best.items() if n.startswith(rivals)}
            solver = min(theirs, key=theirs.get, default="")
            rows.append((problem, ours, theirs.get(solver, math.nan), solver))
    return rows


def print_compared(title, rows):
    print(f"\n{title:<40}{'auto, µs':>12}{'Siconos, µs':>14}{'ratio':>8}  fastest of Siconos")
    for problem, ours, theirs, solver in rows:
        ratio = "" if math.isnan(theirs) else f"{theirs / ours:.2f}"
        print(f"{problem:<40}{ours / 1e3:>12.1f}{theirs / 1e3:>14.1f}{ratio:>8}  {solver or 'none solves it'}")
    ratios = [theirs / ours for _, ours, theirs, _ in rows if not math.isnan(theirs)]
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"{'geometric mean of ' + str(len(ratios)):<40}{mean:>34.2f}   (least {min(ratios):.2f})")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("executable", type=Path, help="stickslip_benchmarks")
    parser.add_argument("--repetitions", type=int, default=3, help="of each benchmark (default 3)")
    parser.add_argument("--out", type=Path, default=Path("results/bench"), help="folder (default results/bench)")
    arguments = parser.parse_args()
    best = measure(arguments.executable.resolve(), arguments.repetitions)

    print()
    parameters = {}
    for way in ("cold", "warm"):
        time = best[f"formulation/phantom_box/{way}"][0]
        print(f"phantom inertia, the paper's box, formulation + solve, {way}: {time / 1e3:.1f} µs (aimed at: 8)")
        parameters[f"phantom inertia, a step of the box, {way}"] = (time * 1e-9, "s")
    result = record.Result(name="contact", title="Contact problems: what solvers cost", parameters=parameters)
    for name, title, group in (
        ("stacks", "stacks, Anitescu-Potra, contacts", "formulation/stack/"),
        ("fc3d", "shared cone problems", "solvers/fc3d/"),
    ):
        rows = compared(best, group)
        if not rows:
            continue
        print_compared(title, rows)
        columns = {"auto": [row[1] * 1e-9 for row in rows], "siconos": [row[2] * 1e-9 for row in rows]}
        result.add_series(name, columns, units={"auto": "s", "siconos": "s"}, title=f"Time of a solve, {title}")
        result.add_table(name, title=title, row_labels=[row[0] for row in rows])

    print(f"\n{'pile, contacts':<20}{'ns per contact and sweep':>26}{'bytes per contact':>20}")
    pile = {"contacts": [], "time": [], "memory": []}
    for name, (_, entry) in best.items():
        if name.startswith("solvers/pile/"):
            per_contact = 1e9 / entry["items_per_second"] / entry["contacts"]
            print(f"{entry['contacts']:<20.0f}{per_contact:>26.0f}{entry['bytes_per_contact']:>20.0f}")
            for key, value in (
                ("contacts", entry["contacts"]),
                ("time", 1.0 / entry["items_per_second"]),
                ("memory", entry["bytes_per_contact"] * entry["contacts"]),
            ):
                pile[key].append(value)
    units = {"contacts": "1", "time": "s", "memory": "B"}
    result.add_series("pile", pile, units=units, title="A sweep over a pile of balls")
    axes = {
        "time": record.Axis("time of a sweep", unit="µs", factor=1e6, log=True),
        "memory": record.Axis("memory", unit="MB", factor=1e-6, log=True),
    }
    result.add_figure(
        name="pile",
        title="A growing pile of balls: time and memory of a sweep",
        panels=[
            record.Panel(
                x=record.Axis("contacts", log=True),
                y=axes[column],
                marks=[record.Mark(kind, "pile", ["contacts", column]) for kind in ("line", "points")],
            )
            for column in axes
        ],
    )
    result.write(arguments.out)
    if record.can_write_html():
        result.to_html(arguments.out / "report.html")
        print(f"\nCurves of the pile: {arguments.out / 'report.html'}")


if __name__ == "__main__":
    main()
