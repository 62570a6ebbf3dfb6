"""Tests of `secateur.dependence.sdg`."""
