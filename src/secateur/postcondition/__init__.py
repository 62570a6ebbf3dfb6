"""Postconditions of locations: which states have had everything behind them explored (paper 001)."""
