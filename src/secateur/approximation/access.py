"""What `--value` takes besides a variable: `p[0]`, `s.len`, `q->next`, `*q`, `a[i]`, in the user's types."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from secateur import expr
from secateur.approximation.approximation import Approximation
from secateur.approximation.frames import Point
from secateur.approximation.places import Named, NoSuchPlace, Variables
from secateur.expr import Value
from secateur.ir.ctype import (
    CArray,
    CEnum,
    CField,
    CFloat,
    CFunctionPointer,
    CInt,
    CPointer,
    CStruct,
    CType,
    resolved,
    size_of,
)
from secateur.ir.types import POINTER, FloatType, IntType, Type

#: Types of the variables of a function, and of globals, by name.
TypesOf = Callable[[str], Mapping[str, CType]]

_TOKENS = re.compile(r"\s*(?:(?P<name>[A-Za-z_]\w*)|(?P<number>\d+)|(?P<sign>->|[*.\[\]()]))")
#: Scalars of a struct or array that are shown.
MOST_PARTS = 64


class BadAccess(NoSuchPlace):
    """Points at the part of the user's text that is wrong."""

    def __init__(self, text: str, start: int, end: int, problem: str) -> None:
        super().__init__(f"{problem}\n  {text}\n  {' ' * start}{'^' * max(1, end - start)}")


