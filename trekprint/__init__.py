"""Print sheets for the roll-and-write game Trek 12 and score them from a photo."""

__version__ = "0.1.0"
