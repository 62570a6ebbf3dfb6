"""How options are declared: fields of frozen dataclasses that also carry their help text.

A *group* is a small frozen dataclass of such fields. The options of a job are a dataclass whose fields are groups, or
options of its own. Names are unique within a job, so that a job's options can be given as one flat set of keywords.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, cast, get_args, get_type_hints

from secateur.errors import OptionError

T = TypeVar("T")

_KEY = "secateur"

#: What a value of an option may be, and how to say so.
_TYPES: dict[Any, tuple[tuple[type, ...], str]] = {
    bool: ((bool,), "True or False"),
    int: ((int,), "a whole number"),
    float: ((int, float), "a number"),
    str: ((str,), "a text"),
    Path: ((str, Path), "a path"),
}


@dataclass(frozen=True, slots=True)
class OptionHelp:
    """The help on an option. `flags` are its spellings on the command line, where its name with dashes
    is not wanted; `hidden` ones are keywords only. `minimum` is the smallest allowed. `is_place`: it says where
    to write, and nothing about the answer. `cli_default`: its default on the command line, if that is another one."""

    help: str = ""
    flags: tuple[str, ...] = ()
    metavar: str | None = None
    minimum: float | None = None
    hidden: bool = False
    shows_default: bool = True
    is_place: bool = False
    cli_default: Any = None


def option(
    default: Any,
    help_: str = "",
    *flags: str,
    metavar: str | None = None,
    minimum: float | None = None,
    hidden: bool = False,
    shows_default: bool = True,
    is_place: bool = False,
    cli_default: Any = None,
) -> Any:
    """A field of a group."""
    told = OptionHelp(help_, flags, metavar, minimum, hidden, shows_default, is_place, cli_default)
    return field(default=default, metadata={_KEY: told})


def group(default: Any, *, without: tuple[str, ...] = ()) -> Any:
    """A field that holds a group; `default` may change some of the group's defaults. Options in `without` mean nothing
    to the job and cannot be given."""
    return field(default=default, metadata={_KEY: without})


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a job: its name, where it belongs (None: to the job itself), its type and its default."""

    name: str
    group: str | None
    panel: str
    type: Any
    default: Any
    told: OptionHelp

    @property
    def base(self) -> Any:
        """The type without `| None`."""
        parts = [part for part in get_args(self.type) if part is not type(None)]
        return parts[0] if isinstance(self.type, UnionType) and len(parts) == 1 else self.type

    @property
    def is_repeated(self) -> bool:
        return str(self.base).startswith("tuple[")

    @property
    def choices(self) -> tuple[str, ...]:
        base = self.base
        return tuple(base) if isinstance(base, type) and issubclass(base, StrEnum) else ()

    def checked(self, value: Any) -> Any:
        """The value as the group wants it, or an OptionError."""
        if value is None and self.default is None:
            return None
        if self.is_repeated:
            return self._repeated(value)
        if self.base is Path and isinstance(value, str | Path):
            return Path(value)
        if self.base is str and isinstance(value, list | tuple):
            return ",".join(map(str, value))
        if self.choices and value not in self.choices:
            raise OptionError(self.name, value, known=self.choices)
        if self.choices:
            return self.base(value)
        self._require_type(value)
        if self.told.minimum is not None and value < self.told.minimum:
            raise OptionError(self.name, value, problem=f"must be at least {self.told.minimum:g}")
        return value

    def _require_type(self, value: Any) -> None:
        allowed, words = _TYPES.get(self.base, ((object,), ""))
        is_truth = isinstance(value, bool) and self.base is not bool
        if self.base in _TYPES and (is_truth or not isinstance(value, allowed)):
            raise OptionError(self.name, value, f"must be {words}")

    def _repeated(self, value: Any) -> tuple[Any, ...]:
        """One value, several, or pairs as a mapping."""
        if isinstance(value, Mapping):
            return tuple(f"{name}={_spelled(each)}" for name, each in value.items())
        if not isinstance(value, str | Path | Iterable):
            raise OptionError(self.name, value, "must be a sequence")
        values = (value,) if isinstance(value, str | Path) else tuple(value)
        return tuple(map(Path, values)) if get_args(self.base)[0] is Path else values


def _spelled(value: Any) -> str:
    """As on the command line."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


@cache
def options_of(job: type) -> tuple[Option, ...]:
    """All options of a job, those of its groups too, in the order of their declaration."""
    return tuple(_options(job))


def _options(job: type) -> Iterator[Option]:
    types = get_type_hints(job)
    for each in fields(job):
        default = each.default if each.default is not MISSING else None
        kind = types[each.name]
        if not (isinstance(kind, type) and is_dataclass(kind)):
            yield Option(each.name, None, "Options", kind, default, each.metadata[_KEY])
            continue
        without = each.metadata[_KEY]
        inner = get_type_hints(kind)
        for part in fields(kind):
            if part.name not in without:
                value = getattr(default, part.name)
                yield Option(part.name, each.name, kind.__name__, inner[part.name], value, part.metadata[_KEY])


def assemble(job: type[T], keywords: Mapping[str, Any]) -> T:
    """A job's options from one flat set of keywords."""
    known = {each.name: each for each in options_of(cast(type, job))}
    values: dict[str | None, dict[str, Any]] = {}
    for name, value in keywords.items():
        if name not in known:
            raise OptionError(name, known=tuple(known))
        values.setdefault(known[name].group, {})[name] = known[name].checked(value)
    made = values.pop(None, {})
    defaults: dict[str, Any] = {each.name: each.default for each in fields(job)}  # type: ignore[arg-type]
    for place, given in values.items():
        assert place is not None
        made[place] = replace(defaults[place], **given)
    return job(**made)


def settings(options: Any) -> dict[str, Any]:
    """A job's options as JSON, a section for each group. The same question has the same settings, wherever the answer
    is written."""
    shown: dict[str, Any] = {}
    for each in fields(options) if options is not None else ():
        told, value = each.metadata[_KEY], getattr(options, each.name)
        if is_dataclass(value):
            names = [part.name for part in fields(value) if part.name not in told]
            shown[each.name] = {name: plain(getattr(value, name)) for name in names}
        elif not told.is_place:
            shown[each.name] = plain(value)
    return shown


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if isinstance(value, StrEnum) or not isinstance(value, (bool, int, float, str, type(None), Mapping)):
        return str(value)
    return dict(value) if isinstance(value, Mapping) else value
