"""The groups of options. They are the keywords of the API, the panels of `--help` and the `settings` of the JSON."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from secateur.options.model import option


class Order(StrEnum):
    """Which of the waiting tasks is taken next."""

    DFS = "dfs"
    BFS = "bfs"
    RANDOM = "random"
    COVERAGE = "coverage"
    RANDOM_PATH = "random-path"
    MIXED = "mixed"
    DIRECTED = "directed"


class Forks(StrEnum):
    """What a `switch` forks by."""

    TARGETS = "targets"
    LABELS = "labels"


class Keep(StrEnum):
    """Of which paths tests are kept."""

    AUTO = "auto"
    ALL = "all"
    BRANCHES = "branches"
    OUTCOMES = "outcomes"


class SolverName(StrEnum):
    BITWUZLA = "bitwuzla"
    Z3 = "z3"


class External(StrEnum):
    """What a call of a function without a body does."""

    ERROR = "error"
    HAVOC = "havoc"


class Clock(StrEnum):
    """What the program finds when it looks at the clock."""

    FIXED = "fixed"
    ANY = "any"


class Uninitialised(StrEnum):
    """What memory that was never written holds."""

    REPORT = "report"
    ANY = "any"
    ZERO = "zero"


@dataclass(frozen=True, slots=True)
class Inputs:
    """What the function is called with. `string` is the longest `char *` in characters, without its NUL; None means
    `buffer`. `checks` are C expressions that are evaluated after the call; in them, `result` is what it returned."""

    buffer: int = option(4, "Number of elements a pointer parameter points to.", minimum=1)
    string: int | None = option(None, "Maximum length of a char * (default: --buffer).", minimum=0)
    symbolic: tuple[str, ...] = option(
        (),
        "Make a global variable symbolic too; all: all that the function may read and something may have changed; "
        "used: also those that it only writes. Can be repeated.",
        metavar="GLOBAL|all|used",
    )
    assume: tuple[str, ...] = option(
        (), "A C expression over the inputs that must hold. Can be repeated.", metavar="EXPR"
    )
    pointer_depth: int = option(2, "Number of pointers followed from a parameter.", minimum=1, hidden=True)
    nullable: tuple[str, ...] = option(
        (),
        "A pointer, parameter or member (item->prev), that may also be NULL; all: every pointer; members: all "
        "but the parameters. Can be repeated.",
        metavar="NAME|members|all",
        shows_default=False,
    )
    alias: tuple[str, ...] = option(
        (),
        "Pointers that may lead to the same object (a,b or a->next,b); all: all of the same type. Can be repeated.",
        metavar="NAME,NAME|all",
        shows_default=False,
    )
    requires: tuple[str, ...] = option(
        (),
        "A part of the contract: what holds when the function is called, such as 'size(buf) >= len'. Can be repeated.",
        metavar="PART",
        shows_default=False,
    )
    ensures: tuple[str, ...] = option(
        (),
        "A part of the contract: what holds when the function returns; result is what it returned, old(x) the value of "
        "x before the call. Can be repeated.",
        metavar="PART",
        shows_default=False,
    )
    infer: bool = option(False, "Infer what a valid call is from names, types and code.", "--infer/--no-infer")
    checks: tuple[str, ...] = option((), hidden=True)
    contents: int = option(0, "Number of elements behind a returned pointer that are observed.", hidden=True)
    closed: bool = option(False, "Follow each structure with one of zeros, where a pointer leads to it.", hidden=True)


@dataclass(frozen=True, slots=True)
class Compiling:
    """How the sources are compiled: as the user builds them. `flags` are passed to clang as they are; `own` are the
    flags of single files, as words."""

    include: tuple[str, ...] = option((), "Add an include directory.", "-I", metavar="DIR")
    define: tuple[str, ...] = option((), "Define a macro.", "-D", metavar="NAME[=VALUE]")
    cflags: tuple[str, ...] = option(
        (),
        "Compiler flags of your build, such as '-std=gnu89 -funsigned-char'. Can be repeated.",
        metavar="FLAGS",
        shows_default=False,
    )
    compile_commands: Path | None = option(
        None,
        "A compile_commands.json, or the folder that has one: each file is compiled with its flags.",
        "-p",
        "--compile-commands",
        metavar="DIR|FILE",
        shows_default=False,
    )
    link: bool = option(
        True,
        "Link other files of the project (those of -p, or of folders among the sources) that define what is missing.",
        "--link/--no-link",
    )
    flags: tuple[str, ...] = option((), hidden=True)
    own: tuple[tuple[str, tuple[str, ...]], ...] = option((), hidden=True)

    def own_flags(self, path: str | None) -> tuple[str, ...]:
        """The flags of a file; one that has none is compiled as the first that has."""
        flags = dict(self.own)
        return flags.get(path or "", next(iter(flags.values()), ()))


@dataclass(frozen=True, slots=True)
class World:
    """What surrounds the program."""

    external: External = option(
        External.ERROR,
        "Functions without a body: error, or havoc (they do whatever their contract allows).",
        metavar="error|havoc",
    )
    uninitialised: Uninitialised = option(
        Uninitialised.REPORT,
        "Memory that was never written: report a fault where the program decides by it, any (it holds any value), or "
        "zero.",
        metavar="report|any|zero",
    )
    malloc_fails: str | None = option(
        None,
        "The first N allocations of a path, or all, may fail (default: none does).",
        metavar="N|all",
        shows_default=False,
    )
    clock: Clock = option(
        Clock.FIXED,
        "The clock: fixed (it stands still), or any (each look at it finds any time that is not before the last one).",
        metavar="fixed|any",
    )


@dataclass(frozen=True, slots=True)
class Invocation:
    """How a program is started from its `main`: command line, standard input, files, environment."""

    arg: tuple[int, ...] = option(
        (), "An argument of up to N symbolic characters. Can be repeated.", metavar="N", shows_default=False
    )
    args: tuple[str, ...] = option(
        (),
        "MIN to MAX arguments of up to LENGTH symbolic characters, such as 0..2x3. Can be repeated.",
        metavar="MIN..MAXxLENGTH",
        shows_default=False,
    )
    stdin: str | None = option(
        None,
        "Standard input: N symbolic bytes, MIN..MAX of them, the bytes of a file, or those and N symbolic ones.",
        metavar="N|MIN..MAX|@FILE[+N]",
        shows_default=False,
    )
    file: tuple[str, ...] = option(
        (),
        "A file that the program finds in its folder, with contents as for --stdin. Can be repeated.",
        metavar="NAME=N|…",
        shows_default=False,
    )
    env: tuple[str, ...] = option(
        (),
        "A variable of the environment: up to N symbolic characters, a given value, or a given beginning and N more "
        "characters. Can be repeated.",
        metavar="NAME=N|TEXT[+N]",
        shows_default=False,
    )
    io_fails: str | None = option(
        None,
        "Up to N calls of a path that open, read, write or change files, or all, may fail (default: none does).",
        metavar="N|all",
        shows_default=False,
    )
    word: tuple[str, ...] = option(
        (),
        "A given argument, before those of --arg; the words after -- are such arguments, too. Can be repeated. "
        "KLEE's --sym-arg, --sym-args, --sym-files and --sym-stdin are understood.",
        metavar="TEXT",
        shows_default=False,
    )


@dataclass(frozen=True, slots=True)
class Hardware:
    """What a program finds that runs without an operating system."""

    register: tuple[str, ...] = option(
        (),
        "A register in memory, or a volatile variable: each read is a new input, each write is observed. SIZE in bytes "
        "(default: 4). Can be repeated.",
        metavar="[NAME=]ADDRESS[:SIZE]",
        shows_default=False,
    )
    interrupt: tuple[str, ...] = option(
        (),
        "A function that may interrupt the program before each access to a volatile object, at most N times (default: "
        "once). Can be repeated.",
        metavar="FUNCTION[@N]",
        shows_default=False,
    )
    steps: int | None = option(
        None, "Return from an endless loop of the explored function after N rounds.", minimum=1, metavar="N"
    )


@dataclass(frozen=True, slots=True)
class Acceptance:
    """What the answer may rest on and still count as complete."""

    accept: tuple[str, ...] = option(
        (),
        "A kind of assumption under which the answer counts as complete, such as stdin, or all. Can be repeated.",
        metavar="KIND",
        shows_default=False,
    )


@dataclass(frozen=True, slots=True)
class Checks:
    """Which faults are looked for."""

    check: str | None = option(
        None,
        "Optional checks: default, all, none, or a list of endless-loop, float-to-int, invalid-bool, invalid-builtin, "
        "leak, misaligned, missing-return, nonnull, out-of-bounds, overlap, pointer-overflow, shift, signed-overflow, "
        "strict-bounds, uninitialised, vla-bound, wrong-call; "
        "+KIND and -KIND change the default. The other kinds are always reported. Default: all but leak and "
        "strict-bounds for C; none for .ll and .bc, whose arithmetic was made by a compiler.",
        shows_default=False,
    )


@dataclass(frozen=True, slots=True)
class Limits:
    """What ends a single path early."""

    loop_bound: int | None = option(
        None, "Stop a path that passes a symbolic branch more often than this in one call.", minimum=0
    )
    max_depth: int | None = option(None, "Stop a path after this many symbolic branches.", minimum=1)
    recursion: int = option(2000, "Call depth at which a stack overflow is reported.", minimum=1)
    max_instructions: int = option(
        100_000_000, "Stop a path after this many instructions (an endless loop).", minimum=1
    )


@dataclass(frozen=True, slots=True)
class Budget:
    """What ends a whole exploration early. `timeout` and `cpu` in seconds, `memory` in MiB of this process,
    `output_size` in MiB of all files."""

    timeout: float | None = option(None, "Stop after this many seconds.", minimum=0)
    cpu: float | None = option(None, "Stop after this many seconds of CPU time, solvers and compilers too.", minimum=0)
    max_paths: int | None = option(None, "Stop after this many paths.", minimum=1)
    memory: int | None = option(None, "Stop when this many MiB are in use.", minimum=1)
    output_size: int | None = option(None, "Stop when the files to be written have about this many MiB.", minimum=1)

    @property
    def is_timed(self) -> bool:
        return self.timeout is not None or self.cpu is not None

    @property
    def has_time(self) -> bool:
        """Is time left?"""
        return 0 not in (self.timeout, self.cpu)

    def part(self, share: float) -> Budget:
        """A share of the time."""
        return replace(
            self,
            timeout=None if self.timeout is None else self.timeout * share,
            cpu=None if self.cpu is None else self.cpu * share,
        )

    def within(self, least: float, most: float | None) -> Budget:
        """The same, with at least and at most so many seconds where there is a limit."""

        def fit(seconds: float | None) -> float | None:
            return None if seconds is None else max(least, seconds if most is None else min(seconds, most))

        return replace(self, timeout=fit(self.timeout), cpu=fit(self.cpu))

    def less(self, seconds: float, cpu: float) -> Budget:
        """What is left of the time when so much was used."""
        return replace(
            self,
            timeout=None if self.timeout is None else max(0.0, self.timeout - seconds),
            cpu=None if self.cpu is None else max(0.0, self.cpu - cpu),
        )


@dataclass(frozen=True, slots=True)
class Solving:
    """Which solver, and how long it may think."""

    solver: SolverName = option(SolverName.BITWUZLA, "Solver: bitwuzla or z3.", metavar="bitwuzla|z3")
    solver_timeout: float = option(10.0, "Maximum CPU time per query in seconds.", minimum=0.001)
    portfolio: bool = option(
        True, "Let the other solver help with hard queries when a core is free.", "--portfolio/--no-portfolio"
    )
    answer_cache: bool = option(
        True, "Keep the solver's answers for later runs, and use them.", "--answer-cache/--no-answer-cache"
    )


@dataclass(frozen=True, slots=True)
class Parallel:
    """How many processors explore. That changes no fault, line or branch side; with full, no test either."""

    jobs: int | None = option(
        None,
        "Number of worker processes. Default: one process; if a run turns out long, one worker per processor.",
        "--jobs",
        "-j",
        metavar="N",
        minimum=1,
        shows_default=False,
    )
    cluster: str | None = option(
        None,
        "Explore with workers on a Ray cluster: its address, or local. Needs pip install 'secateur[cluster]'.",
        metavar="ADDRESS|local",
        shows_default=False,
    )


@dataclass(frozen=True, slots=True)
class Search:
    """In which order paths are explored, and from which input."""

    order: Order = option(
        Order.DFS,
        "Which path to explore next: dfs, bfs, random; coverage, the nearest to code that was not run yet; "
        "random-path, a random walk; mixed, these two in turn; for changes also directed, the nearest to the change.",
        metavar="dfs|bfs|random|coverage|random-path|mixed|directed",
    )
    seed: int = option(0, "Seed of the orders random, random-path and mixed.")
    switch: Forks = option(
        Forks.TARGETS,
        "A switch, and a condition that tests one value several times, is one path per target, or one per label and "
        "test. Tests cover each label in either case.",
        metavar="targets|labels",
    )
    merge: bool = option(
        False, "Do not fork where the sides of a branch soon meet again and change little, if full explores."
    )
    start: tuple[str, ...] = option(
        (), "Value of an input in the first run (default: 0). Can be repeated.", metavar="NAME=NUMBER"
    )
    tune: tuple[str, ...] = option(
        (), "An option of the technique. Can be repeated. `secateur techniques` lists them.", metavar="NAME=VALUE"
    )
    plugin: tuple[Path, ...] = option(
        (), "A Python file with techniques of your own. Can be repeated.", metavar="FILE.py", shows_default=False
    )


@dataclass(frozen=True, slots=True)
class Outputs:
    """Which outputs matter."""

    output: tuple[str, ...] = option(
        (),
        "The output that matters: return, stdout (what is printed), or the final value of a global or buffer. Can be "
        "repeated. Default: what the function returns; if it returns nothing, all that it changes.",
        metavar="NAME",
        shows_default=False,
    )
