"""What a run has found and what is left to do, kept on disk while it runs."""
