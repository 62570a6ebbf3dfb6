"""Tests of `secateur.evolve.matching`."""
