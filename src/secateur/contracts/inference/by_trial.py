"""What the functions of a module bring about: see `trial`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from pathlib import Path

from secateur.contracts.inference.by_extent import STRINGS
from secateur.contracts.inference.evidence import Evidence
from secateur.contracts.inference.trial.facts import Hints, facts
from secateur.contracts.inference.trial.program import Module, is_initialiser, struct_of, trial_of
from secateur.contracts.inference.trial.run import entries
from secateur.contracts.meaning import meaning_of
from secateur.contracts.model import Basis, Clause, Origin, clause
from secateur.contracts.places import root_of
from secateur.contracts.terms import Named
from secateur.errors import SecateurError
from secateur.ir.ctype import CArray, CEnum, CInt, CPointer, CStruct, CType, resolved
from secateur.ir.model import Binary, Call, Compare, Int, Store, Switch, Symbol

Rule = Callable[[Evidence], Iterable[Clause]]

#: Beyond these, numbers say nothing about sizes or states.
_LARGEST = 1 << 31
_MEMBER = re.compile(r"(?:->|\.)(\w+)\b(?!\s*\()")
_VARIABLE = re.compile(r"(?<![\w.>])([a-z_]\w*)\b(?!\s*(?:\(|->|\.))")
_OPERATOR = re.compile(r"(?<![<>])[<>](?![<>])|[=!]=|%| - ")
_COMPARED = re.compile(r"(?:->|\.)(\w+)\s*(?:[<>]=?|[=!]=)\s*(\w+)\b")
_STEPPED = re.compile(r"\bswitch\s*\([^;{]*?(?:->|\.)(\w+)\s*\)")
_MACRO = re.compile(r"^\s*#\s*define\s+(\w+)\s+\(?(\d+)\)?\s*$", re.MULTILINE)


def by_trial(evidence: Evidence, rules: Iterable[Rule]) -> Iterator[Clause]:
    """`rules` say what arguments the functions of the module take."""
    if evidence.source.suffix != ".c" or evidence.compiling is None or evidence.is_large:
        return
    module = _module(evidence, tuple(rules))
    trial = trial_of(module, evidence.signature, evidence.flows.callers_of(evidence.function))
    if trial is None:
        return
    try:
        met = entries(trial, evidence.function, evidence.sources, evidence.source, evidence.compiling)
    except SecateurError:
        return  # made-up calls need not compile
    origin = Origin(Basis.INFERRED, f"{len(met)} calls in trials of the module")
    signed = frozenset(_signed(evidence))
    pointers = {p.name for p in evidence.signature.parameters if isinstance(resolved(p.type), CPointer)}
    names = frozenset(pointers | set(module.lengths[evidence.function].values()))
    hints = Hints(_related(evidence), _limits(evidence), dict(_enums(evidence)), signed, names)
    fresh = {p.name for p in evidence.signature.parameters if is_initialiser(evidence.signature, p)}
    for text in facts(met, trial.pooled - fresh, hints):
        part = clause(text, origin)
        if not {root_of(name) for _, name in part.topics} & fresh:
            yield part


def _module(evidence: Evidence, rules: tuple[Rule, ...]) -> Module:
    functions = [evidence.info.signature(each.name) for each in evidence.info.functions() if each.line]
    lengths: dict[str, dict[str, str]] = {}
    ends: dict[str, dict[str, str]] = {}
    for function in functions:
        meaning = meaning_of([part for rule in rules for part in rule(evidence.of(function))])
        names = {p.name for p in function.parameters}
        lengths[function.name] = {
            pointer: size.needed.name
            for pointer, size in meaning.sizes.items()
            if isinstance(size.needed, Named) and size.needed.name.removeprefix("*") in names and pointer in names
        }
        ends[function.name] = {end: base for end, base in meaning.inside.items() if end in names and base in names}
    inclusion = f'#define main secateur_trial_main\n#include "{evidence.source}"\n#undef main'
    freed = evidence.flows.freed
    stepped = frozenset(_STEPPED.findall(evidence.text))
    return Module(
        str(evidence.source),
        inclusion,
        functions,
        lengths,
        ends,
        freed,
        _words(evidence),
        _callees(evidence),
        stepped,
        _has_strings(evidence),
    )


def _has_strings(evidence: Evidence) -> bool:
    """Is a member passed to a function that takes a string?"""
    return any(
        flow.reached(call.arguments[number])
        for flow in evidence.flows.by_name.values()
        for callee, call in flow.calls()
        for number in STRINGS.get(callee, ())
        if number < len(call.arguments)
    )


def _callees(evidence: Evidence) -> list[str]:
    """The functions whose address is stored or passed, and that the text names."""
    found: dict[str, None] = {}
    for flow in evidence.flows.by_name.values():
        for each in flow.instructions:
            operands = (each.value,) if isinstance(each, Store) else each.arguments if isinstance(each, Call) else ()
            names = (operand.name for operand in operands if isinstance(operand, Symbol))
            found |= dict.fromkeys(name for name in names if name in evidence.program.functions)
    return [name for name in found if name.isidentifier() and not name.startswith("llvm")]


def _words(evidence: Evidence) -> list[int]:
    """The numbers that the code compares with, and their neighbours; the sizes of arrays."""
    found = {0, 1}
    for flow in evidence.flows.by_name.values():
        for each in flow.instructions:
            if isinstance(each, Compare | Binary):
                found |= {side.value for side in (each.left, each.right) if isinstance(side, Int)}
        for block in flow.function.body.blocks.values():
            if isinstance(block.terminator, Switch):
                found |= {value for value, _ in block.terminator.cases}
    found |= {int(number) for number in re.findall(r"\[(\d+) x ", evidence.modules[0])}
    near = {each + step for each in found for step in (-1, 0, 1)}
    return sorted(each for each in near if -_LARGEST <= each < _LARGEST)


def _related(evidence: Evidence) -> frozenset[frozenset[str]]:
    """Members that are compared with each other, or whose difference or remainder is computed; in what the function
    runs, also members and variables."""
    own = _own_text(evidence)
    members = (frozenset(pair) for part in _parts(evidence.all_text) for pair in combinations(_members(part), 2))
    mixed = (
        frozenset((member, word))
        for part in _parts(own)
        for member in _members(part)
        for word in _VARIABLE.findall(part)
    )
    return frozenset((*members, *mixed))


def _parts(text: str) -> Iterator[str]:
    """Pieces of expressions with an operator that relates its operands."""
    for line in text.splitlines():
        for part in re.split(r"[&|;,?:{}]", line):
            if _OPERATOR.search(part.replace("->", ".")):
                yield part


def _members(part: str) -> list[str]:
    return sorted(set(_MEMBER.findall(part)))


def _own_text(evidence: Evidence) -> str:
    """The lines of the function and of those that it calls."""
    wanted = {evidence.function, *evidence.flows.called_by(evidence.function)}
    functions = evidence.info.functions()
    texts = []
    for number, each in enumerate(functions):
        path = Path(each.file)
        if each.name in wanted and path.is_file():
            after = [
                other.line for other in functions[number + 1 :] if other.file == each.file and other.line > each.line
            ]
            lines = path.read_text(errors="replace").splitlines()
            texts += lines[each.line - 1 : min(after, default=len(lines) + 1) - 1]
    return "\n".join(texts)


def _limits(evidence: Evidence) -> dict[str, frozenset[int]]:
    """By member, the numbers that it is compared with and the sizes of arrays beside it."""
    found: dict[str, set[int]] = {}
    defined = {name: int(number) for name, number in _MACRO.findall(evidence.text)}
    for member, word in _COMPARED.findall(evidence.all_text):
        number = int(word) if word.isdigit() else defined.get(word)
        if number is not None and number > 1:
            found.setdefault(member, set()).add(number)
    for parameter in evidence.signature.parameters:
        struct = struct_of(parameter.type)
        kinds = [] if struct is None else [(each.name, resolved(each.type)) for each in struct.fields]
        arrays = {kind.count for _, kind in kinds if isinstance(kind, CArray) and kind.count}
        for name, _ in kinds:
            found.setdefault(name, set()).update(arrays)
    return {name: frozenset(numbers) for name, numbers in found.items()}


def _signed(evidence: Evidence) -> Iterator[str]:
    for parameter in evidence.signature.parameters:
        struct = struct_of(parameter.type)
        for member in () if struct is None else struct.fields:
            kind = resolved(member.type)
            if isinstance(kind, CInt) and kind.signed and kind.size >= 4:
                yield f"{parameter.name}->{member.name}"


def _enums(evidence: Evidence) -> Iterator[tuple[str, dict[int, str]]]:
    for parameter in evidence.signature.parameters:
        yield from _enums_in(parameter.name, parameter.type, 0)


def _enums_in(name: str, kind: CType, depth: int) -> Iterator[tuple[str, dict[int, str]]]:
    target = resolved(kind)
    if isinstance(target, CEnum):
        yield name, {value: word for word, value in target.values}
    to = resolved(target.to) if isinstance(target, CPointer) and target.to is not None and depth < 2 else None
    for member in to.fields if isinstance(to, CStruct) else ():
        yield from _enums_in(f"{name}->{member.name}", member.type, depth + 1)
