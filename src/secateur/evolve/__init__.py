"""Two versions of a program: how their outputs differ, and why."""
