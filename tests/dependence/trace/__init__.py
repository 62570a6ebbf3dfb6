"""Tests of `secateur.dependence.trace`."""
