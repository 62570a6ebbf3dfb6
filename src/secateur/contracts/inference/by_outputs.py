"""Outputs of which nothing says how large they are: large ones. A small one would only show that it is too small, which
nobody can judge; the answer says how large it was."""

from __future__ import annotations

from collections.abc import Iterator

from secateur.contracts.inference.by_use import ParameterUse, use_of
from secateur.contracts.inference.evidence import Evidence
from secateur.contracts.model import Basis, Clause, Origin, clause
from secateur.ir.ctype import CFloat, CInt, resolved
from secateur.ir.model import GetElement, Int, Load, Operand, Store

LARGE = 64


def by_outputs(evidence: Evidence) -> Iterator[Clause]:
    """Only what is written at places that vary, and not read, as that would be an input, too."""
    use = use_of(evidence)
    for number, parameter in enumerate(evidence.signature.parameters if use is not None else ()):
        if use is not None and parameter.name and _is_plain(use, number) and _is_filled(use, number):
            yield clause(f"size({parameter.name}) >= {LARGE}", Origin(Basis.INFERRED, "nothing: no size is known"))


def _is_plain(use: ParameterUse, number: int) -> bool:
    pointer = use.pointer(number)
    to = None if pointer is None or pointer.to is None else resolved(pointer.to)
    return pointer is not None and not pointer.const and isinstance(to, CInt | CFloat)


def _is_filled(use: ParameterUse, number: int) -> bool:
    flow = use.flow
    varies = False
    for each in flow.instructions:
        if isinstance(each, Load) and flow.local(each.address) is None and number in flow.based(each.address):
            return False
        if isinstance(each, Store) and flow.local(each.address) is None and number in flow.based(each.address):
            varies = varies or not _is_fixed(use, each.address)
    passed = any(number in flow.based(argument) for _, call in flow.calls() for argument in call.arguments)
    return varies and not passed


def _is_fixed(use: ParameterUse, address: Operand) -> bool:
    """`out[3]`, `*out`."""
    made = use.flow.made_by(address)
    if isinstance(made, GetElement):
        return use.is_start(made.base) and all(isinstance(each, Int) for each in made.indices)
    return use.is_start(address)
