"""What was played, kept in one file in the user's data folder."""
