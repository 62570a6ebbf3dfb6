"""The figures of "Directed Incremental Symbolic Execution" (Yang et al.), and what `diff` reports on them."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Unpack

import pytest
from rich.console import Console

import secateur
from secateur.evolve.impact.pair import Pair
from secateur.evolve.impact.published import rule_edges
from secateur.exploration.chart import Chart, NodeKind
from secateur.exploration.impacted import Impacted
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.dgse_change import DgseChange
from secateur.exploration.techniques.dise import Dise
from secateur.exploration.techniques.dise_published import STRATEGIES, DisePublished
from secateur.exploration.techniques.full import Full
from secateur.harness.subject import load
from secateur.machine.fault import ALL_CHECKS, OPTIONAL_CHECKS
from secateur.options import Compiling, Inputs
from secateur.options.keywords import DiffKeywords
from secateur.report.diff import show_diff
from secateur.report.source_text import SourceText
from secateur.solver import Solver, by_name

from .answers import EXAMPLES, is_clean, printed, without_seconds

GOLDEN = Path(__file__).parent / "golden"

#: Our lines for the nodes n0, n1 … of Figure 4; and Figure 6, the impact set.
LINES_OF_FIGURE_4 = (7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23)
EDGES_OF_FIGURE_4 = {
    0: {1, 2}, 1: {5}, 2: {3, 4}, 3: {5}, 4: {5}, 5: {6}, 6: {7, 8}, 7: {10}, 8: {9, 10}, 9: {10}, 10: {11, 12},
    11: set(), 12: {13, 14}, 13: set(), 14: set(),
}  # fmt: skip
FIGURE_6 = (0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14)
#: Its rows: a node that is impacted, one that becomes so, and the rule.
STEPS_OF_FIGURE_6 = (
    (0, 2, 1), (0, 1, 1), (2, 3, 1), (2, 4, 1), (1, 10, 2), (1, 5, 2), (10, 11, 1), (1, 12, 2), (12, 13, 1),
    (12, 14, 1),
)  # fmt: skip

#: Table I: the statements on the current path, the explored ones, and whether the last one is skipped.
TABLE_1 = (
    ("", "", False),
    ("0", "0", False),
    ("0 1", "0 1", False),
    ("0 1 5", "0 1 5", False),
    ("0 1 5 6 7 10", "0 1 5 10", False),
    ("0 1 5 6 7 10 11", "0 1 5 10 11", False),
    ("0 1 5 6 7 10 12", "0 1 5 10 11 12", False),
    ("0 1 5 6 7 10 12 13", "0 1 5 10 11 12 13", False),
    ("0 1 5 6 7 10 12 14", "0 1 5 10 11 12 13 14", False),
    ("0 1 5 6 8", "0 1 5 10 11 12 13 14", True),
    ("0 2", "0 1 2", False),
)
#: The paper's numbers are for non-negative values of the input that is added to.
PAPER = ("PedalCmd >= 0",)


def diff(old: str, new: str, **options: Unpack[DiffKeywords]) -> tuple[secateur.Diff, dict[str, Any]]:
    """What the change from one example to another does: the answer, and its JSON."""
    answer = secateur.diff(f"{EXAMPLES}/{old}", f"{EXAMPLES}/{new}", **options)
    return answer, printed(answer)


def wheel(assume: tuple[str, ...] = ()) -> Pair:
    old, new = (
        load([f"{EXAMPLES}/wheel_{version}.c:update"], Compiling(), Inputs(assume=assume)).program
        for version in ("old", "new")
    )
    return Pair(old, new, ALL_CHECKS - OPTIONAL_CHECKS)


def explored(pair: Pair, technique: Technique) -> Result:
    return Explorer(pair.machines[1], Solver(by_name("bitwuzla")), technique).run()


def test_figure_6_the_impact_set() -> None:
    _, found = diff("wheel_old.c", "wheel_new.c", function="update")
    (update,) = found["functions"]
    assert [line["line"] for line in update["impact"]] == [LINES_OF_FIGURE_4[node] for node in FIGURE_6]
    assert [(c["status"], c["old"]["line"], c["new"]["line"]) for c in update["changes"]] == [("changed", 7, 7)]


def test_every_impacted_line_has_a_chain_from_the_change_to_it() -> None:
    _, found = diff("wheel_old.c", "wheel_new.c", function="update")
    for line in found["functions"][0]["impact"]:
        chain = line["chain"]
        assert (chain[0]["line"], chain[0]["why"]) == (7, "changed")
        assert chain[-1]["line"] == line["line"]


def test_figure_3_seven_path_conditions_of_twenty_one() -> None:
    """By statements. By value two are left, one for each way in which the versions differ."""
    counts = []
    tried: list[tuple[str, tuple[str, ...]]] = [("dise", ("by_value=off",)), ("full", ()), ("dgse", ()), ("dise", ())]
    for technique, tune in tried:
        files = ("wheel_old.c", "wheel_new.c")
        _, found = diff(*files, function="update", technique=technique, tune=tune, check="none", assume=PAPER)
        counts.append(found["functions"][0]["paths"]["completed"])
    assert counts == [7, 21, 7, 2]


def test_all_inputs_give_eight_paths_as_section_8_of_the_paper_on_dgse_has_it() -> None:
    pair = wheel()
    impacted = pair.new.impacted
    counts = [explored(pair, t).counts.completed for t in (Dise(impacted, by_value=False), DgseChange(impacted))]
    assert counts == [8, 8]
    assert explored(pair, Full()).counts.completed == 24


def test_table_1_the_published_search() -> None:
    pair = wheel(PAPER)
    technique = DisePublished(Impacted(pair.statics[1], pair.published(NodeKind.STATEMENTS)))
    explored(pair, technique)
    nodes = {line: node for node, line in enumerate(LINES_OF_FIGURE_4)}

    def named(statements: Any) -> str:
        lines = [technique.chart.lines[s] for s in statements]
        return " ".join(str(nodes[line]) for file, line in lines if file.endswith("wheel_new.c") and line in nodes)

    rows = [(named(r.route), named(sorted(r.explored)), r.is_skipped) for r in technique.rows[: len(TABLE_1)]]
    assert rows == list(TABLE_1)


def test_figure_6_the_impact_set_by_the_rules_as_printed() -> None:
    """If nodes are blocks, n5 and n6 are one, so that n7 to n9 are controlled by an impacted node."""
    pair = wheel()
    code = pair.statics[1].code

    def lines(kind: NodeKind) -> set[int]:
        found = {code.position(n).line for n in pair.published(kind) if code.owner[n].function.name == "update"}
        return found & set(LINES_OF_FIGURE_4)

    assert lines(NodeKind.STATEMENTS) == {LINES_OF_FIGURE_4[node] for node in FIGURE_6}
    assert lines(NodeKind.BLOCKS) == set(LINES_OF_FIGURE_4)


def test_figure_4_the_control_flow_graph() -> None:
    chart = Chart(wheel().statics[1])
    nodes = {line: node for node, line in enumerate(LINES_OF_FIGURE_4)}
    number = {
        n: nodes[line] for n, (file, line) in enumerate(chart.lines) if file.endswith("wheel_new.c") and line in nodes
    }
    assert {number[n]: {number[s] for s in chart.successors[n] if s in number} for n in number} == EDGES_OF_FIGURE_4


def test_figure_6_every_step_is_one_of_the_rule_that_it_names() -> None:
    static = wheel().statics[1]
    code = static.code
    unit = code.units["update"]
    lines = [{code.position(n).line for n in unit.nodes_of(block)} for block in range(unit.flow.exit)]
    edges = [
        {
            (line, other)
            for one, two in kind
            if one[0] == two[0] == "update"
            for line in lines[one[1]]
            for other in lines[two[1]]
        }
        for kind in rule_edges(static)
    ]
    for one, two, rule in STEPS_OF_FIGURE_6:
        assert (LINES_OF_FIGURE_4[one], LINES_OF_FIGURE_4[two]) in edges[rule - 1], f"n{one} → n{two}"


#: Paths, states, infeasible and skipped successors of Figure 7 on the example, by what is assumed of the inputs.
COUNTS = {(): (12, 31, 3, 2), PAPER: (15, 42, 6, 1)}


@pytest.mark.parametrize("assume", COUNTS)
def test_figure_7_on_the_example(assume: tuple[str, ...]) -> None:
    """Not the seven paths of section 3.2: n11 cannot be reached after n3 or n4, so that nothing is skipped there."""
    pair = wheel(assume)
    technique = DisePublished(Impacted(pair.statics[1], pair.published(NodeKind.STATEMENTS)))
    result = explored(pair, technique)
    counts = technique.counts
    assert (result.counts.completed, counts.states, counts.infeasible, counts.skipped) == COUNTS[assume]
    leaves = result.counts.completed + counts.infeasible
    assert counts.states == 2 * leaves - 1 + counts.skipped, "a binary tree"
    assert result.remark == f"{counts.states} states, {counts.infeasible} infeasible, {counts.skipped} skipped"


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_published_search_is_the_same_every_time(strategy: str) -> None:
    pair = wheel(PAPER)
    impacted = Impacted(pair.statics[1], pair.published(NodeKind.STATEMENTS))
    first = explored(pair, DisePublished(impacted, strategy, seed=3))
    assert 7 <= first.counts.completed <= 21
    again = explored(pair, DisePublished(impacted, strategy, seed=3))
    assert [p.labels for p in again.paths] == [p.labels for p in first.paths]


def test_figure_2_of_dgse_needs_fewer_paths_than_dise_when_line_2_changes(tmp_path: Path) -> None:
    text = (EXAMPLES / "dgse.c").read_text()
    assert "if (x > 1)" in text
    (tmp_path / "new.c").write_text(text.replace("if (x > 1)", "if (x > 2)"))
    old, new = (
        load([f"{path}:test"], Compiling(), Inputs()).program for path in (EXAMPLES / "dgse.c", tmp_path / "new.c")
    )
    pair = Pair(old, new)
    dise, dgse = (
        {p.labels[:3] for p in explored(pair, t).paths if len(p.labels) >= 3}
        for t in (Dise(pair.new.impacted, by_value=False), DgseChange(pair.new.impacted))
    )
    assert (len(dise), len(dgse)) == (8, 6)


def test_the_difference_is_found_for_a_negative_pedal_and_confirmed() -> None:
    answer, found = diff("wheel_old.c", "wheel_new.c", function="update")
    assert (answer.found, found["verdict"]) == (True, "different")
    shown = found["functions"][0]["differences"]
    assert [d["condition"] for d in shown] == [
        "PedalPos < 0 && PedalCmd == 0",
        "PedalPos < 0 && PedalCmd == 1",
        "PedalPos < 0 && PedalCmd == INT_MAX",
        "PedalPos < 0 && PedalCmd == INT_MAX - 1",
    ]
    assert all(d["confirmed"] and d["exact"] and d["input"]["PedalPos"] < 0 for d in shown)
    assert shown[0]["outcome"] == {"old": "AltPress=2", "new": "AltPress=0"}
    assert shown[2]["outcome"]["old"] == "return"
    assert shown[2]["outcome"]["new"].startswith("signed-overflow at")


def test_a_refactoring_is_equivalent() -> None:
    """A renamed parameter, independent statements in another order, an inverted `if`."""
    answer, found = diff("wheel_old.c", "wheel_refactored.c")
    (update,) = found["functions"]
    assert (is_clean(answer), found["verdict"], update["differences"]) == (True, "equivalent", [])
    assert update["summary"] == "equivalent on all 10 compared paths, for: all inputs"
    assert update["renamed"] == {"update": {"PedalCmd": "command"}}
    unmoved = {line["line"] for line in update["impact"] if line["rule"] == "changed"}
    assert unmoved.isdisjoint({6, 7, 8, 9}), "lines that were only moved are not changed"


def test_comments_and_formatting_are_no_change_and_nothing_is_explored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Explorer, "run", lambda self: pytest.fail("it explores"))
    lines = (EXAMPLES / "wheel_old.c").read_text().split("\n")
    shifted = [f"/* {n} */ {line.strip()}  // comment\n" for n, line in enumerate(lines)]
    (tmp_path / "wheel.c").write_text("\n".join(line for line in shifted if "Directed" not in line))
    answer = secateur.diff(EXAMPLES / "wheel_old.c", tmp_path / "wheel.c")
    found = printed(answer)
    assert (is_clean(answer), found["verdict"], found["functions"]) == (True, "unaffected", [])


def test_the_answer_for_people_is_that_of_the_golden_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES.parent)
    answer = secateur.diff("examples/wheel_old.c", "examples/wheel_new.c", function="update")
    output = io.StringIO()
    show_diff(Console(file=output, width=1000), answer, SourceText(), with_impact=True)
    shown = [line.partition(" pairs of runs")[0] for line in output.getvalue().splitlines()]
    assert shown == (GOLDEN / "wheel.diff").read_text().splitlines()


def test_the_same_question_gives_the_same_answer() -> None:
    answers = [without_seconds(diff("wheel_old.c", "wheel_new.c", function="update")[1]) for _ in range(2)]
    assert answers[0] == answers[1]
