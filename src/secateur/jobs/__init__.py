"""The application layer, one module per job: options in, an answer out. Nothing here parses or prints."""
