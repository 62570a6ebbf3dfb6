"""Tests of `secateur.evolve`."""
