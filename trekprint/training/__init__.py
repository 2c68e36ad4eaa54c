"""Makes the number reader's model; imported by nobody, and left out of the wheel."""

import os

# PyTorch's threads would spin while they wait for each other, and on a machine that
# does other work as well burn most of the time; it reads this when it is imported.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
os.environ.setdefault("GOMP_SPINCOUNT", "0")
