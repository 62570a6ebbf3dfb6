"""The system dependence graph of a whole program, and its slices."""
