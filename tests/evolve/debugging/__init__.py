"""Tests of `secateur.evolve.debugging`."""
