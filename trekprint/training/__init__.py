"""Make the number model: data, training, evaluation. Imported by nobody."""
