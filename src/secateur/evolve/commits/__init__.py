"""A whole commit: which functions it changes, over all files, and what each of them is compiled with."""
