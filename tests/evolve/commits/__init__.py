"""Tests of `secateur.evolve.commits`."""
