"""What depends on what in the whole program? The system dependence graph, and the slices taken of it."""
