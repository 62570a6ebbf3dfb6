"""States from which a run can continue to either side of a branch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from secateur.expr import Expr

if TYPE_CHECKING:
    from secateur.machine.state import BranchSite, State


class Snapshot:
    """A state just before a branch, from which the run can continue to either side. `mark` is for path analyses: what
    they know about the path up to here."""

    __slots__ = (
        "bounded",
        "condition",
        "counts",
        "depth",
        "frames",
        "mark",
        "memory",
        "merging",
        "origin",
        "returned",
        "serial",
        "site",
        "steps",
        "traced",
        "unportable",
        "wide",
        "wrapping",
    )

    def __init__(self, state: State, condition: Expr | bool, site: BranchSite) -> None:
        frames = state.frames.copy()
        for frame in frames:
            frame.shared = True
        frames[-1] = state.frames[-1].copy()
        state.frames[-1].shared = False
        self.frames = frames
        self.memory = state.memory.fork()
        self.mark: object = None
        self.origin = state
        self.condition = condition
        self.site = site
        self.depth = len(state.branches)
        self.counts = (len(state.inputs), len(state.observations), len(state.output), len(state.notes))
        self.traced = len(state.trace)
        self.bounded = state.bounded.copy()
        self.serial = state.serial
        self.steps = state.steps
        self.returned = state.returned
        self.unportable = state.unportable
        self.wrapping = state.wrapping
        self.merging = state.merging
        self.wide = state.wide

    def restore(self, model: tuple[int, ...]) -> State:
        """A state that continues from here; the snapshot stays usable."""
        origin, (inputs, observations, output, notes) = self.origin, self.counts
        state = origin.fresh(self.memory.fork(), model)
        state.frames = self.frames.copy()
        for frame in state.frames:
            frame.shared = True
        state.frames[-1] = self.frames[-1].copy()
        state.registers = state.frames[-1].registers
        state.branches = origin.branches[: self.depth]
        known = state.known
        for branch in state.branches:
            known[branch.condition] = True
            known[branch.negation] = False
        state.inputs = origin.inputs[:inputs]
        occurrences = state.occurrences
        for each in state.inputs:
            occurrences[each.name] = occurrences.get(each.name, 0) + 1
        state.observations = origin.observations[:observations]
        state.output = origin.output[:output]
        state.notes = origin.notes[:notes]
        state.trace = origin.trace[: self.traced] if origin.machine.traces else []
        if origin.applied:
            state.applied = [(depth, each) for depth, each in origin.applied if depth <= self.depth]
        state.bounded = self.bounded.copy()
        state.serial = self.serial
        state.steps = self.steps
        state.returned = self.returned
        state.result = origin.result if self.returned else None
        state.concrete = origin.concrete
        state.unportable = self.unportable
        state.wrapping = self.wrapping
        state.merging = self.merging
        state.wide = self.wide
        return state
