"""Tests of `secateur.dependence.by_line`."""
