"""The options of each job: groups that it shares with others, and a few of its own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from secateur.options.groups import (
    Acceptance,
    Budget,
    Checks,
    Compiling,
    Hardware,
    Inputs,
    Invocation,
    Keep,
    Limits,
    Order,
    Outputs,
    Parallel,
    Search,
    Solving,
    World,
)
from secateur.options.model import group, option


class FaultEquality(StrEnum):
    """When two faults count as the same behaviour."""

    KIND = "kind"
    ANY = "any"


class Cover(StrEnum):
    """What the tests of a change have to cover: impacted paths, or each side of impacted branches."""

    PATHS = "paths"
    CONDITIONS = "conditions"


class Conditions(StrEnum):
    """What `debug` composes: what the output depends on, or everything that was decided."""

    SLICE = "slice"
    PATH = "path"


_OLD_CFLAGS = option(
    None,
    "Compiler flags of the old version, if they are others than those of --cflags.",
    metavar="FLAGS",
    shows_default=False,
)
_OLD_COMMANDS = option(
    None,
    "The compile_commands.json of the old version, if it is another one than that of -p.",
    "--old-p",
    metavar="DIR|FILE",
    shows_default=False,
)
_FUNCTION = "The function, if it is not named after a colon."
_CONFIRM = ("--confirm/--no-confirm",)
_TRUST = "Run native programs without the fence: they can then do anything that you can."


@dataclass(frozen=True, slots=True)
class SubjectOptions:
    """For every job that compiles a function: what it is called with, and how to build it."""

    inputs: Inputs = group(Inputs(), without=("checks", "contents", "closed", "ensures", "infer"))
    compiling: Compiling = group(Compiling(), without=("own",))


@dataclass(frozen=True, slots=True)
class SolverOptions(SubjectOptions):
    """For every job that asks a solver, and so claims something."""

    solving: Solving = group(Solving())
    acceptance: Acceptance = group(Acceptance())


@dataclass(frozen=True, slots=True)
class PathOptions(SolverOptions):
    """For every job that runs paths: which faults, how far, in which surroundings."""

    checks: Checks = group(Checks())
    budget: Budget = group(Budget(), without=("output_size",))
    limits: Limits = group(Limits())
    world: World = group(World())


@dataclass(frozen=True, slots=True)
class ExplorationOptions(PathOptions):
    """For every job that explores one version."""

    invocation: Invocation = group(Invocation())
    hardware: Hardware = group(Hardware())
    search: Search = group(Search())
    parallel: Parallel = group(Parallel())
    outputs: Outputs = group(Outputs())
    confirm: bool = option(True, "Run each fault natively, with sanitizers. With --no-confirm nothing runs.", *_CONFIRM)
    trust: bool = option(False, _TRUST)


@dataclass(frozen=True, slots=True)
class ChangeOptions(PathOptions):
    """For every job about two versions: which function, and which outputs count."""

    function: str | None = option(None, _FUNCTION, metavar="NAME", shows_default=False)
    output: tuple[str, ...] = option(
        (),
        "An output that counts: return, stdout, a global or a buffer. Can be repeated. Default: all.",
        metavar="NAME",
        shows_default=False,
    )
    ignore: tuple[str, ...] = option(
        (), "An output that does not count. Can be repeated.", metavar="NAME", shows_default=False
    )
    tests: Path | None = option(
        None,
        "An existing suite, written by explore, or a JSON list of inputs: what it covers of the change.",
        metavar="DIR|FILE",
        shows_default=False,
    )
    out: Path | None = option(None, "Folder for the tests to add, as a suite.", shows_default=False, is_place=True)
    old_cflags: str | None = _OLD_CFLAGS
    old_compile_commands: Path | None = _OLD_COMMANDS
    confirm: bool = option(True, "Run both versions natively on each difference and new test.", *_CONFIRM)
    trust: bool = option(False, _TRUST)


@dataclass(frozen=True, slots=True)
class ExploreOptions(ExplorationOptions):
    inputs: Inputs = group(Inputs(infer=True), without=("checks", "contents", "closed"))
    budget: Budget = group(Budget())
    technique: str = option("auto", "Technique: auto, full, dgse, dgse-published, pse, rsc, or one from --plugin.")
    out: Path | None = option(
        None, "Folder for the tests and run.json (default: secateur-out/NAME).", shows_default=False, is_place=True
    )
    keep: Keep = option(
        Keep.ALL,
        "Which tests to keep: all, one for each path; branches, those of paths that run a line or take a side that "
        "none did before, or that have a new outcome; outcomes, one for each end and each fault; auto, all of the "
        "first 1,000 paths, then as branches.",
        metavar="auto|all|branches|outcomes",
        cli_default=Keep.AUTO,
    )
    resume: Path | None = option(
        None,
        "Go on with the run that was stored in this folder, as it was asked for; only budgets can be others. "
        "Without SOURCE, they are taken from it, too.",
        metavar="DIR",
        shows_default=False,
        is_place=True,
    )
    check_tests: bool = option(
        False,
        "Build tests.c with the system's compiler, with and without optimisation, and run it.",
        "--check-tests/--no-check-tests",
        cli_default=True,
    )
    callers: int = option(
        0,
        "Explore callers, up to this many levels, to see whether they bring about the faults outside the contract.",
        metavar="N",
        minimum=0,
    )
    audit: bool = option(False, "Then explore fully too, to see whether the technique missed a fault.")
    audit_budget: float = option(60.0, "Time for the full exploration of --audit in seconds.", minimum=0)
    summaries: str | None = option(
        None,
        "Do not enter these functions: summaries of what they return and write stand in for them. auto: all functions "
        "that can be summarised and that branch. A call is entered where the function fails. Where an exact summary "
        "would be too large, an approximate one is used (not with pse), and faults inside are not looked for.",
        metavar="auto|F,G,…",
    )
    postconditions: Path | None = option(
        None, "With pse: write what is covered at each line, path by path, to this file.", metavar="FILE", is_place=True
    )
    trace: Path | None = option(
        None,
        "Write a table (CSV) to this file while exploring, a row per run: time, paths, distinct symbolic values seen, "
        "coverage, faults.",
        metavar="FILE",
        is_place=True,
    )


@dataclass(frozen=True, slots=True)
class CompareOptions(ExplorationOptions):
    """By default, no answers of the solver are kept: those of one technique would make the next one look better."""

    solving: Solving = group(Solving(answer_cache=False))
    inputs: Inputs = group(Inputs(infer=True), without=("checks", "contents", "closed", "ensures"))
    techniques: str | None = option(
        None, "Comma-separated list of techniques (default: all that look for faults).", shows_default=False
    )


@dataclass(frozen=True, slots=True)
class DiffOptions(ChangeOptions):
    faults: FaultEquality = option(
        FaultEquality.KIND, "Two faults are equal if they are of the same kind, or always.", metavar="kind|any"
    )
    technique: str = option("dise", "How to explore the new version: dise, dise-published, dgse, full.")
    strategy: str | None = option(
        None, "Which side dise-published takes first; short for --tune strategy=NAME.", metavar="default|random|greedy"
    )
    cover: Cover = option(
        Cover.PATHS,
        "With --tests: one test for each impacted path, or for each side of each impacted condition.",
        metavar="paths|conditions",
    )
    first: bool = option(False, "Stop at the first confirmed difference, of each function.")
    fresh: bool = option(False, "For a commit: compare again what an earlier run compared.")
    search: Search = group(Search(order=Order.DIRECTED), without=("start", "switch", "merge"))
    parallel: Parallel = group(Parallel(), without=("cluster",))
    inputs: Inputs = group(
        Inputs(symbolic=("all",), nullable=("members",), contents=8, infer=True),
        without=("checks", "contents", "closed", "ensures"),
    )
    world: World = group(World(malloc_fails="all"))


@dataclass(frozen=True, slots=True)
class AugmentOptions(ChangeOptions):
    """The defaults of distance, depth, rounds and chains were chosen by benchmarks/augmentation.py."""

    distance: int = option(6, "Maximum number of statements in a chain after the change.", minimum=0)
    depth: int = option(
        16, "Trace conditions back over this many definitions; anything deeper is any value.", metavar="E", minimum=1
    )
    rounds: int = option(2, "Number of loop iterations that are distinguished.", minimum=1)
    chains: int = option(64, "Maximum number of chains per version.", minimum=1)
    exact: bool = option(False, "Abstract nothing, however large conditions get.")
    budget: Budget = group(Budget(), without=("max_paths", "output_size"))
    limits: Limits = group(Limits(), without=("loop_bound", "max_depth"))
    solving: Solving = group(Solving(solver_timeout=2.0))
    parallel: Parallel = group(Parallel(), without=("cluster",))


@dataclass(frozen=True, slots=True)
class DebugOptions(SolverOptions):
    inputs: Inputs = group(Inputs(), without=("checks", "contents", "closed", "assume", "ensures", "infer"))
    function: str | None = option(None, "The function that the test calls.", metavar="NAME", shows_default=False)
    conditions: Conditions = option(
        Conditions.SLICE,
        "What is composed: slice (what the output depends on), or path (everything that was decided).",
        metavar="slice|path",
    )
    timeout: float | None = option(None, "Stop looking for causes after this many seconds.", minimum=0)
    old_cflags: str | None = _OLD_CFLAGS
    old_compile_commands: Path | None = _OLD_COMMANDS
    outputs: Outputs = group(Outputs())
    checks: Checks = group(Checks())


@dataclass(frozen=True, slots=True)
class SignatureOptions(PathOptions):
    count: bool = option(False, "Also count the paths that each row stands for.")
    function: str | None = option(None, _FUNCTION, metavar="NAME", shows_default=False)
    outputs: Outputs = group(Outputs())


@dataclass(frozen=True, slots=True)
class ApproximateOptions(SolverOptions):
    to: int | None = option(None, "The line to reach.", metavar="LINE")
    value: tuple[str, ...] = option(
        (),
        "Also the values of this variable, or of a part such as p[0], s.len or *q, at that line (with --at exit: after "
        "the call).",
        metavar="VAR",
    )
    start_line: int | None = option(None, "Start at this line of the function, in any state.", "--from", metavar="LINE")
    solve: bool = option(False, "Find an input that reaches the line, and run it.")
    at: str | None = option(None, "Show results and outputs after the call; the only place is exit.", metavar="exit")
    prove: tuple[str, ...] = option(
        (), "A C expression that must hold after the call; result is the return value.", metavar="EXPR"
    )
    depth: int | None = option(None, "Trace values back over this many definitions, then *.", metavar="E", minimum=0)
    abstract: tuple[str, ...] = option(
        (), "Do not look into this function ('library': any function of the C library).", metavar="FUNCTION"
    )
    expansions: int = option(10_000, "Maximum number of uses traced back, then *.", metavar="N", minimum=0)
    rounds: int = option(2, "Number of iterations of each loop that are distinguished.", metavar="N", minimum=0)
    timeout: float = option(60.0, "Time for everything in seconds. What is not known then is *, or unknown.", minimum=0)
    confirm: bool = option(True, "Run each input that was found natively.", *_CONFIRM)
    trust: bool = option(False, _TRUST)


class InvariantStyle(StrEnum):
    """A table for people, assertions in C, or parts of a contract."""

    TABLE = "table"
    ASSERT = "assert"
    ENSURES = "ensures"


@dataclass(frozen=True, slots=True)
class InvariantsOptions(PathOptions):
    inputs: Inputs = group(
        Inputs(symbolic=("used",), nullable=("members",), infer=True),
        without=("checks", "contents", "closed", "ensures"),
    )
    style: InvariantStyle = option(
        InvariantStyle.TABLE,
        "As a table, as assertions in C around a call, or as parts of a contract for a comment before the function.",
        metavar="table|assert|ensures",
    )
    every: bool = option(False, "Show all lines, not only the ten that say most about each function.", "--all")
    runs: int = option(200, "Number of random runs that lines are proposed from.", metavar="N", minimum=0)
    seed: int = option(0, "Seed of these runs.")
    rounds: int = option(
        2, "Number of iterations of each loop that the approximation distinguishes at first.", metavar="N", minimum=0
    )


@dataclass(frozen=True, slots=True)
class DepsOptions(SubjectOptions):
    kind: str = option(
        "all", "Which dependences: all, or a comma-separated list of control, data, potential, interactive."
    )
    inputs: Inputs = group(Inputs(), without=("checks", "contents", "closed", "assume", "ensures", "infer"))


class ContractStyle(StrEnum):
    """A table for people, a section of `secateur.toml`, or a comment in the source."""

    TABLE = "table"
    TOML = "toml"
    COMMENT = "comment"


@dataclass(frozen=True, slots=True)
class ContractOptions(SubjectOptions):
    compiling: Compiling = group(Compiling(), without=("link", "own"))
    inputs: Inputs = group(
        Inputs(infer=True),
        without=(
            "checks",
            "contents",
            "closed",
            "assume",
            "buffer",
            "string",
            "symbolic",
            "pointer_depth",
            "nullable",
            "alias",
        ),
    )
    style: ContractStyle = option(
        ContractStyle.TABLE,
        "As a table, as a section of secateur.toml, or as a comment to stand before the function.",
        metavar="table|toml|comment",
    )


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    timeout: float = option(10.0, "Maximum time per test in seconds.", minimum=0.01)
    jobs: int | None = option(
        None, "Number of tests run at a time (default: the number of processors).", "--jobs", "-j", minimum=1
    )
    trust: bool = option(False, _TRUST)


@dataclass(frozen=True, slots=True)
class ReduceOptions:
    out: Path | None = option(
        None, "Folder for the smaller suite (default: DIR-reduced).", shows_default=False, is_place=True
    )
    outputs: Outputs = group(Outputs())


class SuiteStyle(StrEnum):
    """What a suite is written for: C without anything else, or a framework."""

    PLAIN = "plain"
    UNITY = "unity"
    CMOCKA = "cmocka"
    CHECK = "check"
    GTEST = "gtest"
    PYTEST = "pytest"


@dataclass(frozen=True, slots=True)
class SuiteOptions:
    style: SuiteStyle = option(
        SuiteStyle.PLAIN,
        "What the tests are written for: C without anything else, Unity, cmocka, Check, GoogleTest or pytest.",
        metavar="plain|unity|cmocka|check|gtest|pytest",
    )
    out: Path | None = option(None, "Folder for the suite (default: DIR-suite).", shows_default=False, is_place=True)
    every: bool = option(False, "Keep every test, also those that take no further side and end in no further way.")


@dataclass(frozen=True, slots=True)
class ProjectOptions:
    """How a project is run. What is explored, and how, `secateur.toml` says."""

    only: tuple[str, ...] = option(
        (),
        "Only functions that match, such as 'src/net.c:*' or 'parse_*'. Can be repeated.",
        metavar="PATTERN",
        shows_default=False,
    )
    jobs: int | None = option(
        None,
        "Number of functions explored at a time (default: that of secateur.toml, or the number of processors).",
        "-j",
        "--jobs",
        minimum=1,
    )
    fresh: bool = option(False, "Explore every function again, also where nothing has changed.")
    strict: bool = option(False, "Exit with 3 if a function was not explored completely.")


@dataclass(frozen=True, slots=True)
class ExplainOptions:
    timeout: float = option(20.0, "Time to look for an input that reaches a line, in seconds.", minimum=0)


@dataclass(frozen=True, slots=True)
class WatchOptions(SubjectOptions):
    """The options of `explore` that one needs while writing a function."""

    technique: str = option("auto", "Technique: auto, full, dgse, dgse-published, pse, or rsc.")
    inputs: Inputs = group(Inputs(infer=True), without=("checks", "contents", "closed"))
    checks: Checks = group(Checks())
    budget: Budget = group(Budget())
    world: World = group(World())
