"""Tests of `secateur.dependence.memory`."""
