"""Studies: many runs of a scene, with values that vary.

    import stickslip as ss
    res = ss.sweep.run("study.yaml", overrides={"samples": 256})
    print(res["bodies.plate.mass"].mean(), res["slip"][res.ok].max(), res.status)
    print(res.events["slips"].probability, res.correlations["slip"])
    res.to_html("study.html")

run takes the path of a study file or a Study, computes all its runs on all cores, and returns Results: arrays by key,
in the order of the runs. While it computes, progress= gets a SweepProgress. What the runs say together: a Proportion
per event, and per variable a SobolIndex with an Estimate each for first order and total. With strict=True a run that is
not ok raises a RunNotOk, which has what was finished.
"""

from typing import NamedTuple as _NamedTuple

from ._stickslip.sweep import Results, Study, run

__all__ = ["Estimate", "Proportion", "Results", "RunNotOk", "SobolIndex", "Study", "SweepProgress", "run"]


class RunNotOk(RuntimeError):
    """A run of a study is not ok: what run(strict=True) raises. Its results have the runs that were finished."""

    def __init__(self, index, results):
        super().__init__(f"run {index} is {results.status[index]}: {results.reason[index]}")
        self._index, self._results = index, results

    @property
    def index(self):
        """Of the run; the first where several are not ok."""
        return self._index

    @property
    def status(self):
        """Of the run, as Results.status has it."""
        return str(self._results.status[self._index])

    @property
    def results(self):
        """The Results. Runs that were not begun have the status 'not_begun'."""
        return self._results

    def __reduce__(self):
        return type(self), (self._index, self._results)

    def __eq__(self, other):
        if not isinstance(other, RunNotOk):
            return NotImplemented
        return (self._index, self._results) == (other._index, other._results)

    def __hash__(self):
        return hash((self._index, self._results))


class SweepProgress(_NamedTuple):
    """How far a study is."""

    finished: int
    runs: int
    not_ok: int
    seconds: float
    remaining: float


SweepProgress.finished.__doc__ = "how many runs are"
SweepProgress.runs.__doc__ = "how many there are"
SweepProgress.not_ok.__doc__ = "how many of those that are finished"
SweepProgress.seconds.__doc__ = "since the call began [s]"
SweepProgress.remaining.__doc__ = "estimated [s]; infinite until the first run is done"


class Proportion(_NamedTuple):
    """How often an event happened, and between what its probability lies."""

    count: int
    of: int
    probability: float
    low: float
    high: float


Proportion.count.__doc__ = "samples in which it happened"
Proportion.of.__doc__ = "samples in which it is known whether it did"
Proportion.probability.__doc__ = "count / of"
Proportion.low.__doc__ = "end of the interval that has the true probability in 95 % of all studies"
Proportion.high.__doc__ = "its other end"


class Estimate(_NamedTuple):
    """A number that samples allow to estimate."""

    value: float
    low: float
    high: float


Estimate.value.__doc__ = "the best guess"
Estimate.low.__doc__ = "end of the interval that has the true value in 95 % of all studies"
Estimate.high.__doc__ = "its other end"


class SobolIndex(_NamedTuple):
    """How much of an output's variance a variable causes, as a share."""

    first: Estimate
    total: Estimate


SobolIndex.first.__doc__ = "what it causes by itself"
SobolIndex.total.__doc__ = "what it causes by itself and together with others"
