"""Core: what a filled sheet is worth, and what was against the rules."""