@dataclass(frozen=True, slots=True)
class AccessWord:
    """A word of the text, and where it stands."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Access:
    """A parsed expression. `parts`: the operators in the order in which they are applied to the variable `name`."""

    text: str
    name: AccessWord
    parts: tuple[tuple[str, AccessWord, Access | int | None], ...]


def parse(text: str) -> Access:
    """Raises `BadAccess`."""
    return _AccessParser(text).whole()


class _AccessParser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.steps: list[AccessWord] = []
        here = 0
        while text[here:].strip():
            found = _TOKENS.match(text, here)
            if found is None or found.lastgroup is None:
                start = here + len(text[here:]) - len(text[here:].lstrip())
                raise BadAccess(text, start, start + 1, f"'{text[start]}' cannot be read here; {_FORMS}")
            kind = found.lastgroup
            self.steps.append(AccessWord(kind, found[kind], found.start(kind), found.end(kind)))
            here = found.end()
        self.at = 0

    def whole(self) -> Access:
        found = self._unary()
        if self.at < len(self.steps):
            step = self.steps[self.at]
            raise BadAccess(self.text, step.start, step.end, f"'{step.text}' is too much here; {_FORMS}")
        return found

    def _next(self, wanted: str = "") -> AccessWord:
        end = len(self.text)
        if self.at == len(self.steps):
            raise BadAccess(self.text, end, end + 1, f"something is missing here; {_FORMS}")
        step = self.steps[self.at]
        if wanted and step.text != wanted:
            raise BadAccess(self.text, step.start, step.end, f"'{wanted}' is expected here")
        self.at += 1
        return step

    def _unary(self) -> Access:
        step = self._next()
        if step.text == "*":
            inner = self._unary()
            return Access(self.text, inner.name, (*inner.parts, ("*", step, None)))
        if step.text == "(":
            inner = self._unary()
            self._next(")")
            return self._after(inner)
        if step.kind != "name":
            raise BadAccess(self.text, step.start, step.end, f"a variable is expected here; {_FORMS}")
        return self._after(Access(self.text, step, ()))

    def _after(self, found: Access) -> Access:
        parts = list(found.parts)
        while self.at < len(self.steps) and self.steps[self.at].text in ("[", ".", "->"):
            step = self._next()
            if step.text == "[":
                parts.append(("[]", step, self._index()))
                self._next("]")
                continue
            member = self._next()
            if member.kind != "name":
                raise BadAccess(self.text, member.start, member.end, "the name of a member is expected here")
            if step.text == "->":
                parts.append(("*", step, None))
            parts.append((".", member, None))
        return Access(self.text, found.name, tuple(parts))

    def _index(self) -> Access | int:
        if self.at < len(self.steps) and self.steps[self.at].kind == "number":
            return int(self._next().text)
        return self._unary()


_FORMS = "a value is written like x, p[0], s.len, q->next or *q"


def require(access: Access, function: str, types: Mapping[str, CType]) -> CType:
    """The type of an access in a function. Raises `BadAccess` for one that has none."""
    kind = types.get(access.name.text)
    if kind is None:
        known = ", ".join(sorted(types))
        problem = f"there is no variable '{access.name.text}' in {function}" + (
            f"; there are: {known}" if known else ""
        )
        raise BadAccess(access.text, access.name.start, access.name.end, problem)
    for sign, step, index in access.parts:
        kind = _member(access, kind, step).type if sign == "." else _element(access, kind, step)
        if isinstance(index, Access) and not isinstance(resolved(require(index, function, types)), CInt | CEnum):
            raise BadAccess(access.text, index.name.start, index.name.end, "an index is a number")
    return kind


def _element(access: Access, kind: CType, step: AccessWord) -> CType:
    """What a pointer points to, or an array consists of."""
    match resolved(kind):
        case CPointer() as pointer if pointer.to is not None:
            return pointer.to
        case CArray(element):
            return element
    raise BadAccess(access.text, step.start, step.end, "this is neither a pointer nor an array")


def _member(access: Access, kind: CType, step: AccessWord) -> CField:
    whole = resolved(kind)
    if not isinstance(whole, CStruct):
        problem = "this has no members" + ("; for a pointer write ->" if isinstance(whole, CPointer) else "")
        raise BadAccess(access.text, step.start, step.end, problem)
    for field in whole.fields:
        if field.name == step.text:
            if field.bit_width is not None:
                raise BadAccess(access.text, step.start, step.end, "a bit-field has no address of its own")
            return field
    known = ", ".join(field.name for field in whole.fields if field.name)
    problem = f"{whole.tag} {whole.name} has no member '{step.text}'; its members: {known}"
    raise BadAccess(access.text, step.start, step.end, problem)


@dataclass(frozen=True, slots=True)
class _Object:
    """Something with a type: in memory at an address, or a value of its own."""

    type: CType
    address: Value | None = None
    value: Value | None = None
    name: str = ""


class Reader:
    """Values of accesses at a point."""

    def __init__(self, approximation: Approximation, types: TypesOf) -> None:
        self._approximation = approximation
        self._variables = Variables(approximation)
        self._types = types

    def at(self, point: Point, access: Access) -> list[Named]:
        """Each scalar of it, with its name."""
        found = self._reached(point, access)
        is_whole = isinstance(resolved(found.type), CStruct | CArray)
        text = f"({access.text})" if is_whole and access.text.lstrip().startswith("*") else access.text
        return self._scalars(point, text, found)

    def _reached(self, point: Point, access: Access) -> _Object:
        require(access, point.frame.name, self._types(point.frame.name))
        here = self._variable(point, access)
        for sign, step, index in access.parts:
            if sign == ".":
                here = self._part(point, access, here, step)
                continue
            inner = _element(access, here.type, step)
            number = 0 if sign == "*" else self._number(point, access, index)
            is_array = isinstance(resolved(here.type), CArray) and here.address is not None
            start = here.address if is_array else self._value(point, here, access, step)
            assert start is not None
            here = _Object(inner, expr.add(start, expr.mul(number, size_of(inner), 64), 64))
        return here

    def _variable(self, point: Point, access: Access) -> _Object:
        name = access.name.text
        kind = self._types(point.frame.name)[name]
        address = self._variables.address(point, name)
        if address is not None:
            return _Object(kind, address, name=name)
        if isinstance(resolved(kind), CStruct):
            return _Object(kind, name=name)  # it is in pieces, by member
        ((_, value, _),) = self._variables.at(point, name)
        return _Object(kind, value=value, name=name)

    def _part(self, point: Point, access: Access, of: _Object, step: AccessWord) -> _Object:
        field = _member(access, of.type, step)
        if of.address is not None:
            return _Object(field.type, expr.add(of.address, field.offset_bits // 8, 64))
        name = f"{of.name}.{step.text}"
        found = self._variables.at(point, name)
        return _Object(field.type, value=found[0][1], name=name)

    def _value(self, point: Point, of: _Object, access: Access, step: AccessWord) -> Value:
        if of.value is not None:
            return of.value
        if of.address is None:
            raise BadAccess(access.text, step.start, step.end, "this is not in memory")
        found = self._load(point, of.address, of.type)
        if found is None:
            raise BadAccess(access.text, step.start, step.end, "there is nothing here")
        return found

    def _number(self, point: Point, access: Access, index: Access | int | None) -> Value:
        if not isinstance(index, Access):
            return index or 0
        found = self._reached(point, index)
        kind = resolved(found.type)
        assert isinstance(kind, CInt | CEnum)
        value = self._value(point, found, access, index.name)
        width = 8 * kind.size
        return expr.sext(value, width, 64) if kind.signed else expr.zext(value, width, 64)

    def _scalars(self, point: Point, name: str, of: _Object) -> list[Named]:
        kind = resolved(of.type)
        if of.value is not None:
            return [(name, of.value, _machine_type(kind))]
        found: list[Named] = []
        for suffix, offset, inner in _leaves(kind, "", 0, MOST_PARTS):
            if of.address is None:
                found += [
                    (name + suffix, value, kind) for _, value, kind in self._variables.at(point, of.name + suffix)
                ]
                continue
            value = self._load(point, expr.add(of.address, offset, 64), inner)
            if value is not None:
                found.append((name + suffix, value, _machine_type(inner)))
        return found

    def _load(self, point: Point, address: Value, kind: CType) -> Value | None:
        return self._approximation.load(point, address, _machine_type(resolved(kind)))


def _machine_type(kind: CType) -> Type:
    match resolved(kind):
        case CPointer() | CFunctionPointer():
            return POINTER
        case CFloat(size=size) if size in (4, 8):
            return FloatType("float" if size == 4 else "double")
        case other:
            return IntType(8 * max(1, size_of(other)))


def _leaves(kind: CType, suffix: str, offset: int, most: int) -> list[tuple[str, int, CType]]:
    """The scalars of a type: how they are written after the whole, their offsets and types."""
    match resolved(kind):
        case CStruct(fields=fields):
            found: list[tuple[str, int, CType]] = []
            for field in fields:
                if field.bit_width is None and len(found) < most:
                    inner = f"{suffix}.{field.name}" if field.name else suffix
                    found += _leaves(field.type, inner, offset + field.offset_bits // 8, most - len(found))
            return found
        case CArray(element, count):
            parts: list[tuple[str, int, CType]] = []
            for number in range(min(count or 0, most)):
                parts += _leaves(element, f"{suffix}[{number}]", offset + number * size_of(element), most)
            return parts[:most]
        case other:
            return [(suffix, offset, other)]
