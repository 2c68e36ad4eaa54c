"""Photos to readings."""
