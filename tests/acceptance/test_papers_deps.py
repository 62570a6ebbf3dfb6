"""`deps` on the papers' examples. A golden file holds a full answer, and notes differences from the paper."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

import secateur

from .answers import EXAMPLES, is_clean, printed

GOLDEN = Path(__file__).parent / "golden"

Edge = tuple[str, str, str, str | None]  # kind, from, to, variable

#: Table 2 of "Dependence Guided Symbolic Execution" (Wang et al.), as printed, with the paper's line numbers.
TABLE_2 = {
    "control": "2T,3 4T,5 4F,7 8T,9 8F,11",
    "data": "1,12 1,13 1,14 3,12 3,13 3,14 5,12 5,13 7,12 7,13 9,14 11,14 12,13",
    "potential": "2F,12 2F,13 2F,14",
    "interactive": "1,2F 1,4T 1,4F 1,5 1,7 1,8T 1,8F 1,9 1,11 1,12 2F,4T 2F,4F 2F,5 2F,7 2F,8T 2F,8F 2F,9 2F,11 2F,12 "
    "3,4T 3,4F 3,5 3,7 3,8T 3,8F 3,9 3,11 3,12 5,12 7,12",
}
LINES_OF_TABLE_2 = {1: 9, 2: 10, 3: 11, 4: 12, 5: 13, 7: 15, 8: 16, 9: 17, 11: 19, 12: 20, 13: 21, 14: 22}

#: Our lines for the nodes n0, n1 … of Figure 4 of "Directed Incremental Symbolic Execution" (Yang et al.).
LINES_OF_FIGURE_4 = (7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23)
FIGURE_6 = (0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14)


def deps(spec: str, kind: str = "all") -> list[dict[str, Any]]:
    """The dependences as JSON. Nothing is printed."""
    output = io.StringIO()
    with redirect_stdout(output), redirect_stderr(output):
        answer = secateur.deps(f"{EXAMPLES}/{spec}", kind=kind)
    assert (is_clean(answer), output.getvalue()) == (True, "")
    found: list[dict[str, Any]] = printed(answer)["dependences"]
    return found


def edges(spec: str, kind: str = "all") -> list[Edge]:
    return [(d["kind"], d["from"], d["to"], d["variable"]) for d in deps(spec, kind)]


def golden(name: str) -> list[Edge]:
    """Reads lines such as `9 -> 20 21 (a)` under the name of a kind; `#` begins a comment."""
    found: list[Edge] = []
    kind = ""
    for line in (GOLDEN / f"{name}.deps").read_text().splitlines():
        text = line.partition("#")[0].strip()
        if "->" in text:
            source, _, rest = text.partition(" -> ")
            targets, _, variable = rest.partition(" (")
            found += [(kind, source, target, variable.rstrip(")") or None) for target in targets.split()]
        elif text:
            kind = text
    return found


def _mapped(place: str) -> str:
    number, side = place.rstrip("TF"), place.lstrip("0123456789")
    return f"{LINES_OF_TABLE_2[int(number)]}{side}"


@pytest.mark.parametrize(
    ("spec", "kind"),
    [
        ("dgse.c:test", "all"),
        ("rsc.c:example", "control,data,potential"),
        ("wheel_new.c:update", "control,data"),
    ],
    ids=["dgse", "rsc", "wheel"],
)
def test_the_answer_is_that_of_the_golden_file(spec: str, kind: str) -> None:
    assert edges(spec, kind) == golden(spec.partition(".")[0])


@pytest.mark.parametrize("kind", list(TABLE_2))
def test_dgse_table_2(kind: str) -> None:
    expected = {tuple(_mapped(place) for place in pair.split(",")) for pair in TABLE_2[kind].split()}
    assert {(source, target) for _, source, target, _ in edges("dgse.c:test", kind)} == expected


def test_rsc_figure_3_the_output_depends_potentially_on_line_10() -> None:
    assert edges("rsc.c:example", "potential") == [("potential", "10F", "16", "b")]


@pytest.mark.parametrize("version", ["old", "new"])
def test_dise_figure_6_is_the_closure_of_control_and_data_dependence(version: str) -> None:
    """Rules 1 and 2 of Figure 5, from the changed node n0."""
    depends = [
        (int(source.rstrip("TF")), int(target))
        for _, source, target, _ in edges(f"wheel_{version}.c:update", "control,data")
    ]
    impacted = {LINES_OF_FIGURE_4[0]}
    before = 0
    while len(impacted) > before:
        before = len(impacted)
        impacted |= {target for source, target in depends if source in impacted}
    assert impacted == {LINES_OF_FIGURE_4[node] for node in FIGURE_6}


def test_rsc_section_6_no_potential_dependence_without_an_alias() -> None:
    assert edges("alias.c:apart", "potential") == []


def test_rsc_section_6_aliases_are_seen() -> None:
    found = deps("alias.c:together", "potential")
    assert [(d["from"], d["to"], d["function"]) for d in found] == [("12F", "14", "assign")]
