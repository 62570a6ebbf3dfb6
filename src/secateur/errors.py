"""The errors that a user can fix: one family, each with what happened, where, and what to do about it.

Whatever is raised and is not of this family (or an `OSError`) is a bug in Secateur.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class SecateurError(Exception):
    """The base of the family. `str()` is the whole message; its parts are `what`, `where` and `advice`.

    `where` names a file, a position or a function, `advice` says what to do; both are empty where there is none.
    """

    def __init__(self, what: str, where: str = "", advice: str = "") -> None:
        self.what, self.where, self.advice = what, where, advice
        super().__init__(_message(what, where, advice))

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors cross process boundaries, whatever the arguments of their class are."""
        return _restored, (type(self), self.args), self.__dict__


def _message(what: str, where: str, advice: str) -> str:
    message = f"{where}: {what}" if where else what
    return f"{message}; {advice}" if advice else message


def _restored(kind: type[SecateurError], arguments: tuple[Any, ...]) -> SecateurError:
    return kind.__new__(kind, *arguments)


class BudgetError(SecateurError):
    """A limit of time or memory was reached before there was anything to tell."""


class OptionError(SecateurError, ValueError):
    """A wrong option or keyword: its `name` and `value`, the `problem`, and the `known` choices if there are some.

    A name that begins with a dash is an option of the command line and shown as `--order sideways`, any other one is a
    keyword and shown as `order=sideways`. Without a value the name itself is wrong. Without advice of its own the
    message lists the choices, and the closest of them first.
    """

    def __init__(
        self,
        name: str,
        value: object = None,
        problem: str = "unknown",
        advice: str = "",
        known: Iterable[str] = (),
    ) -> None:
        self.name, self.value, self.problem, self.known = name, value, problem, tuple(known)
        given = name if value is None else value
        super().__init__(problem, _assigned(name, value), advice or choices(given, self.known))

    def as_option(self, flag: str | None = None) -> OptionError:
        """The same error about an option of the command line: `max_paths` is `--max-paths` there, unless the option has
        another flag."""
        if self.name.startswith("-"):
            return self
        name = flag or f"--{self.name.replace('_', '-')}"
        return type(self)(name, self.value, self.problem, self.advice, self.known)


def _assigned(name: str, value: object) -> str:
    if value is None:
        return name
    return f"{name} {value}" if name.startswith("-") else f"{name}={value}"


def choices(given: object, known: tuple[str, ...]) -> str:
    """What to choose from, and what was probably meant; empty if nothing is known."""
    if not known:
        return ""
    listed = f"choose from {', '.join(known)}"
    meant = closest(str(given), known)
    return listed if meant is None else f"did you mean {meant}? {listed[0].upper()}{listed[1:]}"


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant, the same on every run; None if none is similar."""
    from difflib import get_close_matches  # noqa: PLC0415 - only needed once something is wrong

    by_case = {each.lower(): each for each in sorted(known, reverse=True)}
    found = get_close_matches(word.lower(), sorted(by_case), n=1)
    return by_case[found[0]] if found else None
