"""Tests of `secateur.evolve.behaviour`."""
