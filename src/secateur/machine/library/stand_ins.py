"""What stand-ins of functions without a body use (`--external havoc`, `secateur/harness/stand_ins.c`)."""

from __future__ import annotations

import re
from typing import Any

from secateur import expr
from secateur.assumption import WRITES_NOTHING, AssumptionKind
from secateur.expr import Expr
from secateur.machine.compiler import CallSite
from secateur.machine.library.builtin import Builtin
from secateur.machine.library.text import read_string
from secateur.machine.memory import Object, Region, Shape
from secateur.machine.resolve import place as concrete_place
from secateur.machine.state import State
from secateur.provided.scalars import SCALARS

#: The name of streams whose output nobody sees.
UNSEEN = "__secateur_unseen"

_WORD = re.compile(r"(.*):(?:(\d+)|(\w+?)(?:\[(\d+)\])?)")


def stand_in(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`secateur_stand_in(function, silent)`: from here on, the path rests on what we think that the function does.
    `silent`: that it writes nothing through its pointers."""
    name = read_string(state, arguments[0], site).decode()
    call = state.frames[-1].call
    state.rest_on(AssumptionKind.STAND_IN, name, WRITES_NOTHING if arguments[1] else "")
    place = call if call is not None else site
    text = f"a stand-in was called instead of '{name}'"
    state.note(text, place, stand_in=name, may_write=bool(arguments[1]))


def bounded(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`secateur_bounded(name, unit, most, size)`: of `size` bytes or characters, at most `most` are provided."""
    name, unit = (read_string(state, each, site).decode() for each in arguments[:2])
    most, size = arguments[2:]
    most = state.choose(most, site) if isinstance(most, Expr) else most
    if isinstance(size, Expr) or expr.unsigned(size, 64) > most:
        state.rest_on(AssumptionKind.SIZE, name, f"{unit}:{most}")


def written_bytes(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`secateur_havoc_bytes(to, size, count, most, name)`: writes the first `count` of `most` new bytes, where `size`
    bytes could be written. There is one path for every `count`: a byte is new or stays."""
    to, size, count, most, label = arguments
    name = read_string(state, label, site).decode()
    start = concrete_place(state, to, 0, site)
    most = state.choose(most, site) if isinstance(most, Expr) else most
    target = state.memory.owned(state.machine.accessor.target(state, start, size, site, writing=True))
    number = min(most, size) if isinstance(size, int) else most
    made = state.new_object(name, [(f"[{i}]", 8, "unsigned") for i in range(number)])
    for offset, new in enumerate(made[: _room(target, start, number)]):
        is_new = expr.ult(offset, count, 64)
        if is_new is False:
            break
        if is_new is not True:
            old = state.machine.accessor.defined(state, target, start + offset, 1)
            assert not isinstance(new, float)
            assert not isinstance(old, float)
            new = expr.ite(is_new, new, old, 8)  # noqa: PLW2901
        target.write(start + offset, 1, new)


def written_text(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`secateur_put_text(to, size, text, count, most)`: writes the first `count` of the `most` characters of a text and
    a 0 after them, where `size` bytes could be written. Other bytes stay. There is one path for every `count`."""
    to, size, text, count, most = arguments
    start, source = concrete_place(state, to, 0, site), concrete_place(state, text, 0, site)
    most = state.choose(most, site) if isinstance(most, Expr) else most
    accessor = state.machine.accessor
    target = state.memory.owned(accessor.target(state, start, size, site, writing=True))
    origin = accessor.target(state, source, most, site)
    for offset in range(_room(target, start, most + 1)):
        if expr.ult(count, offset, 64) is True:
            break
        new = origin.read(source + offset, 1) if offset < most else 0
        ended = accessor.defined(state, target, start + offset, 1) if expr.eq(count, offset, 64) is not True else 0
        assert new is not None
        assert not isinstance(new, float)
        assert not isinstance(ended, float)
        ended = expr.ite(expr.eq(count, offset, 64), 0, ended, 8)
        target.write(start + offset, 1, expr.ite(expr.ult(offset, count, 64), new, ended, 8))


def _room(target: Object, start: int, number: int) -> int:
    return min(number, target.size - (start - target.start)) if isinstance(target.size, int) else number


def written_object(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`secateur_havoc_object(to, size, layout, name)`: new values of the kinds that the layout has."""
    to, size, layout, label = arguments
    name = read_string(state, label, site).decode()
    start = concrete_place(state, to, size, site)
    target = state.memory.owned(state.machine.accessor.target(state, start, size, site, writing=True))
    leaves, offset = [], 0
    for word in read_string(state, layout, site).decode().split():
        for suffix, kind in _scalars(word):
            width, variable = (SCALARS[kind].width, SCALARS[kind].variable) if kind else (8, "")
            leaves.append((offset, suffix, width, variable))
            offset += (width + 7) // 8
    made = state.new_object(name, [(suffix, width, kind) for _, suffix, width, kind in leaves])
    for (where, _, width, _), value in zip(leaves, made, strict=True):
        bits = expr.zext(value, 1, 8) if width == 1 and not isinstance(value, float) else value
        target.write(start + where, (width + 7) // 8, bits)


def _scalars(word: str) -> list[tuple[str, str]]:
    """The names and kinds of the scalars that a word of a layout describes; bytes that are 0 have no kind."""
    match = _WORD.fullmatch(word)
    assert match is not None
    name, zeros, kind, count = match.groups()
    suffix = f".{name}" if name and name[0] != "[" else name
    if zeros is not None:
        return [("", "")] * int(zeros)
    if count is None:
        return [(suffix, kind)]
    return [(f"{suffix}[{index}]", kind) for index in range(int(count))]


def memory(state: State, arguments: tuple[Any, ...], site: CallSite) -> int:
    """`secateur_havoc_memory(size)`: a new block, all 0."""
    size = state.choose(arguments[0], site) if isinstance(arguments[0], Expr) else arguments[0]
    made = state.memory.allocate(size, Shape(Region.HEAP, "malloc"))
    made.reset(0)
    return made.start


def stream(state: State, arguments: tuple[Any, ...], site: CallSite) -> int:
    return state.memory.allocate(1, Shape(Region.HEAP, UNSEEN)).start


BUILTINS: dict[str, Builtin] = {
    "secateur_stand_in": stand_in,
    "secateur_bounded": bounded,
    "secateur_havoc_bytes": written_bytes,
    "secateur_put_text": written_text,
    "secateur_havoc_object": written_object,
    "secateur_havoc_memory": memory,
    "secateur_havoc_stream": stream,
}
