"""All paths at once, approximately: when a line is reached, what a value can be there, and what holds at exit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from math import inf
from time import monotonic
from typing import TypeVar

from secateur.approximation.access import TypesOf
from secateur.approximation.expansion import Suspended
from secateur.approximation.guarded_values import Guarded
from secateur.approximation.solving import Solved, SolvedBy
from secateur.approximation.strategy import Calls, Depth, Either, Expansions, Strategy
from secateur.approximation.study import Family, Study
from secateur.assumption import Assumption, Ledger
from secateur.errors import OptionError, SecateurError
from secateur.exploration.alarm import before_the_answer
from secateur.exploration.budget import Stopwatch
from secateur.exploration.interruption import was_interrupted
from secateur.frontend.build import compile_source
from secateur.frontend.compile import SOURCE_SUFFIXES
from secateur.frontend.errors import CompileError
from secateur.harness.errors import HarnessError
from secateur.harness.subject import Subject, load
from secateur.ir.ctype import CType
from secateur.ir.debuginfo import DebugInfo
from secateur.jobs.answering import Answering
from secateur.jobs.approximate_answer import ApproximateAnswer, Nobody, Proof, Told, Witness
from secateur.jobs.bad_text import bad_condition, without_code
from secateur.jobs.led_search import SearchTarget
from secateur.jobs.not_compiled import left_out_of
from secateur.jobs.plan import Plan, new_solver
from secateur.jobs.target import accepted_kinds
from secateur.jobs.world_use import choices_use, initial_use, world_use
from secateur.machine.fault import DEFAULT_CHECKS
from secateur.options import Budget
from secateur.options.jobs import ApproximateOptions
from secateur.suite.record import Recorder, suite_of
from secateur.suite.replay import Running, replay_suite

T = TypeVar("T")

#: The word that stands for all functions of the C library.
LIBRARY = "library"
#: Seconds that a question gets at least; the part of the time for conditions and values that are shown, and its most.
LEAST, SHOWING, MOST_SHOWING = 0.0, 0.4, 8.0
#: Seconds for what is shown before an input is looked for; and after that, at least, or this share of what that took.
BEFORE, AFTER, SHARE_AFTER = 0.15, 0.15, 0.25
#: Seconds for compiling, even if there is less time.
LOADING = 20.0
_NOT_ASKED = Solved(None, False, False, 0, 0, 0, SolvedBy.NOTHING, is_interrupted=True)


def approximate(sources: Sequence[str], options: ApproximateOptions, told: Told | None = None) -> ApproximateAnswer:
    """Answer what was asked of a function, for all of its paths at once. `told`: is told the parts as they come."""
    watch = Stopwatch()
    _require_question(options)
    inputs = replace(options.inputs, checks=options.prove)
    with before_the_answer(Budget(timeout=max(LOADING, options.timeout))):
        try:
            subject = load(sources, options.compiling, inputs)
        except CompileError as error:
            raise bad_condition(error, options.prove) or error from None
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
        until=monotonic() + min(MOST_SHOWING, SHOWING * options.timeout),
        types=_types(subject),
    )
    return _answered(study, subject, options, told or Nobody(), watch)


def _types(subject: Subject) -> TypesOf:
    """The user's types of variables, read when they are asked for."""

    @cache
    def infos() -> list[DebugInfo]:
        sources = [each for each in subject.sources if each.suffix in SOURCE_SUFFIXES]
        return [DebugInfo(compile_source(source, subject.options).text) for source in sources]

    @cache
    def types(function: str) -> Mapping[str, CType]:
        found: dict[str, CType] = {}
        for info in infos():
            found |= {each.name: each.type for each in info.globals() if not each.function_local}
            if any(each.name == function for each in info.functions()):
                found |= {each.name: each.type for each in info.signature(function).parameters}
                found |= dict(info.locals_of(function))
        return found

    return types


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


