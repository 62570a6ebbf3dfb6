"""The program of a trial: it makes objects with the functions of a module, calls functions on them in any order, and
prints what the function under test is given whenever it is entered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from secateur.contracts.inference.by_type import links
from secateur.contracts.inference.trial.values import ALLOCATION, HELPERS, Maker, Pool, named
from secateur.ir.ctype import (
    CEnum,
    CFunctionPointer,
    CInt,
    CPointer,
    CStruct,
    CType,
    CTypedef,
    declaration,
    resolved,
    spelling,
)
from secateur.ir.debuginfo import Parameter, Prototype

ENTERED = "secateur_trial_entered"
COUNT = "#"
#: Calls of a sequence.
CALLS = 60
#: Functions of a trial.
MOST_ACTIONS = 60
_INITIALISER = re.compile(
    r"(?:^|_)(?:init|initialize|initialise|setup|start|begin|reset|open|new|create|make)(?:_|$|\d)|Init"
)

_FINISHER = re.compile(
    r"(?:^|_)(?:final|finish|finalize|finalise|end|close|destroy|free|done|deinit|release|delete|shutdown|dispose)(?:_|$)"
)


#: Functions that take a node out of the object that holds it.
_TAKES_OUT = re.compile(r"(?:^|_)(?:remove|unlink|detach|erase|delete|del|extract)(?:_|$)")


@dataclass(frozen=True, slots=True)
class Module:
    """What a trial knows about the functions of a file. `lengths`: for each function, the parameter that has the number
    of elements of another, or leads to it (`*n`). `ends`: the pointer that another leads to the end of. `freed`: the
    parameters that each function may free. `words`: the numbers that the code compares with. `callees`: functions
    whose address is taken. `stepped`: the members by whose value the code switches. `strings`: members are passed to
    functions that take strings."""

    source: str
    inclusion: str
    functions: Sequence[Prototype]
    lengths: Mapping[str, Mapping[str, str]]
    ends: Mapping[str, Mapping[str, str]]
    freed: Mapping[str, frozenset[int]]
    words: Sequence[int]
    callees: Sequence[str] = ()
    stepped: frozenset[str] = frozenset()
    strings: bool = False


@dataclass(frozen=True, slots=True)
class ModuleTrial:
    """`pooled`: the parameters of the function whose objects come from functions of the module."""

    text: str
    pooled: frozenset[str]


def trial_of(module: Module, target: Prototype, callers: frozenset[str]) -> ModuleTrial | None:
    """None if nothing can be learnt: no parameter is an object that the module makes, and nothing calls the function.

    `callers`: the functions that may call it, directly or not.
    """
    maker = Maker(_pools(module), module.strings)
    pooled = frozenset(p.name for p in target.parameters if maker.pool_of(p.type) is not None)
    if not pooled and not callers:
        return None
    relevant = [each for each in module.functions if _is_relevant(each, target, maker, callers)]
    actions = [(each, lines) for each in relevant for lines in _actions(module, each, target, maker)]
    actions = actions[:MOST_ACTIONS]
    if not actions:
        return None
    lines = [
        ALLOCATION,
        module.inclusion,
        f"static const long trial_words[] = {{{', '.join(f'{word}L' for word in module.words)}}};",
        HELPERS,
        "static int trial_direct;",
        *(line for pool in maker.pools.values() for line in pool.lines),
        *_entered(target, module.callees),
        *_states(target, maker),
        *_made(target, maker),
        *maker.stub_lines,
        *_main(actions, list(maker.pools.values())),
    ]
    return ModuleTrial("\n".join(lines), pooled)


def is_initialiser(function: Prototype, parameter: Parameter) -> bool:
    """Does a function fill the object that it is given? Those of C are named so."""
    first = next((p for p in function.parameters if isinstance(resolved(p.type), CPointer)), None)
    is_written = isinstance(resolved(parameter.type), CPointer) and not resolved(parameter.type).const  # type: ignore[union-attr]
    return parameter is first and is_written and _INITIALISER.search(function.name) is not None


def struct_of(kind: CType) -> CStruct | None:
    """The structure that a pointer leads to, if it has a name, or a type that has."""
    target = resolved(kind)
    to = target.to if isinstance(target, CPointer) else None
    struct = None if to is None else resolved(to)
    return struct if isinstance(struct, CStruct) and to is not None and named(to) else None


def _pools(module: Module) -> dict[str, Pool]:
    """A pool for each type that some function makes."""
    found: dict[str, Pool] = {}
    arrays = set(_arrays(module))
    for function in module.functions:
        for parameter in function.parameters:
            struct = struct_of(parameter.type)
            if struct is not None and struct.complete and is_initialiser(function, parameter):
                _add(found, parameter.type, struct)
        result = function.result
        if result is None:
            continue
        struct = struct_of(result)
        value = resolved(result)
        if struct is not None:
            _add(found, result, struct)
        elif isinstance(result, CTypedef) and isinstance(value, CPointer):
            found.setdefault(spelling(result), Pool(len(found), result, None))
        elif isinstance(value, CStruct) and named(result):
            _add(found, CPointer(result), value)
    for key in [key for key, pool in found.items() if pool.is_recursive and not _has_maker(module, key)]:
        found[key] = replace(found[key], zeroed=True)
    for key, kind, struct in _machines(module):
        found.setdefault(key, Pool(len(found), kind, struct, zeroed=True))
    return {key: pool for key, pool in found.items() if key not in arrays}


def _has_maker(module: Module, key: str) -> bool:
    """Does some function return such an object without being given one, or something that may hold one?"""
    for function in module.functions:
        target = None if function.result is None else resolved(function.result)
        is_made = isinstance(target, CPointer) and f"{named(target.to)} *" == key
        if is_made and not any(struct_of(parameter.type) for parameter in function.parameters):
            return True
    return False


def _machines(module: Module) -> Iterator[tuple[str, CType, CStruct]]:
    """State machines that nothing initialises: by convention, all zeros are their first state."""
    for function in module.functions:
        for parameter in function.parameters:
            struct, target = struct_of(parameter.type), resolved(parameter.type)
            if struct is None or not isinstance(target, CPointer) or not struct.complete:
                continue
            is_plain = not any(isinstance(resolved(each.type), CPointer) for each in struct.fields)
            if is_plain and not target.const and any(each.name in module.stepped for each in struct.fields):
                yield f"{named(target.to)} *", CPointer(target.to), struct


def _add(found: dict[str, Pool], pointer: CType, struct: CStruct) -> None:
    target = resolved(pointer)
    assert isinstance(target, CPointer)
    assert target.to is not None
    found.setdefault(f"{named(target.to)} *", Pool(len(found), CPointer(target.to), struct))


def _arrays(module: Module) -> Iterator[str]:
    """Structures that come in arrays: one of them is not an object of its own."""
    for function in module.functions:
        lengths = module.lengths.get(function.name, {})
        for parameter in function.parameters:
            target = resolved(parameter.type)
            if struct_of(parameter.type) is not None and isinstance(target, CPointer) and parameter.name in lengths:
                yield f"{named(target.to)} *"


def _is_relevant(function: Prototype, target: Prototype, maker: Maker, callers: frozenset[str]) -> bool:
    if function.variadic or function.name == "main":
        return False
    if function.name in callers or function.name == target.name:
        return True
    kinds = [p.type for p in function.parameters] + ([] if function.result is None else [function.result])
    wanted = {id(pool) for p in target.parameters if (pool := maker.pool_of(p.type)) is not None}
    pools = {id(pool) for kind in kinds for pool in [maker.pool_of(kind) or _by_value(kind, maker)] if pool is not None}
    return bool(pools & wanted) or (bool(pools) and bool(wanted))


def _by_value(kind: CType, maker: Maker) -> Pool | None:
    return maker.pools.get(f"{named(kind)} *") if isinstance(resolved(kind), CStruct) else None


def _actions(module: Module, function: Prototype, target: Prototype, maker: Maker) -> Iterator[list[str]]:
    """Statements that call a function; an initialiser is also called for an object that exists."""
    fresh = [p.name for p in function.parameters if is_initialiser(function, p) and struct_of(p.type) is not None]
    made = _call(module, function, target, maker, frozenset(fresh))
    if made is not None:
        yield made


def _call(
    module: Module, function: Prototype, target: Prototype, maker: Maker, fresh: frozenset[str]
) -> list[str] | None:
    lengths, ends = module.lengths.get(function.name, {}), module.ends.get(function.name, {})
    names = {p.name: f"a{n}" for n, p in enumerate(function.parameters)}
    names |= {f"*{p.name}": f"(*a{n})" for n, p in enumerate(function.parameters)}
    counts = {each.lstrip("*") for each in lengths.values()}
    lines: list[str] = []
    order = sorted(function.parameters, key=lambda p: (p.name not in counts, p.name in ends))
    order.sort(key=lambda p: _member_of(function, p, maker) is not None)  # after what holds it
    for parameter in order:
        name = names[parameter.name]
        if f"*{parameter.name}" in lengths.values():
            lines.append(f"{declaration(parameter.type, name)} = malloc(sizeof *{name});")
            lines.append(f"*{name} = trial_length();")
        elif parameter.name in counts:
            lines.append(f"{declaration(parameter.type, name)} = trial_length();")
        elif parameter.name in ends:
            start = names[ends[parameter.name]]
            step = f"secateur_extent({start}) / sizeof *{start}"
            lines.append(f"{declaration(parameter.type, name)} = {start} + trial_below({step} + 1);")
        elif (member := _member_of(function, parameter, maker)) is not None:
            lines += _taken(name, parameter.type, *member, names)
        else:
            length = names.get(lengths.get(parameter.name, ""), "")
            made = maker.statements(name, parameter.type, length, parameter.name in fresh)
            if made is None:
                return None
            lines += made
            if _is_held(function, parameter.type):  # a node, not an empty list
                lines.append(f"if (!{name}) {name} = calloc(1, sizeof *{name});")
    if function.name == target.name:
        lines.append("trial_direct = 1;")
    call = f"{function.name}({', '.join(names[p.name] for p in function.parameters)})"
    lines += _after(module, function, maker, names, fresh, call)
    return lines


def _member_of(function: Prototype, parameter: Parameter, maker: Maker) -> tuple[str, str, str] | None:
    """For a node that a function takes out: the parameter that holds it, its member, and the link of nodes."""
    struct = struct_of(parameter.type)
    own = [] if struct is None else links(struct)
    if not own or not _TAKES_OUT.search(function.name):
        return None
    link = next((each for each in own if "next" in each), own[0])
    for other in function.parameters:
        holder = struct_of(other.type)
        for member in holder.fields if holder is not None and holder != struct and maker.pool_of(other.type) else ():
            kind = resolved(member.type)
            if isinstance(kind, CPointer) and kind.to is not None and resolved(kind.to) == struct:
                return other.name, member.name, link
    return None


def _is_held(function: Prototype, kind: CType) -> bool:
    """Is it a node, and does the function take an object that holds nodes? Then it is, or may be, one of these."""
    struct = struct_of(kind)
    if struct is None or not links(struct):
        return False
    holders = (struct_of(each.type) for each in function.parameters)
    kinds = [resolved(member.type) for each in holders if each is not None and each != struct for member in each.fields]
    return any(isinstance(each, CPointer) and each.to is not None and resolved(each.to) == struct for each in kinds)


def _taken(name: str, kind: CType, holder: str, member: str, link: str, names: Mapping[str, str]) -> Iterator[str]:
    """One of the nodes that an object holds."""
    yield f"{declaration(kind, name)} = {names[holder]}->{member};"
    yield f"if (!{name}) break;"
    yield f"for (unsigned long i = trial_below(6); i && {name}->{link}; i--) {name} = {name}->{link};"


def _after(
    module: Module, function: Prototype, maker: Maker, names: Mapping[str, str], fresh: frozenset[str], call: str
) -> Iterator[str]:
    """The call, and what happens to the objects."""
    result = function.result
    pool = None if result is None else maker.pool_of(result)
    value = None if result is None else _by_value(result, maker)
    if result is not None and (pool or value):
        yield f"{declaration(result, 'result')} = {call};"
    else:
        yield f"{call};"
    for number, parameter in enumerate(function.parameters):
        own = maker.pool_of(parameter.type)
        if own is not None and parameter.name in fresh:
            yield f"if ({_is_filled(own, names[parameter.name])}) {{"
            yield f"    trial_keep_{own.number}({names[parameter.name]});"
            yield f"    trial_made_{own.number}({names[parameter.name]});"
            yield "}"
        elif own is not None and (number in module.freed.get(function.name, ()) or _FINISHER.search(function.name)):
            yield f"trial_drop_{own.number}({names[parameter.name]});"
        elif own is not None and _is_held(function, parameter.type):
            yield f"trial_drop_{own.number}({names[parameter.name]});"  # it may be in a list now
    if pool is not None and result is not None and not _is_held(function, result):
        yield f"trial_keep_{pool.number}(({spelling(pool.type)})result);"
    elif value is not None:
        yield f"trial_keep_{value.number}(__builtin_memcpy(malloc(sizeof result), &result, sizeof result));"


def _is_filled(pool: Pool, name: str) -> str:
    """Has an initialiser written all pointers and numbers?"""
    assert pool.element is not None
    parts = []
    for member in pool.element.fields:
        kind = resolved(member.type)
        if isinstance(kind, CPointer) or (
            isinstance(kind, CInt) and member.bit_width is None and member.name and kind.size == 8
        ):
            parts.append(f"(unsigned long){name}->{member.name} != 0x5a5a5a5a5a5a5a5aUL")
    return " && ".join(parts) or "1"


def _makes(lines: Sequence[str]) -> bool:
    return any("trial_keep_" in line for line in lines)


def _main(actions: Sequence[tuple[Prototype, list[str]]], pools: Sequence[Pool]) -> Iterator[str]:
    """Half of the runs leave some functions out: one that was called in a wrong way ends a run."""
    yield "int main(void)"
    yield "{"
    yield '    trial_state = (unsigned long)secateur_i32("seed") * 2654435761UL + 99991;'
    yield "    trial_most = 1 + trial_below(4);"
    for pool in pools:
        if pool.zeroed and not pool.is_recursive:
            yield f"    trial_keep_{pool.number}(calloc(1, sizeof *trial_pool_{pool.number}[0]));"
    makers = sum(1 << number for number, (_, lines) in enumerate(actions) if _makes(lines))
    yield "    unsigned long which = 0, again = 0;"
    yield f"    unsigned long chosen = trial_below(2) ? -1UL : (trial_any() ^ trial_any() << 31) | {makers}UL;"
    yield f"    for (int round = 0; round < {CALLS}; round++) {{"
    yield "        if (again == 0) {"
    yield f"            which = trial_below({len(actions)});"
    yield "            again = trial_below(6) ? 1 : trial_below(24);"
    yield "        }"
    yield "        again -= again > 0;"
    yield "        if (!(chosen >> which & 1)) { again = 0; continue; }"
    yield "        switch (which) {"
    for number, (_, lines) in enumerate(actions):
        yield f"        case {number}: {{"
        yield from (f"            {line}" for line in lines)
        yield "            break;"
        yield "        }"
    yield "        }"
    yield "        trial_states();"
    yield "    }"
    yield "    return 0;"
    yield "}"


# --- what is printed


def _entered(target: Prototype, callees: Sequence[str]) -> Iterator[str]:
    yield 'static void trial_int(const char *name, long value) { printf(" %s=%ld", name, value); }'
    yield "static void trial_pointer(const char *name, const void *p, unsigned long size)"
    yield "{"
    yield "    unsigned long extent = p ? secateur_extent(p) : 0, ended = 0;"
    yield "    unsigned long last = size == 1 && extent && !((const char *)p)[extent - 1];"
    yield "    for (unsigned long i = 0; size == 1 && i < extent && i < 64 && !ended; i++)"
    yield "        ended = ((const char *)p)[i] == 0;"
    yield '    printf(" %s=%lu:%lu:%lu:%lu:%lu", name, (unsigned long)p, extent, size, ended, last);'
    yield "}"
    yield "static void trial_callee(const char *name, void (*f)(void))"
    yield "{"
    yield '    printf(" %s@%s", name, f == 0 ? "0"'
    yield from (f'        : f == (void (*)(void)){each} ? "{each}"' for each in callees)
    yield '        : "any");'
    yield "}"
    parameters = ", ".join(declaration(p.type, p.name) for p in target.parameters) or "void"
    yield f"void {ENTERED}({parameters})"
    yield "{"
    yield '    printf("entered %d", trial_direct);'
    yield "    trial_direct = 0;"
    for parameter in target.parameters:
        yield from _shown(parameter.name, parameter.type, 0)
    yield '    printf("\\n");'
    yield "}"


def _made(target: Prototype, maker: Maker) -> Iterator[str]:
    """Prints an object that was just initialised."""
    for pool in maker.pools.values():
        yield f"static void trial_made_{pool.number}({declaration(pool.type, 'made')})"
        yield "{"
        for parameter in target.parameters:
            if maker.pool_of(parameter.type) is pool and pool.element is not None:
                yield f"    {declaration(pool.type, parameter.name)} = made;"
                yield '    printf("entered 2");'
                yield from _shown(parameter.name, pool.type, 0)
                yield '    printf("\\n");'
                break
        yield "}"


def _states(target: Prototype, maker: Maker) -> Iterator[str]:
    """Prints an object between two calls: a function that others may call must be ready for it."""
    yield "static void trial_states(void)"
    yield "{"
    for parameter in target.parameters if not target.static else ():
        pool = maker.pool_of(parameter.type)
        if pool is not None and pool.element is not None and not pool.is_recursive:
            yield f"    if (trial_size_{pool.number}) {{"
            chosen = f"trial_pool_{pool.number}[trial_below(trial_size_{pool.number})]"
            yield f"        {declaration(pool.type, parameter.name)} = {chosen};"
            yield '        printf("entered 1");'
            yield from _shown(parameter.name, pool.type, 0)
            yield '        printf("\\n");'
            yield "    }"
    yield "}"


def _shown(name: str, kind: CType, depth: int, around: tuple[str, ...] = ()) -> Iterator[str]:
    """Prints a value, and the members of what it leads to; not of the same structure again."""
    target = resolved(kind)
    match target:
        case CInt() | CEnum():
            yield f'trial_int("{name}", (long){name});'
        case CFunctionPointer() if depth > 0:
            yield f'trial_callee("{name}", (void (*)(void)){name});'
        case CPointer():
            to = None if target.to is None else resolved(target.to)
            size = "1" if to is None or (isinstance(to, CStruct) and not to.complete) else f"sizeof *{name}"
            yield f'trial_pointer("{name}", (const void *){name}, {size});'
            if isinstance(to, CStruct) and to.complete and depth < 2 and named(target.to) and not links(to):
                yield f"if ({name} && secateur_extent({name}) >= sizeof *{name}) {{"
                yield from _members(f"{name}->", to, depth + 1, (*around, named(target.to)))
                yield "}"
            elif isinstance(to, CStruct) and to.complete and depth > 0 and named(target.to):
                yield from _counted_nodes(name, to)
        case CStruct() if depth > 0:
            yield from _members(f"{name}.", target, depth, around)


def _counted_nodes(name: str, struct: CStruct) -> Iterator[str]:
    """Prints how many nodes follow each other, as `head#next#2`: the link, and how many links a node has."""
    own = links(struct)
    link = next((each for each in own if "next" in each), own[0])
    yield "{"
    yield f"    const __typeof__(*{name}) *node = {name};"
    yield "    unsigned long count = 0;"
    yield f"    for (; count < 64 && node && secateur_extent(node) >= sizeof *node; node = node->{link}) count++;"
    yield f'    trial_int("{name}{COUNT}{link}{COUNT}{len(own)}", (long)count);'
    yield "}"


def _members(prefix: str, struct: CStruct, depth: int, around: tuple[str, ...]) -> Iterator[str]:
    if struct.tag == "union":
        return
    for member in struct.fields:
        if member.name:
            yield from _shown(prefix + member.name, member.type, depth, around)
