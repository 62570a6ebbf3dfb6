"""Tests of `secateur.dependence.control`."""
