"""`secateur approximate`: all paths at once, approximately."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.console import Console

from secateur.approximation.approximation import ROUNDS
from secateur.approximation.solving import Solved
from secateur.approximation.strategy import Calls, Depth, Either, Expansions, Strategy
from secateur.approximation.study import Study
from secateur.cli.errors import CLEAN, FOUND, INCOMPLETE, fail, user_errors
from secateur.cli.exploration import BACKENDS, SolverName, SolverTimeout, require_known
from secateur.cli.source import Assume, Buffer, Define, Include, Nullable, Sources, String, Symbolic, build_options
from secateur.harness.subject import Subject, load
from secateur.machine.fault import ALL_CHECKS
from secateur.options import Inputs
from secateur.report.approximate import Answers, Checked, Witness, approximate_json, show_answers
from secateur.solver import Solver, by_name
from secateur.suite.record import Recorder, suite_of
from secateur.suite.replay import replay_suite

EXAMPLES = """[bold]Examples[/]

secateur approximate map.c:add --to 12 --value sz --solve

secateur approximate map.c:add --to 12 --abstract hasKey --abstract getVal --depth 4

secateur approximate brake.c:update --at exit --check 'result >= 0 && result <= 100'
"""

#: Uses that are expanded before the rest is abstracted, whatever the strategy says.
MOST_EXPANSIONS = 10_000


def command(
    sources: Sources,
    to: Annotated[int | None, typer.Option(metavar="LINE", help="The line to reach.")] = None,
    value: Annotated[
        list[str] | None,
        typer.Option(
            metavar="VAR", help="Also what this variable can be at that line (with --at exit: after the call)."
        ),
    ] = None,
    from_: Annotated[
        int | None, typer.Option("--from", metavar="LINE", help="Start at this line of the function, in any state.")
    ] = None,
    solve: Annotated[bool, typer.Option("--solve", help="Find an input that reaches the line, and run it.")] = False,
    at: Annotated[
        str | None, typer.Option(metavar="exit", help="What holds after the call, on every path: results and outputs.")
    ] = None,
    check: Annotated[
        list[str] | None,
        typer.Option(metavar="EXPR", help="A C expression that shall hold after the call; result is what it returned."),
    ] = None,
    depth: Annotated[
        int | None, typer.Option(metavar="E", help="Trace values back over this many definitions, then *.", min=0)
    ] = None,
    abstract: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FUNCTION", help="Do not look into this function ('library': into none of the C library)."
        ),
    ] = None,
    expansions: Annotated[
        int, typer.Option(metavar="N", help="Trace back this many uses, then *.", min=0)
    ] = MOST_EXPANSIONS,
    rounds: Annotated[
        int, typer.Option(metavar="N", help="Rounds of each loop that are told apart from later ones.", min=0)
    ] = ROUNDS,
    timeout: Annotated[float, typer.Option(help="Seconds for --solve and each --check.", min=0)] = 60.0,
    symbolic: Symbolic = None,
    nullable: Nullable = None,
    assume: Assume = None,
    buffer: Buffer = 4,
    string: String = None,
    include: Include = None,
    define: Define = None,
    solver: SolverName = "bitwuzla",
    solver_timeout: SolverTimeout = 10.0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
) -> None:
    """Show when a line of a C function is reached and what variables can be there, for all paths at once: conditions
    and values over the inputs, and * for what was not looked into. Every behaviour is contained in the answer."""
    require_known(("--solver", solver, BACKENDS))
    if at not in (None, "exit"):
        raise fail(f"--at {at}: unknown; the only place is exit (for a line, use --to)")
    if to is None and at is None and not check:
        raise fail("say what you want to know: --to LINE, --at exit, or --check EXPR")
    if solve and to is None:
        raise fail("--solve finds an input for a line: add --to LINE")
    if from_ is not None and (solve or at or check):
        raise fail("--from starts in any state, not with inputs: use it with --to and --value only")
    if value and to is None and at is None:
        raise fail("--value needs a place: add --to LINE or --at exit")
    inputs = Inputs(
        buffer,
        string,
        tuple(symbolic or ()),
        tuple(assume or ()),
        nullable=tuple(nullable or ()),
        checks=tuple(check or ()),
    )
    console = Console(stderr=as_json)
    with user_errors():
        subject = load(sources, build_options(include, define), inputs)
        if subject.driver is None:
            raise fail(f"name a function: {sources[0]}:FUNCTION")
        for name in abstract or ():
            if name != "library" and name not in subject.program.functions:
                raise fail(f"--abstract {name}: there is no such function")
        engine = Solver(by_name(solver), solver_timeout)
        study = Study(
            subject.program, subject.function, engine, strategy_of(depth, abstract or (), expansions), rounds, from_
        )
        answers = answer(study, subject, to, value or [], at == "exit", check or [], solve, timeout)
    if as_json:
        sys.stdout.write(json.dumps(approximate_json(answers)) + "\n")
    else:
        show_answers(console, answers)
    raise typer.Exit(exit_code(answers))


def strategy_of(depth: int | None, abstract: Sequence[str], expansions: int) -> Strategy:
    parts: list[Strategy] = [Expansions(expansions)]
    if depth is not None:
        parts.append(Depth(depth))
    names = [name for name in abstract if name != "library"]
    if names:
        parts.append(Calls(names))
    if len(names) < len(abstract):
        parts.append(Calls())
    return Either(*parts)


def answer(
    study: Study,
    subject: Subject,
    to: int | None,
    names: list[str],
    at_exit: bool,
    checks: list[str],
    solves: bool,
    timeout: float,
) -> Answers:
    answers = Answers(subject.title, subject.source, subject.function, study, to)
    if to is not None:
        answers.family = study.to(to)
        for name in names if not at_exit else ():
            answers.values |= study.values(name, answers.family.points)
        if solves:
            answers.solved = study.reach(to, timeout)
            answers.witness = witness(study, subject, answers.solved)
    if at_exit:
        answers.observed = study.observed(names or (["return"] if returns(subject) else []))
    for number, text in enumerate(checks, 1):
        solved = study.check(number, timeout)
        answers.checks.append(Checked(text, solved, witness(study, subject, solved)))
    return answers


def returns(subject: Subject) -> bool:
    return subject.driver is not None and subject.driver.result is not None


def witness(study: Study, subject: Subject, solved: Solved) -> Witness | None:
    """The input that was found, as a test, tried natively too."""
    if solved.model is None:
        return None
    test = Recorder(subject.driver).test(study.path(solved.model), 1)
    replayed = replay_suite(suite_of(subject, [test], ALL_CHECKS)).replayed[0]
    return Witness(test, replayed.confirmed)


def exit_code(answers: Answers) -> int:
    """1 if a condition was refuted, 3 if something stayed unknown."""
    if any(check.verdict == "refuted" for check in answers.checks):
        return FOUND
    open_: list[Any] = [check for check in answers.checks if check.verdict == "unknown"]
    if answers.solved is not None and answers.solved.model is None and not answers.solved.impossible:
        open_.append(answers.solved)
    return INCOMPLETE if open_ else CLEAN
