"""Use cases: print sheets, read photos, score. They join the outer layers."""
