"""The options of a technique, read from texts such as `simplify=off`.

A technique declares its options as a frozen dataclass (`Technique.options`). Fields can be of type `bool` (`on` or
`off`), `int`, `str` or an enumeration of strings, and have a default and a help text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar, cast, get_type_hints

from secateur.errors import OptionError, closest

if TYPE_CHECKING:
    from secateur.exploration.technique import Technique

Options = TypeVar("Options")


@dataclass(frozen=True, slots=True)
class TechniqueOption:
    """An option as a user sees it. `choices` is empty if there are too many to list."""

    name: str
    default: str
    help: str
    choices: tuple[str, ...] = ()


def technique_options(technique: type[Technique]) -> tuple[TechniqueOption, ...]:
    """The options that a technique takes, in the order in which they are declared."""
    if technique.options is None:
        return ()
    types = _types(technique.options)
    return tuple(
        TechniqueOption(each.name, _text(each.default), each.metadata.get("help", ""), _choices(types[each.name]))
        for each in fields(technique.options)
    )


def parse_options(technique: type[Technique], settings: Mapping[str, str]) -> object | None:
    """The options of a technique from texts by name, such as `{"size": "200"}`. None if it takes none and none are
    given. An OptionError says what is wrong."""
    if technique.options is None:
        if settings:
            raise OptionError("tune", next(iter(settings)), f"{technique.name} has no options")
        return None
    return cast(object, read_options(technique.options, settings))


def read_options(kind: type[Options], settings: Mapping[str, str]) -> Options:
    """The same for a class of options."""
    types = _types(kind)
    values: dict[str, object] = {}
    for name, text in settings.items():
        if name not in types:
            raise OptionError("tune", name, known=types)
        values[name] = _value(name, text, types[name])
    return kind(**values)


def _types(kind: type) -> dict[str, type]:
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__name__} is not a dataclass")
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind)}


def _value(name: str, text: str, kind: type) -> object:
    if kind is str:
        return text
    if kind is int:
        if not text.isdecimal():
            raise OptionError("tune", f"{name}={text}", "give a number")
        return int(text)
    choices = _choices(kind)
    if text not in choices:
        meant = closest(text, choices)
        advice = "" if meant is None else f"did you mean {meant}?"
        raise OptionError("tune", f"{name}={text}", f"give {' or '.join(choices)}", advice)
    return text == "on" if kind is bool else kind(text)


def _choices(kind: type) -> tuple[str, ...]:
    if kind is bool:
        return ("on", "off")
    return tuple(kind) if issubclass(kind, StrEnum) else ()


def _text(default: object) -> str:
    return ("off", "on")[default] if isinstance(default, bool) else str(default)
