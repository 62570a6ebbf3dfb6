"""Satisfiability of sets of conditions, with models: caches and repair first, then bitwuzla or z3."""

from secateur.solver.answer import Answer, Model, Sat, Unknown, Unsat
from secateur.solver.backend import Backend, bounded, by_name
from secateur.solver.effort import LAST_RESORT, STEPS
from secateur.solver.solver import Solver, Stage, Stats, default_stages, order_free_stages

__all__ = [
    "LAST_RESORT",
    "STEPS",
    "Answer",
    "Backend",
    "Model",
    "Sat",
    "Solver",
    "Stage",
    "Stats",
    "Unknown",
    "Unsat",
    "bounded",
    "by_name",
    "default_stages",
    "order_free_stages",
]
