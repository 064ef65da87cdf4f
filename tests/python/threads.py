"""Calls on several threads, and calls that Ctrl-C stops."""

import _thread
import threading
import time

import pytest


def results_at_once(call, count=4):
    """What a call returns on each of several threads that begin together."""
    ready, results = threading.Barrier(count), [None] * count

    def work(i):
        ready.wait()
        results[i] = call()

    workers = [threading.Thread(target=work, args=(i,)) for i in range(count)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return results


def assert_others_run_during(call):
    """Python code makes progress in the middle of a long call, which it could not if the call held the interpreter."""
    span, ticks = [], []

    def work():
        span.append(time.perf_counter())
        call()
        span.append(time.perf_counter())

    worker = threading.Thread(target=work)
    worker.start()
    while worker.is_alive():
        ticks.append(time.perf_counter())
    worker.join()
    begin, end = span
    assert sum(begin + 0.2 * (end - begin) < tick < end - 0.2 * (end - begin) for tick in ticks) > 10


def assert_ctrl_c_stops(call):
    """A call that would take much longer ends soon after Ctrl-C."""
    threading.Timer(0.1, _thread.interrupt_main).start()
    begin = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        call()
    assert time.perf_counter() - begin < 2.0
