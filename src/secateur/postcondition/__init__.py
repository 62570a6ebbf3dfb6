"""Postconditions of locations: states from which everything has been explored (Yi et al., PSE)."""
