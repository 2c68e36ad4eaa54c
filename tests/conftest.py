"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

# No deadline: how long an example takes depends on what else the machine does.
settings.register_profile("trekprint", deadline=None, print_blob=True)
settings.load_profile("trekprint")
