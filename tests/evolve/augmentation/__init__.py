"""Tests of `secateur.evolve.augmentation`."""
