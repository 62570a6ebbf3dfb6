"""What a job is about: the compiled function, the faults that are looked for, the outputs that matter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from secateur.assumption import USUAL, AssumptionKind
from secateur.contracts.meaning import meaning_of
from secateur.contracts.model import Contract
from secateur.errors import OptionError
from secateur.exploration.criteria import PRINTED, RETURN, Criterion, is_part, roots
from secateur.exploration.result import Result
from secateur.harness.errors import HarnessError
from secateur.harness.hardware import OWN, HardwarePlan, hardware_file, hardware_plan
from secateur.harness.invocation import start_plan
from secateur.harness.subject import GivenStart, Havoc, Subject, load
from secateur.machine.errors import NothingRuns
from secateur.machine.fault import ALL_CHECKS, ALWAYS, DEFAULT_CHECKS, OPTIONAL_CHECKS, FaultKind
from secateur.machine.library import find_builtin
from secateur.options import Acceptance, Checks, Clock, Compiling, External, Outputs, World
from secateur.options.jobs import ExplorationOptions, PathOptions

MOST_ALLOCATIONS = 1 << 62


def compiled(
    sources: Sequence[str],
    options: PathOptions,
    folder: Path,
    contract: Contract | None = None,
    sees_errno: bool = False,
) -> Subject:
    """The subject; stand-ins for functions without a body, if they are wanted, are kept in `folder`. `contract`: what
    counts instead of what the sources say. `sees_errno`: see `load`."""
    havoc = None
    if options.world.external is External.HAVOC:
        havoc = Havoc(folder / "externals.c", lambda name: find_builtin(name) is not None)
    plan = start_plan(options.invocation) if isinstance(options, ExplorationOptions) else None
    start = None if plan is None else GivenStart(folder / "world.c", plan)
    compiling, hardware = options.compiling, None
    if isinstance(options, ExplorationOptions):
        hardware = hardware_plan(options.hardware)
    if hardware is not None:
        sources, compiling = _on_hardware(hardware, sources, compiling, folder / "hardware.c")
    subject = load(sources, compiling, options.inputs, havoc, contract, start, sees_errno)
    if hardware is not None:
        assumed = subject.program.assumed
        if assumed is not None:
            assumed = {name: how for name, how in assumed.items() if OWN not in name}
        subject = replace(
            subject,
            program=replace(subject.program, assumed=assumed),
            assumptions=(*subject.assumptions, *hardware.assumptions),
        )
    world = options.world
    failing = failing_allocations(world)
    if subject.contract is not None and meaning_of(subject.contract.clauses).fails:
        failing = failing or 1
    program = replace(
        subject.program,
        uninitialised=world.uninitialised,
        failing_allocations=failing,
        clock_moves=world.clock is Clock.ANY,
    )
    return replace(subject, program=program)


def _on_hardware(
    plan: HardwarePlan, sources: Sequence[str], compiling: Compiling, file: Path
) -> tuple[list[str], Compiling]:
    """The sources with one more, which is the hardware, and the flags that lead accesses there."""
    named = (source for source in sources if not Path(source).exists())
    function = next(named, "").rpartition(":")[2] or "main"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(hardware_file(plan))
    flags = (*compiling.flags, *plan.flags(function))
    return [*sources, str(file)], replace(compiling, flags=flags)


def failing_allocations(world: World) -> int:
    """How many allocations of a path may fail."""
    given = world.malloc_fails
    if given is None:
        return 0
    if given == "all":
        return MOST_ALLOCATIONS
    if not given.isdecimal() or int(given) == 0:
        raise OptionError("malloc_fails", given, "is neither all nor a number of at least 1")
    return int(given)


def default_folder(sources: Sequence[str]) -> Path:
    """`secateur-out/brake-update` for `src/brake.c:update`."""
    target = next((s for s in sources if not Path(s).exists()), sources[0])
    path, _, function = target.partition(":")
    return Path("secateur-out") / f"{Path(path).stem}-{function or 'main'}"


def wanted_checks(checks: Checks, sources: Sequence[str], every_path: bool = False) -> frozenset[FaultKind]:
    """The kinds of faults to look for: words from left to right, each adds kinds or takes one away.

    Optimised bitcode computes values it does not use, so overflow there says nothing about the source. Every branch may
    decide what leads to a block at the end, so leaks are looked for only if `every_path` is explored.
    """
    is_bitcode = any(s.partition(":")[0].endswith((".ll", ".bc")) for s in sources)
    default = ALWAYS if is_bitcode else DEFAULT_CHECKS
    sets = {"default": default, "all": ALL_CHECKS, "none": ALWAYS}
    words = [word.strip() for word in (checks.check if checks.check is not None else "default").split(",")]
    if "" in words:
        raise OptionError("check", checks.check, "has an empty name", "none looks for no optional faults")
    wanted = default if words and words[0][0] in "+-" else ALWAYS
    for word in words:
        kind = word.lstrip("+-")
        if kind not in (*sets, *ALL_CHECKS):
            raise OptionError("check", word, known=(*sorted(OPTIONAL_CHECKS), *sets))
        if word.startswith("-"):
            wanted -= _left_out(kind)
        else:
            wanted |= sets.get(kind) or {FaultKind(kind)}
    if every_path or FaultKind.LEAK not in wanted:
        return wanted
    if any(word.lstrip("+") == FaultKind.LEAK for word in words):
        raise OptionError("check", "leak", "any branch can decide about a leak", "explore with the technique full")
    return wanted - {FaultKind.LEAK}


def _left_out(word: str) -> frozenset[FaultKind]:
    """What `-word` takes away. Faults that end a program in any case cannot be left out."""
    if word not in OPTIONAL_CHECKS:
        advice = f"can be left out: {', '.join(sorted(OPTIONAL_CHECKS))}"
        raise OptionError("check", f"-{word}", "cannot be left out", advice)
    return frozenset({FaultKind(word)})


def accepted_kinds(acceptance: Acceptance, usual: frozenset[AssumptionKind] = USUAL) -> frozenset[AssumptionKind]:
    """The kinds of assumptions under which an answer counts as complete: the usual ones, and those that the user
    accepts."""
    words = [word.strip() for text in acceptance.accept for word in text.split(",")]
    for word in words:
        if word not in (*AssumptionKind, "all"):
            raise OptionError("accept", word, known=(*AssumptionKind, "all"))
    return frozenset(AssumptionKind) if "all" in words else usual | {AssumptionKind(word) for word in words}


def wanted_outputs(subject: Subject, outputs: Outputs) -> Criterion:
    """The user's choice, or an error that lists the outputs there are."""
    chosen = tuple(dict.fromkeys(outputs.output))
    seen = [RETURN] if subject.driver is None else [sight.name for sight in subject.driver.observations]
    require_outputs(chosen, seen, subject.title)
    if not chosen and not seen:
        chosen = (PRINTED,)
    return Criterion(chosen)


def require_outputs(names: Sequence[str], seen: Sequence[str], title: str) -> None:
    """An output that is named must be there: otherwise nothing would be looked at, and nothing would be found."""
    for name in names:
        if name != PRINTED and not any(is_part(each, name) for each in seen):
            known = ", ".join([*dict.fromkeys(roots(seen)), PRINTED])
            raise OptionError("output", name, f"{title} has no such output", f"there are: {known}")


def require_anything(result: Result) -> None:
    """If every path ends at something that cannot be run, there is nothing to show."""
    uses = result.unsupported
    met = [use for use in uses if use.paths]
    if result.paths or result.spent or not met or sum(use.paths for use in met) < result.counts.limited:
        return
    others = [use.name for use in uses[1:] if use.kind.is_undefined and use.name != met[0].name]
    raise NothingRuns(met[0].kind, met[0].name, met[0].position, list(dict.fromkeys(others)))


def nothing_to_do(what: str) -> HarnessError:
    return HarnessError(f"no input satisfies the assumptions: there is nothing to {what}")
