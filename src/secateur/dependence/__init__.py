"""Dependence analysis: static, over the whole program, and dynamic, along one path."""
