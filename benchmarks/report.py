"""Measures what the documentation promises about speed, and prints it as ratios taken in the same run.

Each promise is a ratio to an operation of the same machine, so that it holds on any. The smallest of several
repetitions counts; they are interleaved, so that a busy moment hits all alike. The exit code does not depend on the
outcome: a time is not a test.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

EXP, ROOT = "floor/exp + floor/division", "floor/sqrt_then_division"
PROMISES = [
    # what, benchmark, unit, at most
    ("LuGre 1-D, γ = 2, up to v_s/2", "step/LuGre/1d/slow", EXP, 3.0),
    ("LuGre 1-D, γ = 2, up to 2 v_s", "step/LuGre/1d/fast", EXP, 3.0),
    ("Adhesion 3-D, stick-slide, sliding", "step/Adhesion/stick_slide/3d/sliding", ROOT, 2.0),
    ("Adhesion 3-D, stick-slide, stuck", "step/Adhesion/stick_slide/3d/stuck", ROOT, 2.0),
    ("Adhesion 3-D, stick-slip-slide, sliding", "step/Adhesion/stick_slip_slide/3d/sliding", ROOT, 4.0),
    ("Adhesion 3-D, stick-slip-slide, slipping", "step/Adhesion/stick_slip_slide/3d/slipping", ROOT, 4.0),
    ("Adhesion 3-D, smooth map, sliding", "step/Adhesion/stick_creep_slip_slide/3d/sliding", ROOT, 4.0),
    ("Adhesion 3-D, smooth map, slipping", "step/Adhesion/stick_creep_slip_slide/3d/slipping", ROOT, 4.0),
    ("Adhesion 3-D, smooth map, creeping", "step/Adhesion/stick_creep_slip_slide/3d/creeping", ROOT, 4.0),
]
CELL = "floor/sqrt_and_division_vector"
PATCH = "patch/distributed/step/0.1ms/"
PROMISES += [
    ("distributed LuGre, raster, γ = 2, per cell", PATCH + "LuGre/raster/sliding", CELL, 2.5),
    ("distributed LuGre, raster, swinging", PATCH + "LuGre/raster/swinging", CELL, 2.5),
    ("distributed LuGre, cells anywhere", PATCH + "LuGre/anywhere/sliding", CELL, 4.0),
    ("distributed Elasto-Plastic, per cell", PATCH + "ElastoPlastic/raster/sliding", CELL, 7.0),
    ("distributed Elasto-Plastic, swinging", PATCH + "ElastoPlastic/raster/swinging", CELL, 7.0),
]
# The same question put to a solver of linear programs, in the fastest of its ways.
CLP_INSIDE, CLP_OUTSIDE = "cone/clp/inside", "cone/clp/outside"
PROMISES += [
    ("ray weights of a wrench inside, 16 rays", "cone/certificate/inside", CLP_INSIDE, 0.1),
    ("plane beside a wrench outside, 16 rays", "cone/certificate/outside", CLP_OUTSIDE, 0.1),
]
IN_HAND = "patch/in_hand/reduced"
PROMISES += [("2 s in hand with a tolerance, for the same error", "patch/in_hand/tolerance", IN_HAND, 1.5)]
# What, benchmark, and what was aimed at in nanoseconds on a 3.2 GHz machine with AVX2.
TIMES = [
    ("reduced step, LuGre", "patch/reduced/step/LuGre", 60),
    ("reduced step, Elasto-Plastic", "patch/reduced/step/ElastoPlastic", 80),
    ("10⁴ reduced patches in a call, LuGre, each", "patch/reduced/batch/LuGre", 30),
    ("10⁴ reduced patches, Elasto-Plastic, each", "patch/reduced/batch/ElastoPlastic", 30),
    ("exact wrench of a quadrilateral", "patch/surface/quadrilateral", 150),
    ("table, 21 × 21 cells, n = 20", "patch/surface/table", 2e6),
    ("2 s in hand, reduced, 0.5 ms", "patch/in_hand/reduced", 15e6),
    ("2 s in hand, distributed 21 × 21, 0.5 ms", "patch/in_hand/distributed", 300e6),
    ("2 s in hand, pressure by load, k = 2", "patch/in_hand/k_2", None),
    ("2 s in hand, pressure by load, k = 2 fn", "patch/in_hand/k_2fn", None),
    ("friction cone: 10³ forces, contains, each", "cone/contains_many/1000", 10),
    ("friction cone: 10³ forces, project, each", "cone/project_many/1000", 10),
    ("friction cone: 10⁶ forces, contains, each", "cone/contains_many/1000000", 10),
    ("friction cone: 10⁶ forces, project, each", "cone/project_many/1000000", 10),
    ("friction cone: 8 facets and two bounds", "cone/facets", 300),
    ("wrench cone: 4 points, 16 rays, with facets", "cone/from_points", 1e6),
    ("weights of 16 rays, wrench inside", "cone/certificate/inside", 1e4),
    ("plane beside 16 rays, wrench outside", "cone/certificate/outside", 1e4),
    ("arm of 7 hinges, driven, a step", "joints/arm", 2e4),
    ("chain of 10 hinges, a step", "joints/chain/10", None),
    ("chain of 50 hinges, a step", "joints/chain/50", None),
    ("chain of 100 hinges, a step", "joints/chain/100", 2e5),
]
UNITS = {
    CELL: "sqrt + div, SIMD",
    EXP: "exp + division",
    ROOT: "sqrt → division",
    CLP_INSIDE: "Clp",
    CLP_OUTSIDE: "Clp",
    IN_HAND: "steps of 0.5 ms",
}


def measure(executable, repetitions):
    """Nanoseconds a sample, by benchmark."""
    command = [
        executable,
        "--benchmark_filter=^(cone|floor|joints|step|patch/(distributed/step/0.1ms|reduced|surface|in_hand))/",
        "--benchmark_format=json",
        f"--benchmark_repetitions={repetitions}",
        "--benchmark_enable_random_interleaving=true",
        "--benchmark_min_time=0.05",
    ]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    best = {}
    for entry in json.loads(output)["benchmarks"]:
        if entry["run_type"] == "iteration":
            name, time = entry["run_name"], 1e9 / entry["items_per_second"]
            best[name] = min(time, best.get(name, time))
    best[EXP] = best["floor/exp"] + best["floor/division"]
    for unit in (CLP_INSIDE, CLP_OUTSIDE):
        ways = [time for name, time in best.items() if name.startswith(unit)]
        if ways:  # built with Clp
            best[unit] = min(ways)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=Path("build/release"), help="build folder to measure")
    parser.add_argument("--repetitions", type=int, default=10, help="of each benchmark (default 10)")
    parser.add_argument("--steps", type=int, default=10_000_000, help="of the renderer's worst case (default 10⁷)")
    arguments = parser.parse_args()
    executables = arguments.build.resolve() / "bin"
    best = measure(executables / "stickslip_benchmarks", arguments.repetitions)

    print(f"{'step':<42}{'ns':>8}  {'unit':<17}{'ns':>7}{'ratio':>8}{'at most':>9}")
    for what, name, unit, limit in PROMISES:
        if unit not in best:
            continue
        ratio = best[name] / best[unit]
        mark = "" if ratio <= limit else "  MISSED"
        print(f"{what:<42}{best[name]:>8.1f}  {UNITS[unit]:<17}{best[unit]:>7.1f}{ratio:>8.2f}{limit:>9.1f}{mark}")
    print(f"\n{'time':<46}{'ns':>14}{'aimed at':>12}")
    for what, name, limit in TIMES:
        print(f"{what:<46}{best[name]:>14,.0f}{f'{limit:,.0f}' if limit else '':>12}")
    print()
    promised = {name for _, name, _, _ in PROMISES} | {name for _, name, _ in TIMES}
    for name in sorted(best):
        if name not in promised and name not in UNITS and not name.startswith("floor/"):
            print(f"{name.removeprefix('step/'):<42}{best[name]:>8.1f}")
    sys.stdout.flush()

    print("\nArrays from Python against the same loop in C++:", flush=True)
    environment = {"PYTHONPATH": str(arguments.build.resolve() / "python"), "PATH": "/usr/bin:/bin"}
    script = Path(__file__).resolve().parent / "python_run.py"
    subprocess.run([sys.executable, script, "--cpp", executables / "stickslip_benchmarks"], env=environment, check=True)

    script = Path(__file__).resolve().parent / "contact_report.py"
    command = [sys.executable, script, executables / "stickslip_benchmarks"]
    subprocess.run(command, env={**os.environ, **environment}, check=True)

    print("\nRigid bodies in contact, and the engines that are installed:", flush=True)
    subprocess.run([executables / "world_speed"], check=True)

    print("\nHaptic renderer:", flush=True)
    subprocess.run([executables / "renderer_worst_case", str(arguments.steps)], check=True)


if __name__ == "__main__":
    main()
