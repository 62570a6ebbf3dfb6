"""What influences what: statically, over the whole program, and on one path."""
