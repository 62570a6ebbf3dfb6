"""The options as keyword arguments, for type checkers and editors. A test keeps them equal to the dataclasses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypedDict

Words = Sequence[str]


class CallKeywords(TypedDict, total=False):
    buffer: int
    string: int | None
    symbolic: Words
    pointer_depth: int
    nullable: Words
    alias: Words
    requires: Words
    include: Words
    define: Words
    cflags: str | Words
    compile_commands: Path | str | None
    link: bool
    flags: Words


class SolverKeywords(CallKeywords, total=False):
    assume: Words
    accept: Words
    solver: str
    solver_timeout: float
    portfolio: bool
    answer_cache: bool


class RunKeywords(SolverKeywords, total=False):
    check: str | None
    timeout: float | None
    cpu: float | None
    memory: int | None
    recursion: int
    max_instructions: int
    external: str
    uninitialised: str
    malloc_fails: str | None
    clock: str


class PathKeywords(RunKeywords, total=False):
    max_paths: int | None
    loop_bound: int | None
    max_depth: int | None


class ChangeKeywords(RunKeywords, total=False):
    old_cflags: str | None
    old_compile_commands: Path | str | None
    function: str | None
    output: Words
    ignore: Words
    tests: Path | str | None
    out: Path | str | None
    confirm: bool
    trust: bool


class ExplorationKeywords(PathKeywords, total=False):
    jobs: int | None
    cluster: str | None
    arg: Sequence[int]
    args: str | Words
    stdin: str | None
    file: Mapping[str, object] | Words
    env: Mapping[str, object] | Words
    io_fails: str | None
    word: Words
    register: Words
    interrupt: Words
    steps: int | None
    order: str
    seed: int
    switch: str
    merge: bool
    start: Mapping[str, int] | Words
    tune: Mapping[str, object] | Words
    plugin: Sequence[Path | str]
    output: Words
    confirm: bool
    trust: bool


class ExploreKeywords(ExplorationKeywords, total=False):
    output_size: int | None
    ensures: Words
    infer: bool
    callers: int
    technique: str
    out: Path | str | None
    keep: str
    resume: Path | str | None
    check_tests: bool
    audit: bool
    audit_budget: float
    summaries: str | None
    postconditions: Path | str | None
    trace: Path | str | None


class CompareKeywords(ExplorationKeywords, total=False):
    infer: bool
    techniques: str | Words | None


class DiffKeywords(PathKeywords, ChangeKeywords, total=False):
    infer: bool
    faults: str
    technique: str
    strategy: str | None
    cover: str
    first: bool
    fresh: bool
    jobs: int | None
    order: str
    seed: int
    tune: Mapping[str, object] | Words
    plugin: Sequence[Path | str]


class AugmentKeywords(ChangeKeywords, total=False):
    distance: int
    depth: int
    jobs: int | None
    rounds: int
    chains: int
    exact: bool


class DebugKeywords(CallKeywords, total=False):
    timeout: float | None
    old_cflags: str | None
    old_compile_commands: Path | str | None
    accept: Words
    solver: str
    solver_timeout: float
    portfolio: bool
    answer_cache: bool
    function: str | None
    conditions: str
    output: Words
    check: str | None


class SignatureKeywords(PathKeywords, total=False):
    count: bool
    function: str | None
    output: Words


class InvariantsKeywords(PathKeywords, total=False):
    infer: bool
    style: str
    every: bool
    runs: int
    seed: int
    rounds: int


class ApproximateKeywords(SolverKeywords, total=False):
    to: int | None
    value: Words
    start_line: int | None
    solve: bool
    at: str | None
    prove: Words
    depth: int | None
    abstract: Words
    expansions: int
    rounds: int
    timeout: float
    confirm: bool
    trust: bool


class DepsKeywords(CallKeywords, total=False):
    kind: str


class ContractKeywords(TypedDict, total=False):
    requires: Words
    ensures: Words
    infer: bool
    include: Words
    define: Words
    cflags: str | Words
    compile_commands: Path | str | None
    flags: Words
    style: str


class ReplayKeywords(TypedDict, total=False):
    timeout: float
    jobs: int | None
    trust: bool


class ReduceKeywords(TypedDict, total=False):
    out: Path | str | None
    output: Words


class ExplainKeywords(TypedDict, total=False):
    timeout: float


class ProjectKeywords(TypedDict, total=False):
    only: Words
    jobs: int | None
    fresh: bool
    strict: bool


class SuiteKeywords(TypedDict, total=False):
    style: str
    out: Path | str | None
    every: bool
