"""Generated tests: what they are, how they are written down, and how they are run natively."""
