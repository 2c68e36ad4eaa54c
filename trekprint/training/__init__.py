"""Makes the number reader's model; imported by nobody, and left out of the wheel."""
