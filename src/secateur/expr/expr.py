"""The expression node, and the table that makes structural equality identity.

An `Expr` stands for a bit-vector of `width` bits that depends on at least one variable; constants are plain
Python numbers (`bool` at width 1, else an `int` in signed two's complement). Nodes are created only by
`variable` and, underneath the simplifying constructors, by the `intern` functions. The table holds weak
references: an expression lives as long as it is referenced.

`key` is a structural hash built from numbers only, so it is the same in every process. Order by it, never by
`hash` or `id`: those would make results depend on addresses.
"""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Callable
from typing import Any, TypeAlias
from zlib import crc32


class Expr:
    """One node of a hash-consed expression. Compare with `is`.

    `args` holds `Expr`s and constants (and for "var" the variable's index, for "extract" the lowest bit).
    `variables` is the bit mask of the variable indices below this node. `name` and `kind` exist on variables
    only. The other slots are invisible caches: the value under the last model, the compiled evaluator, the
    signed range.
    """

    __slots__ = (
        "__weakref__",
        "args",
        "bounds",
        "compiled",
        "evaluations",
        "key",
        "kind",
        "model",
        "name",
        "op",
        "value",
        "variables",
        "width",
    )

    op: str
    args: tuple[Any, ...]
    width: int
    variables: int
    key: int
    name: str
    kind: str
    model: object
    value: int
    compiled: Callable[[tuple[int, ...]], int] | None
    evaluations: int
    bounds: tuple[int, int] | None

    def __repr__(self) -> str:
        if self.op == "var":
            return f"<{self.name}: {self.width}>"
        shown = (arg.name if isinstance(arg, Expr) and arg.op == "var" else _brief(arg) for arg in self.args)
        return f"<{self.op}({', '.join(shown)}): {self.width}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by structure; loading goes through the table, so identity holds in the other process too."""
        if self.op == "var":
            return variable, (self.name, self.width, self.args[0], self.kind)
        return intern, (self.op, self.args, self.width)

    def __copy__(self) -> Expr:
        return self

    def __deepcopy__(self, memo: object) -> Expr:
        return self


Value: TypeAlias = Expr | int

#: The number that all indeterminate values share: contents of memory that was never written. They are told apart by
#: name; a model has no value for them. So one bit of `Expr.variables` says whether an expression contains any.
INDETERMINATE = 1023
HAS_INDETERMINATE = 1 << INDETERMINATE


def _brief(arg: object) -> str:
    return f"{arg.op}(…)" if isinstance(arg, Expr) else str(arg)


class _Entry(weakref.ref[Expr]):
    """A weak reference that knows its key in the table."""

    __slots__ = ("key",)
    key: int


class _Codes(dict[str, int]):
    """A number for every op, the same in every process (the hash of a string is not)."""

    def __missing__(self, op: str) -> int:
        code = self[op] = crc32(op.encode())
        return code


_table: dict[int, _Entry] = {}
_codes = _Codes()
_new = object.__new__


def _forget(entry: _Entry) -> None:
    key = entry.key
    if _table.get(key) is entry:
        del _table[key]


FORGETTING = _forget.__code__
"""What must not be interrupted: Python prints exceptions in callbacks of weak references instead of raising them."""


def _insert(op: str, args: tuple[Any, ...], width: int, variables: int, key: int) -> Expr:
    """A new node under `key`, or the equal one found further along the collision chain."""
    entry = _table.get(key)
    while entry is not None:
        other = entry()
        if other is None:
            break
        if other.op == op and other.width == width and other.args == args:
            return other
        key = hash((key, 0x5EC))
        entry = _table.get(key)
    node: Expr = _new(Expr)
    node.op = op
    node.args = args
    node.width = width
    node.variables = variables
    node.key = key
    node.model = None
    node.compiled = None
    node.evaluations = 0
    node.bounds = None
    entry = _Entry(node, _forget)
    entry.key = key
    _table[key] = entry
    return node


#: Nodes on a variable that were made lately. Each run extends its bytes anew; what is compared then are the bytes
#: themselves, so nobody else holds the extensions.
_recent: deque[Expr] = deque(maxlen=1024)


def intern1(op: str, x: Expr, width: int) -> Expr:
    """The node `op(x)`."""
    key = hash((_codes[op], width, x.key))
    entry = _table.get(key)
    if entry is not None:
        node = entry()
        if node is not None and node.op == op and node.width == width and node.args[0] is x:
            return node
    node = _insert(op, (x,), width, x.variables, key)
    if x.op == "var":
        _recent.append(node)
    return node


def intern2(op: str, x: Value, y: Value, width: int) -> Expr:
    """The node `op(x, y)`; at least one of the two is an `Expr`."""
    # Constants go into the hash as odd numbers: Python hashes -1 and -2 alike.
    if isinstance(x, Expr):
        first = x.key
        variables = x.variables
    else:
        first = x << 1 | 1
        variables = 0
    if isinstance(y, Expr):
        second = y.key
        variables |= y.variables
    else:
        second = y << 1 | 1
    key = hash((_codes[op], width, first, second))
    args = (x, y)
    entry = _table.get(key)
    if entry is not None:
        node = entry()
        if node is not None and node.op == op and node.width == width and node.args == args:
            return node
    return _insert(op, args, width, variables, key)


def intern(op: str, args: tuple[Value, ...], width: int) -> Expr:
    """The node `op(*args)` for any number of arguments; at least one is an `Expr`."""
    variables = 0
    keys = [_codes[op], width]
    for arg in args:
        if isinstance(arg, Expr):
            keys.append(arg.key)
            variables |= arg.variables
        else:
            keys.append(arg << 1 | 1)
    return _insert(op, args, width, variables, hash(tuple(keys)))


def variable(name: str, width: int, index: int, kind: str) -> Expr:
    """Variable number `index` of an exploration.

    `kind` says how the user sees the value: "signed", "unsigned", "char", "bool", "f32", "f64" or "pointer".
    Name and kind are part of the identity: the same index may have another name in another exploration.
    """
    text = f"{name}\0{kind}"
    key = hash((_codes["var"], width, index << 1 | 1, int.from_bytes(text.encode())))
    entry = _table.get(key)
    while entry is not None:
        found = entry()
        if found is not None and found.op == "var" and (found.name, found.kind) == (name, kind):
            return found
        key = hash((key, 0x5EC))
        entry = _table.get(key)
    node = _insert("var", (index,), width, 1 << index, key)
    node.name = name
    node.kind = kind
    return node


def table_size() -> int:
    """Number of live distinct expressions (for measurements and tests)."""
    return len(_table)
