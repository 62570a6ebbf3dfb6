"""All paths at once, approximately: when a line is reached, what a value can be there, and what holds at exit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from secateur.approximation.solving import ProofStatus, Solved
from secateur.approximation.stars import Star
from secateur.approximation.strategy import Calls, Depth, Either, Expansions, Strategy
from secateur.approximation.study import Family, Guarded, Study
from secateur.assumption import Ledger
from secateur.errors import OptionError, SecateurError
from secateur.exploration.alarm import OutOfBudget, alarm
from secateur.exploration.budget import Meter
from secateur.harness.errors import HarnessError
from secateur.harness.subject import Subject, load
from secateur.jobs.answer import Answer
from secateur.jobs.not_compiled import left_out_of
from secateur.jobs.plan import new_solver
from secateur.jobs.target import accepted_kinds
from secateur.jobs.world_use import choices_use, initial_use, world_use
from secateur.machine.fault import DEFAULT_CHECKS
from secateur.options import Budget
from secateur.options.jobs import ApproximateOptions
from secateur.report.approximate_json import approximate_json
from secateur.suite.record import Recorder, suite_of
from secateur.suite.replay import Running, replay_suite
from secateur.suite.test import Test

#: The word that stands for all functions of the C library.
LIBRARY = "library"


@dataclass(frozen=True, slots=True)
class Witness:
    """An input with what it does. `confirmed`: it does so natively, too (None: it was not tried, for the reason in
    `not_tried` if that was wanted)."""

    test: Test
    confirmed: bool | None
    not_tried: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """A condition that must hold after the call. The witness of a refuted one breaks it."""

    text: str
    solved: Solved
    witness: Witness | None

    @property
    def status(self) -> ProofStatus:
        return self.solved.status


@dataclass(frozen=True, slots=True)
class ApproximateAnswer(Answer):
    """What was asked, and what came out: the `family` of paths to a line, `values` there, `observed` ones at exit."""

    subject: Subject
    study: Study
    to: int | None
    family: Family | None
    values: Mapping[str, Sequence[Guarded]]
    solved: Solved | None
    witness: Witness | None
    observed: Mapping[str, Sequence[Guarded]]
    proofs: tuple[Proof, ...]
    options: ApproximateOptions
    ledger: Ledger = field(default_factory=Ledger)

    @property
    def stars(self) -> list[Star]:
        return self.study.stars()

    @property
    def found(self) -> bool:
        """Is a condition refuted?"""
        return any(proof.status is ProofStatus.REFUTED for proof in self.proofs)

    @property
    def complete(self) -> bool:
        """Is nothing unknown, and nothing in doubt?"""
        return self.decided_all and not self.ledger.open

    @property
    def decided_all(self) -> bool:
        """Is nothing unknown?"""
        solved = self.solved
        is_open = solved is not None and solved.model is None and not solved.impossible
        return not is_open and not any(proof.status is ProofStatus.UNKNOWN for proof in self.proofs)

    def data(self) -> dict[str, Any]:
        return approximate_json(self)


def approximate(sources: Sequence[str], options: ApproximateOptions) -> ApproximateAnswer:
    """Answer what was asked of a function, for all of its paths at once."""
    _require_question(options)
    inputs = replace(options.inputs, checks=options.prove)
    subject = load(sources, options.compiling, inputs)
    if subject.driver is None:
        raise HarnessError(f"name a function: {sources[0]}:FUNCTION")
    for name in options.abstract:
        if name != LIBRARY and name not in subject.program.functions:
            raise OptionError("abstract", name, "there is no such function")
    study = Study(
        subject.program,
        subject.function,
        new_solver(options.solving),
        strategy_of(options),
        options.rounds,
        options.start_line,
    )
    return _answered(study, subject, options)


def _require_question(options: ApproximateOptions) -> None:
    to, at, prove = options.to, options.at, options.prove
    if at not in (None, "exit"):
        raise OptionError("at", at, "unknown", "the only place is exit (for a line, use --to)")
    if to is None and at is None and not prove:
        raise HarnessError("say what you want to know: --to LINE, --at exit, or --prove EXPR")
    if options.solve and to is None:
        raise OptionError("solve", problem="finds an input for a line", advice="add --to LINE")
    if options.start_line is not None and (options.solve or at or prove):
        problem = "starts in any state, not with inputs"
        raise OptionError("start_line", problem=problem, advice="use it with --to and --value only")
    if options.value and to is None and at is None:
        raise OptionError("value", problem="needs a place", advice="add --to LINE or --at exit")


def strategy_of(options: ApproximateOptions) -> Strategy:
    parts: list[Strategy] = [Expansions(options.expansions)]
    if options.depth is not None:
        parts.append(Depth(options.depth))
    names = [name for name in options.abstract if name != LIBRARY]
    if names:
        parts.append(Calls(names))
    if len(names) < len(options.abstract):
        parts.append(Calls())
    return Either(*parts)


def _answered(study: Study, subject: Subject, options: ApproximateOptions) -> ApproximateAnswer:
    to, at_exit, names = options.to, options.at == "exit", list(options.value)
    family: Family | None = None
    values: dict[str, list[Guarded]] = {}
    solved: Solved | None = None
    if to is not None:
        family = study.to(to)
        for name in names if not at_exit else ():
            values |= study.values(name, family.points)
        if options.solve:
            solved = _within(options.timeout, lambda seconds: study.reach(to, seconds))
    observed = study.observed(names or (["return"] if _returns(subject) else [])) if at_exit else {}
    proofs = []
    for number, text in enumerate(options.prove, 1):
        proof = _within(options.timeout, partial(study.check, number))
        proofs.append(Proof(text, proof, _witness(study, subject, proof, options)))
    witness = None if solved is None else _witness(study, subject, solved, options)
    ledger = _ledger(study, subject, options)
    return ApproximateAnswer(
        subject, study, to, family, values, solved, witness, observed, tuple(proofs), options, ledger
    )


def _within(seconds: float, solve: Callable[[float], Solved]) -> Solved:
    """Solving looks at the clock between its steps. If a step takes too long, the answer is not known."""
    try:
        with alarm(Meter(Budget(timeout=seconds))):
            return solve(seconds)
    except OutOfBudget:
        return Solved(None, impossible=False, guaranteed=False, refined=0, tried=0, expansions=0)


def _ledger(study: Study, subject: Subject, options: ApproximateOptions) -> Ledger:
    """What holds for all paths rests on the inputs, unless it starts in any state, and on what the code may call."""
    inputs = subject.assumptions if options.start_line is None else ()
    code = study.static.code
    initial = initial_use(code) if options.start_line is None else ()
    functions = (unit.function for unit in code.units.values())
    found = (*inputs, *initial, *world_use(code), *choices_use(code), *left_out_of(subject, functions))
    return Ledger.of(found, accepted_kinds(options.acceptance))


def _returns(subject: Subject) -> bool:
    return subject.driver is not None and subject.driver.result is not None


def _witness(study: Study, subject: Subject, solved: Solved, options: ApproximateOptions) -> Witness | None:
    """The input that was found, as a test, tried natively too."""
    if solved.model is None:
        return None
    test = Recorder(subject.driver).test(study.path(solved.model), 1)
    if not options.confirm:
        return Witness(test, None)
    try:
        report = replay_suite(suite_of(subject, [test], DEFAULT_CHECKS), Running(trust=options.trust))
    except (SecateurError, OSError) as error:
        return Witness(test, None, str(error))
    return Witness(test, report.replayed[0].confirmed)
