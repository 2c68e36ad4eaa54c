"""Core: what a sheet is, and where each thing of it lies on the paper."""
