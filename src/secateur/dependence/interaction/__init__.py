"""Decisions that affect the same result: influence, order and interaction of branch sides."""
