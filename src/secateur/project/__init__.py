"""A project: what `secateur.toml` says, what was found before, what is known and what is to be ignored."""
