"""Output formats of a suite: JSON for tools, C and pytest for people who check tests in."""
