"""Titles by behaviour: `returns_minus_1_when_width_is_negative`.

A title has the outcome, and of the conditions that decide it as few as hold for no other test of the suite, at most
three: so it does not say of a test what is wrong for another one. Conditions are over the inputs: a title does not
change when lines move, or another input is chosen for the same path. A change of the code changes the titles of tests
whose conditions it changes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from secateur import expr
from secateur.expr import Expr
from secateur.machine.path import OWN_FILES, BranchKind, Path
from secateur.suite.test import ENDLESS, Json, Outcome, Test, is_float_text
from secateur.suite.words import LONGEST, condition_words, name_words, number_words, value_words

#: Conditions in a title.
MOST_CONDITIONS = 3
#: Of a text in a title.
MOST_LETTERS = 4
_FLOAT = re.compile(r"[^\w]+")


@dataclass(frozen=True, slots=True)
class NamedCondition:
    """A condition over the inputs, as C and, where that is possible, in words."""

    condition: Expr
    text: str
    words: str | None

    def holds(self, model: Sequence[int]) -> bool:
        """For the inputs of another test; those that it does not ask for are zero."""
        size = self.condition.variables.bit_length()
        return bool(expr.evaluate(self.condition, (*model, *(0,) * max(0, size - len(model)))))


@dataclass(frozen=True, slots=True)
class Behaviour:
    """A test with what its title is made of: the outcome in words, and the deciding conditions. `sides`: those that it
    takes, each test of a condition by itself. `model`: its inputs, as numbers."""

    test: Test
    outcome: str
    conditions: tuple[NamedCondition, ...]
    sides: frozenset[str] = frozenset()
    model: tuple[int, ...] = ()


def behaviour_of(test: Test, path: Path, deciding: Sequence[Expr]) -> Behaviour:
    texts = {expr.to_c(each): each for each in deciding}
    conditions = tuple(NamedCondition(each, text, condition_words(text)) for text, each in texts.items())
    return Behaviour(test, outcome_words(test.outcome, path), conditions, _sides(path), path.model)


def _sides(path: Path) -> frozenset[str]:
    """By place in the code, as a line can have several."""
    own = (each for each in path.branches if not each.site.position.file.startswith(OWN_FILES))
    sites = ((each.site, each.outcome) for each in own if each.site.kind is BranchKind.CONDITION)
    return frozenset(f"{site.function} {site.place} {outcome}" for site, outcome in sites)


def outcome_words(outcome: Outcome, path: Path) -> str:
    """What a value that depends on the inputs is made of says more than one of its values."""
    match outcome.kind:
        case "fault" if outcome.fault is not None:
            return f"shows_{name_words(outcome.fault.kind.replace('-', '_'))}"
        case "exit":
            return f"exits_with_{outcome.status}"
        case kind if kind == ENDLESS:
            return "never_ends"
    seen = {each.name: each.value for each in path.observations}
    value, text = seen.get("return"), dict(outcome.observations).get("return")
    if text is None:
        return _effects(outcome, seen)
    if isinstance(value, Expr):
        words = value_words(expr.to_c(value))
        if words is not None and len(words) <= LONGEST:
            return f"returns_{words}"
    return f"returns_{_value(text)}"


def _effects(outcome: Outcome, seen: Mapping[str, object]) -> str:
    """Of a function that returns nothing: what it sets to a value of its own."""
    changed = [
        f"{name_words(name)}_to_{_value(text)}"
        for name, text in outcome.observations
        if not isinstance(seen.get(name), Expr)
    ]
    words = f"sets_{'_and_'.join(changed[:2])}"
    return words if changed and len(words) <= LONGEST else "returns"


def _value(text: str) -> str:
    if re.fullmatch(r"-?\d+", text):
        return number_words(int(text))
    if is_float_text(text) and text not in ("nan", "inf", "-inf"):
        number = float.fromhex(text)
        shown = f"{abs(number):g}".replace(".", "_point_").replace("+", "").replace("-", "minus_")
        return f"minus_{shown}" if number < 0 else shown
    return _FLOAT.sub("_", text.replace("-", "minus_" if text == "-inf" else "_"))


def titled(behaviours: Sequence[Behaviour]) -> dict[str, str]:
    """The title of each test, by its name. Titles are different from each other."""
    titles: dict[str, str] = {}
    used: dict[str, int] = {}
    for each in behaviours:
        title = _title(each, behaviours)
        used[title] = used.get(title, 0) + 1
        titles[each.test.name] = title if used[title] == 1 else f"{title}_{used[title]}"
    return titles


def _title(each: Behaviour, behaviours: Sequence[Behaviour]) -> str:
    """Conditions that hold for few other tests tell most. They stand in the order of the path."""
    left = list({one.words: one for one in each.conditions if one.words is not None}.values())
    rivals = [other for other in behaviours if other is not each]
    chosen: list[NamedCondition] = []
    while left and len(chosen) < MOST_CONDITIONS and (rivals or not chosen):
        counts = [sum(one.holds(other.model) for other in rivals) for one in left]
        best = left.pop(len(counts) - 1 - counts[::-1].index(min(counts)))  # later ones are narrower
        if rivals and min(counts) == len(rivals):
            break  # none of them tells anything
        chosen.append(best)
        rivals = [other for other in rivals if best.holds(other.model)]
    ordered = [str(one.words) for one in each.conditions if one in chosen]
    own = _own_input(each, rivals) if rivals and len(ordered) < MOST_CONDITIONS else None
    if own is not None:
        ordered.append(own)
    return f"{each.outcome}_when_{'_and_'.join(ordered)}" if ordered else each.outcome


def _own_input(each: Behaviour, rivals: Sequence[Behaviour]) -> str | None:
    """Where no condition can be said in words: an input that has another value in all other tests."""
    for name, value in each.test.inputs.items():
        words = _input_words(value)
        if words is not None and all(other.test.inputs.get(name) != value for other in rivals):
            return f"{name_words(name)}_is_{words}"
    return None


def _input_words(value: Json) -> str | None:
    if isinstance(value, str) and not value:
        return "empty"
    if isinstance(value, str) and len(value) <= MOST_LETTERS:
        letters = [value_words(f"'{letter}'") for letter in value]
        return "_".join(map(str, letters)) if all(letters) else None
    return number_words(value) if isinstance(value, int) and not isinstance(value, bool) else None
