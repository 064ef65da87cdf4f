"""Uses objects whose constructor never ran in every way that their classes offer; prints {class: uses} as JSON.

A program of its own: where a use is not refused it may end the process. What is being done then is the last line of
stderr.
"""

import inspect
import json
import sys

from examples import examples
from stickslip import _stickslip

MAKES_IT = ("__init__", "__setstate__")  # what may be called before there is an object


def bound_classes():
    """Every class that C++ binds, whether or not the package shows it."""
    for module in vars(_stickslip).values():
        if inspect.ismodule(module):
            yield from (thing for thing in vars(module).values() if inspect.isclass(thing))


def is_refused(use, *arguments):
    """Whether the call refuses an object that was never initialised. Not where the number of arguments is wrong: that
    is a TypeError too, or NotImplemented. Whatever else happens is an error."""
    try:
        assert use(*arguments) is NotImplemented, f"{use} took an object that was never made"
    except TypeError as error:
        return "never initialised" in str(error)
    return False


def use_all(cls, example):
    def told(what):
        print(cls.__name__, what, file=sys.stderr, flush=True)

    uses = 0
    for name, member in vars(cls).items():
        told(name)
        unmade = cls.__new__(cls)
        if isinstance(member, property):
            assert is_refused(member.fget, unmade), (cls, name)
            assert member.fset is None or is_refused(member.fset, unmade, 0.0), (cls, name)
            uses += 1
        elif callable(member) and not isinstance(member, staticmethod) and name not in MAKES_IT:
            assert is_refused(member, unmade) or is_refused(member, unmade, 0.0), (cls, name)
            uses += 1
    told("as an argument")
    assert is_refused(lambda: example == cls.__new__(cls))
    told("of a subclass that uses itself too early")

    class Early(cls):
        def __init__(self):
            repr(self)

    assert is_refused(Early)
    return uses


def main():
    pairs = examples()
    print(json.dumps({cls.__name__: use_all(cls, pairs[cls][0]) for cls in bound_classes()}))


if __name__ == "__main__":
    main()