def _answered(
    study: Study, subject: Subject, options: ApproximateOptions, told: Told, watch: Stopwatch
) -> ApproximateAnswer:
    to, at_exit, names = options.to, options.at == "exit", list(options.value)
    questions = _Questions(study, subject, options, told, watch)
    family: Family | None = None
    values: Mapping[str, Sequence[Guarded]] = {}
    solved: Solved | None = None
    witness: Witness | None = None
    if to is not None:
        at_line = partial(_at_line, study, to, () if at_exit else names)
        family, values = _shown(study, at_line, questions.line if options.solve else None)
        told.subject(subject)
        told.family(to, family, study.legend)
        told.values(to, values)
        if options.solve:
            solved, witness = questions.line()
    observed: Mapping[str, Sequence[Guarded]] = {}
    if at_exit:
        at_end = partial(study.observed, names or (["return"] if _returns(subject) else []))
        observed = _shown(study, at_end, questions.proofs if options.prove else None)
        told.subject(subject)
        told.values(None, observed)
    told.subject(subject)
    proofs = questions.proofs()
    ledger = _ledger(study, subject, options, questions.assumptions)
    return ApproximateAnswer(subject, study, to, family, values, solved, witness, observed, proofs, options, ledger)


def _at_line(study: Study, to: int, names: Sequence[str]) -> tuple[Family, Mapping[str, Sequence[Guarded]]]:
    with without_code(study.file, to):
        study.require_line(to)
    for name in names:
        study.require_value(name, to)
    family = study.to(to)
    values: dict[str, list[Guarded]] = {}
    for name in names:
        values |= study.values(name, family.points)
    return family, values


def _shown(study: Study, part: Callable[[], T], ask: Callable[[], object] | None) -> T:
    """A part of the answer that is only shown. If it takes long, questions that need an input or a proof come first."""
    if ask is not None:
        try:
            with study.approximation.until(monotonic() + BEFORE):
                return part()
        except Suspended:
            ask()
    return part()


class _Questions:
    """The questions that need an input or a proof, each asked once; the time is for all of them."""

    def __init__(
        self, study: Study, subject: Subject, options: ApproximateOptions, told: Told, watch: Stopwatch
    ) -> None:
        self._study, self._subject, self._options, self._told, self._watch = study, subject, options, told, watch
        self._left = bool(options.solve) + len(options.prove)
        self._plan = Plan(subject, DEFAULT_CHECKS, study.machine.limits, Budget(), options.solving)
        self._line: tuple[Solved, Witness | None] | None = None
        self._proofs: tuple[Proof, ...] | None = None
        self.assumptions: list[Assumption] = []

    def line(self) -> tuple[Solved, Witness | None]:
        """An input that reaches the line."""
        to = self._options.to
        assert to is not None
        if self._line is None:
            self._line = self._ask(SearchTarget(self._study.file, to), f"line {to}")
            self._told.subject(self._subject)
            self._told.solved(to, *self._line, bool(self._study.stars()))
        return self._line

    def proofs(self) -> tuple[Proof, ...]:
        if self._proofs is None:
            self._proofs = ()
            for number, text in enumerate(self._options.prove, 1):
                proof = Proof(text, *self._ask(SearchTarget(check=number), text))
                self._told.subject(self._subject)
                self._told.proof(proof)
                self._proofs += (proof,)
        return self._proofs

    def _ask(self, target: SearchTarget, title: str) -> tuple[Solved, Witness | None]:
        """What is shown afterwards may take a share of the time of the question."""
        seconds = max(LEAST, (self._options.timeout - self._watch.elapsed) / self._left)
        self._left -= 1
        if was_interrupted():
            return _NOT_ASKED, None
        started = monotonic()
        self._study.show_until(inf)
        answered = Answering(self._study, self._plan, target, seconds, self._told.effort, title).answer()
        ended = monotonic()
        self._study.show_until(ended + min(MOST_SHOWING, max(AFTER, SHARE_AFTER * (ended - started))))
        self.assumptions += answered.assumptions
        return answered.solved, _witness(self._study, self._subject, answered.solved, self._options)


def _ledger(study: Study, subject: Subject, options: ApproximateOptions, explored: Sequence[Assumption] = ()) -> Ledger:
    """What holds for all paths rests on the inputs, unless it starts in any state, and on what the code may call."""
    inputs = subject.assumptions if options.start_line is None else ()
    code = study.static.code
    initial = initial_use(code) if options.start_line is None else ()
    functions = (unit.function for unit in code.units.values())
    found = (*inputs, *initial, *world_use(code), *choices_use(code), *left_out_of(subject, functions), *explored)
    return Ledger.of(dict.fromkeys(found), accepted_kinds(options.acceptance))


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
