"""`secateur techniques` lists what is true of the techniques, their options, and those that cannot be used."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from secateur.exploration import techniques
from secateur.exploration.registry import Registry
from secateur.report.techniques import show_techniques, techniques_json

BUILT_IN = Registry(techniques.PROGRAMS, techniques.CHANGES)
BROKEN = BUILT_IN.with_broken("mine", "package p: [x] cannot be imported")


def _table(registry: Registry, width: int = 200) -> list[str]:
    console = Console(file=StringIO(), width=width)
    show_techniques(console, registry)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue().splitlines()


def test_broken_techniques_are_listed_with_their_reason() -> None:
    assert techniques_json(BUILT_IN)["broken"] == []
    assert techniques_json(BROKEN)["broken"] == [{"name": "mine", "reason": "package p: [x] cannot be imported"}]
    *others, last = _table(BROKEN)
    assert [line.rstrip() for line in others] == [line.rstrip() for line in _table(BUILT_IN)]
    assert " ".join(last.split()) == "mine - - - cannot be used: package p: [x] cannot be imported"


def test_a_narrow_terminal_shows_the_whole_reason() -> None:
    shown = "".join("".join(_table(BROKEN, 80)).split())
    assert all(word in shown for word in BROKEN.broken()[0][1].split())


def test_json_and_table_agree_on_what_misses_no_fault() -> None:
    listed = techniques_json(BUILT_IN)["techniques"]
    rows = [line.split() for line in _table(BUILT_IN)[1:]]
    assert [each["exact"] and each["seeks_faults"] for each in listed] == [row[3] == "yes" for row in rows]
    assert [each["name"] for each in listed if not each["seeks_faults"]] == ["rsc"]


def test_the_choices_of_options_are_listed() -> None:
    (pse,) = (each for each in techniques_json(BUILT_IN)["techniques"] if each["name"] == "pse")
    choices = {each["name"]: each["choices"] for each in pse["options"]}
    assert (choices["simplify"], choices["size"]) == (["on", "off"], [])
