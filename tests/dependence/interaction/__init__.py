"""Tests of `secateur.dependence.interaction`."""
