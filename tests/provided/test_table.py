"""The table of provided functions agrees with the code of the machine, with the analyses derived from it, and with the
native runtime. An incomplete record for a new function fails here."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import secateur
from secateur.dependence.control.code import ENDS
from secateur.dependence.memory.effects import counter_of, effect_of
from secateur.dependence.memory.printing import PRINTS
from secateur.harness.scalars import PRIMITIVES
from secateur.machine import library
from secateur.machine.library import find_builtin
from secateur.provided import TABLE, Provided, facts_of, is_about_inputs, records
from secateur.provided.record import UNKNOWN, ProgramEnd
from secateur.provided.scalars import NONDET, OBSERVED, SCALARS
from secateur.suite.native.library import FOLDER
from secateur.suite.writers.intrinsics import definitions

ALL = list(TABLE.values())
RUN = [each for each in ALL if each.is_run]


def name_of(function: Provided) -> str:
    return function.name


# --- the table itself


def test_every_function_has_one_record() -> None:
    assert [name for name, count in Counter(each.name for each in records()).items() if count > 1] == []


def test_the_machine_has_code_for_what_it_runs_and_no_other_code() -> None:
    assert {each.runs_as or each.name for each in RUN} == library._CODE.keys()
    for each in ALL:
        assert (find_builtin(each.name) is not None) == each.is_run, each.name


def test_code_is_shared_with_a_function_that_has_its_own() -> None:
    assert [each.name for each in RUN if each.runs_as and TABLE[each.runs_as].runs_as] == []


@pytest.mark.parametrize("function", ALL, ids=name_of)
def test_a_record_agrees_with_itself(function: Provided) -> None:
    if function.is_run:
        assert not function.effect.is_unknown
        assert not function.is_dropped
    if function.stream is not None:
        assert function.prints
    if function.allocates is not None or function.takes_variable_arguments:
        assert function.effect.allocates
    if function.frees or function.leaves_scope:
        assert function.effect.writes
    if function.is_pure:
        assert function.is_run
        assert function.effect.reads == function.effect.writes == ()
    if function.gives or function.counter or function.assumes or function.observes:
        assert is_about_inputs(function.name)
        assert function.end is None


#: What the driver says about a contract.
CONTRACT = ("requires", "beyond", "resize", "block", "ensures")
_LABELS = {**dict.fromkeys(("assume", "extent", *CONTRACT), ()), "ensures": (1, 2, 3, 4, 5)}


@pytest.mark.parametrize("key", PRIMITIVES)
def test_the_name_that_the_driver_gives_is_a_label(key: str) -> None:
    """Versions that use different names for an input or an observation, of any kind, behave the same."""
    assert TABLE[f"secateur_{key}"].labels == _LABELS.get(key, (0,))


# --- what is derived from it


def test_effects_ends_prints_and_counters_are_those_of_the_table() -> None:
    assert {each.name for each in ALL if each.end} == ENDS
    assert {each.name: each.stream for each in ALL if each.prints} == PRINTS
    for each in ALL:
        assert effect_of(each.name) is each.effect
        assert (counter_of(each.name) or "") == each.counter


def test_whatever_exits_or_fails_is_known_to_control_flow() -> None:
    assert {"abort", "_exit", "_Exit", "__assert_fail", "reach_error", "llvm.ubsantrap"} <= ENDS
    assert {each.name for each in ALL if each.end is ProgramEnd.EXIT} < ENDS


def test_variants_of_an_intrinsic_share_its_record() -> None:
    assert facts_of("llvm.memcpy.p0.p0.i64") is TABLE["llvm.memcpy"]
    assert facts_of("llvm.sadd.with.overflow.i32") is TABLE["llvm.sadd.with.overflow"]
    assert facts_of("llvm.pow.f32") is TABLE["llvm.pow.f32"]
    assert facts_of("llvm.ubsantrap") is TABLE["llvm.ubsantrap"]


@pytest.mark.parametrize("name", ["getpid", "", "llvm", "llvm.masked.load.v4i32.p0", "my_va_start", "klee_unknown"])
def test_nothing_is_known_of_others(name: str) -> None:
    facts = facts_of(name)
    assert facts.effect is UNKNOWN
    assert find_builtin(name) is None
    assert facts.end is None
    assert facts.native == ""
    assert not any((facts.prints, facts.frees, facts.takes_variable_arguments, facts.observes, facts.assumes))


def test_an_input_of_an_unknown_type_is_an_input_nevertheless() -> None:
    assert counter_of("__VERIFIER_nondet_sector_t") == "__VERIFIER_nondet_sector_t"
    assert not effect_of("__VERIFIER_nondet_sector_t").is_unknown
    assert find_builtin("__VERIFIER_nondet_sector_t") is None


# --- native counterparts

#: Functions that no user's program calls: the driver's, and replacements for undefined functions. `tests.c` has no
#: driver; the native runtime has them.
DRIVER_ONLY = re.compile(
    r"secateur_(stand_in|bounded|put_text|havoc_\w+|bits|see_\w+|extent|requires|beyond|resize|block|ensures)"
)


def native_names() -> set[str]:
    """The functions about inputs that the native runtime defines."""
    text = "\n".join((FOLDER / name).read_text() for name in ("inputs.c", "intrinsics.c"))
    found = set(re.findall(r"^(?:WEAK )?[\w ]+?[ *](\w+)\([^;]*?\) \{", text, re.MULTILINE))
    for kind in re.findall(r"^INPUT\((\w+),", text, re.MULTILINE):
        found |= {f"secateur_{kind}", f"secateur_havoc_{kind}"}
    return found | {f"__VERIFIER_nondet_{word}" for word in re.findall(r"^NONDET\((\w+),", text, re.MULTILINE)}


def test_whatever_is_about_inputs_is_defined_natively() -> None:
    ours = {each.name for each in RUN if is_about_inputs(each.name)} | {"reach_error"}
    assert ours - native_names() == set()


def test_whatever_is_about_inputs_is_defined_in_generated_tests() -> None:
    without = {each.name for each in ALL if is_about_inputs(each.name) and not each.native}
    assert [name for name in sorted(without) if not DRIVER_ONLY.fullmatch(name)] == []


@pytest.mark.parametrize("function", [each for each in ALL if each.native], ids=name_of)
def test_a_generated_test_defines_what_the_program_calls(function: Provided) -> None:
    text = definitions([f"int f(void) {{ return {function.name} (1); }}"])
    assert f'__asm__("{function.name}");' in text
    assert "@" not in text
    assert text.count("{") == text.count("}") > 0
    assert definitions([f"int {function.name}(int x) {{ return x; }}"]) == ""


def test_the_driver_declares_every_kind_of_input_and_observation() -> None:
    assert PRIMITIVES.keys() == {*SCALARS, "bits", "assume", "extent", *CONTRACT, *(f"see_{kind}" for kind in OBSERVED)}
    assert {f"secateur_{key}" for key in PRIMITIVES} <= TABLE.keys()
    assert set(NONDET.values()) <= SCALARS.keys()


# --- one place

#: Places that must contain a name: instructions that the reader turns into calls, and a kind of fault.
#: What functions of math.h compute, and what is known about them.
MEANINGS = ("expr/functions.py", "solver/functions.py")
NAMED_ELSEWHERE = {
    ("frontend/assumed_alignment.py", "__secateur_assume_aligned"),
    ("ir/instructions/atomic.py", "llvm.cmpxchg"),
    ("ir/instructions/atomic.py", "llvm.fence"),
    ("ir/unwinding.py", "__secateur_jumped"),
    ("machine/machine.py", "klee_open_merge"),
}
#: What a caller's use of these functions says about a parameter.
EVIDENCE = {
    *(("contracts/inference/by_extent.py", name) for name in ("llvm.memcpy", "llvm.memmove", "llvm.memset", "puts")),
    ("contracts/inference/by_failure.py", "malloc"),
    ("contracts/inference/by_use.py", "free"),
    ("contracts/inference/flow.py", "free"),
}
WORDS = {("machine/fault.py", "abort"), ("report/fault_kinds.py", "abort"), ("jobs/explain_test.py", "free")}


def test_no_other_module_lists_provided_functions() -> None:
    """All properties of a function are in its record: names occur only in the table and with the code."""
    root = Path(secateur.__file__).parent
    found = set()
    for path in sorted(root.rglob("*.py")):
        where = path.relative_to(root).as_posix()
        if not where.startswith(("provided/", "machine/library/", *MEANINGS)):
            found |= {(where, text) for text in _strings(path) if text in TABLE}
    assert found == NAMED_ELSEWHERE | EVIDENCE | WORDS


def _strings(path: Path) -> set[str]:
    nodes = ast.walk(ast.parse(path.read_text()))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


ADDED = """
from secateur.provided import TABLE
from secateur.provided.record import NUMBERS, Effect, ProgramEnd, Provided
for each in (
    Provided("putc_unlocked", NUMBERS, runs_as="fputc", prints=True, stream=1),
    Provided("thrd_exit", runs_as="__secateur_exit", end=ProgramEnd.EXIT),
    Provided("cfree", Effect(writes=(0,)), runs_as="free", frees=True),
    Provided("klee_short", Effect(reads=(0,)), runs_as="secateur_i16", gives="i16", counter="klee",
             native="short @(const char *name) { return 0; }"),
):
    TABLE[each.name] = each

from secateur.dependence.control.code import ENDS
from secateur.dependence.memory.effects import counter_of, effect_of
from secateur.dependence.memory.printing import PRINTS, _EXITS
from secateur.machine.library import find_builtin
from secateur.suite.writers.intrinsics import definitions
assert find_builtin("putc_unlocked") is find_builtin("fputc")
assert effect_of("putc_unlocked") is NUMBERS and PRINTS["putc_unlocked"] == 1
assert "thrd_exit" in ENDS and "thrd_exit" in _EXITS
assert find_builtin("cfree") is find_builtin("free") and effect_of("cfree").writes == (0,)
assert counter_of("klee_short") == "klee" and "klee_short" in definitions(["klee_short(0);"])
"""


def test_a_record_is_all_that_a_new_function_needs() -> None:
    """This holds if it does the same as another function; otherwise its code is needed, too."""
    done = subprocess.run([sys.executable, "-c", ADDED], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
