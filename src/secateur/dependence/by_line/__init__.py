"""Dependences between source lines, as shown by `secateur deps`."""
