"""Colours, dashes and texts as matplotlib takes them; what figures and scenes share."""

# The light shades of the report.
SHADES = {
    "blue": "#3a6ea5",
    "red": "#d9485f",
    "green": "#1f7a33",
    "yellow": "#a08c14",
    "cyan": "#2f9fc4",
    "purple": "#a3326f",
    "grey": "#8c8c8c",
    "ink": "#1d1d1f",
}
DASHES = {"solid": "-", "dashed": (0, (4, 2.5)), "dotted": (0, (1, 1.6))}


def plain(text):
    """Text in which matplotlib finds no formula."""
    return text.replace("$", r"\$")


def axis_text(label, unit):
    return plain(label if unit in ("1", "") else f"{label} [{unit}]")
