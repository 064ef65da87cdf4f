"""Numbers that have names."""

import enum


class Code(enum.IntEnum):
    """A code, such as the status of a solve: printed by its name, and a number in all else, int() and "{:d}" included."""

    def __str__(self):
        return self.name

    def __format__(self, spec):
        is_number = spec[-1:] in tuple("bcdoxXneEfFgG%")
        return format(int(self), spec) if is_number else format(self.name, spec)
