"""Tests of `secateur.evolve.impact`."""
