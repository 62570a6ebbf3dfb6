"""Generated tests: what they are, how they are written, and how they are run natively."""
