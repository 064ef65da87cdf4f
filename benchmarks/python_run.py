"""Cost of law.run from Python against the same loop in C++: the time for a million samples, and the ratio.

The C++ loop is timed by the program stickslip_benchmarks with the same motion and parameters. Both are
measured in turns, and the best turn of each counts. Times are those of the processor, not of the clock on
the wall: each call runs in one thread and waits for nothing, and other work on the machine then disturbs
the ratio less.
"""

import argparse
import json
import subprocess
import sys
import time

import numpy as np

import stickslip as ss

COUNT = 1_000_000


def motion(dim, amplitude):
    """The motion of the C++ benchmarks, (COUNT,) or (COUNT, dim)."""
    sample, direction = np.arange(COUNT)[:, None], np.arange(dim)
    values = amplitude * np.sin(0.003 * sample + 1.1 * direction)
    return np.ascontiguousarray(values[:, 0] if dim == 1 else values)


def cases():
    """Calls to time, by the name of their twin in C++."""
    lugre = ss.friction.LuGre(sigma0=1e6, sigma1=8e2, sigma2=0.2, mu_c=1.0, mu_s=1.2, v_s=1e-3, gamma=2.0)
    adhesion = ss.friction.Adhesion(z_max=1e-4, map="stick_slide")
    v, x = motion(1, 2e-3), motion(3, 1e-2)
    return {
        f"run/LuGre/1d/{COUNT}": lambda: lugre.run(v, normal_force=1.0, dt=1e-3),
        f"run/Adhesion/stick_slide/3d/{COUNT}": lambda: adhesion.run(x),
    }


def python_times(calls, repetitions):
    """Mean time of each call [s], as the C++ program gives it."""
    times = {}
    for name, call in calls.items():
        begin = time.thread_time()
        for _ in range(repetitions):
            call()
        times[name] = (time.thread_time() - begin) / repetitions
    return times


def cpp_times(program):
    """Time of each C++ loop [s]."""
    command = [program, "--benchmark_filter=^run/", "--benchmark_format=json", "--benchmark_min_time=0.1"]
    try:
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"python_run: cannot run {program}: {error}")
    unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
    results = json.loads(done.stdout)["benchmarks"]
    return {each["name"]: each["cpu_time"] * unit[each["time_unit"]] for each in results}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    program = "build/release/bin/stickslip_benchmarks"
    parser.add_argument("--cpp", default=program, help="the C++ benchmarks [%(default)s]")
    parser.add_argument("--rounds", type=int, default=7, help="turns of both, at least 1 [%(default)s]")
    parser.add_argument("--limit", type=float, help="exit with 1 if a ratio is above this")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")

    calls = cases()
    best_python, best_cpp = {}, {}
    for _ in range(options.rounds):
        for best, times in ((best_cpp, cpp_times(options.cpp)), (best_python, python_times(calls, 5))):
            for name, seconds in times.items():
                best[name] = min(best.get(name, np.inf), seconds)

    missing = [name for name in calls if name not in best_cpp]
    if missing:
        sys.exit(f"python_run: {options.cpp} has no benchmark called {', '.join(missing)}")
    print(f"{'call':<40}{'C++ [ms]':>10}{'Python [ms]':>13}{'ratio':>8}")
    ratios = []
    for name in calls:
        ratios.append(best_python[name] / best_cpp[name])
        print(f"{name:<40}{1e3 * best_cpp[name]:>10.2f}{1e3 * best_python[name]:>13.2f}{ratios[-1]:>8.2f}")
    if options.limit is not None and max(ratios) > options.limit:
        sys.exit(f"python_run: ratio {max(ratios):.2f} is above the limit {options.limit}")


if __name__ == "__main__":
    main()
