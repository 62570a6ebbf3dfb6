"""Ways to write a suite down: JSON for tools, C and pytest for people who check tests in."""
