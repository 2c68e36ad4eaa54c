"""Sheet definitions: YAML to `Sheet`, with every problem at its line."""
