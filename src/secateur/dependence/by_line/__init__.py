"""Which lines of the source depend on which? What `secateur deps` shows."""
