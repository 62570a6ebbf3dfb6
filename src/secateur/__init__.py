"""Symbolic execution for C that cuts the paths which cannot tell you anything new."""

__version__ = "0.1.0"
