"""Free Solo: one climber against Max, who fills the same circles (rules 3)."""

from trekprint.rules.solo.max_climber import (
    Dice,
    MaxReading,
    max_value,
    sheet_of_max,
)

__all__ = ["Dice", "MaxReading", "max_value", "sheet_of_max"]
