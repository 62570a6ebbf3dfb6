"""`main` as C has it: at least one argument, a NULL after the last, an environment; the same natively."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.assumption import Assumption, AssumptionKind

from .running import explored, outputs, results, statuses

ARGUMENTS = Assumption(AssumptionKind.ARGUMENTS, "argv", "1")
USAGE = """#include <stdio.h>
int main(int argc, char **argv)
{
    if (argc < 2) { fprintf(stderr, "usage: %s FILE\\n", argv[0]); return 1; }
    return 0;
}
"""
DIVIDES = """int __VERIFIER_nondet_int(void);
int main(int argc, char *argv[]) { int x = __VERIFIER_nondet_int();
if (argc == 1 && x == 5) return 10 / (x - 5); return argc; }
"""
WORDS = """int main(int argc, char **argv, char **envp)
{
    int n = 0;
    for (char **each = argv; *each; each++) n++;
    if (n != argc || envp[0]) return 100;
    if (argc == 3 && argv[1][0] == '-') return argv[2][0] == 'q' ? 7 : 8;
    return argv[argc] != 0;
}
"""


def test_a_whole_program_has_its_name_as_the_only_argument(tmp_path: Path) -> None:
    run = explored(tmp_path, USAGE)
    assert not run.faults
    assert statuses(run) == [1]
    assert run.tests[0].outcome.error == b"usage: program FILE\n"
    assert ARGUMENTS in run.result.assumptions


def test_a_fault_behind_argc_is_found(tmp_path: Path) -> None:
    run = explored(tmp_path, DIVIDES)
    assert [(fault.kind, fault.line, fault.confirmed) for fault in run.faults] == [("division-by-zero", 3, True)]


@pytest.mark.parametrize("parameters", ["void", "int argc, char **argv"])
def test_arguments_that_are_not_used_are_not_assumed(tmp_path: Path, parameters: str) -> None:
    assert ARGUMENTS not in explored(tmp_path, f"int main({parameters}) {{ return 3; }}").result.assumptions


def test_environ_is_an_empty_list(tmp_path: Path) -> None:
    main = "int main(int c, char **v, char **e) { return environ == 0 || *environ || environ != e; }"
    text = f"extern char **environ; {main}"
    run = explored(tmp_path, text)
    assert statuses(run) == [0]
    assert Assumption(AssumptionKind.ENVIRONMENT, "envp") in run.result.assumptions


def test_symbolic_arguments_agree(tmp_path: Path) -> None:
    run = explored(tmp_path, WORDS, "main", buffer=3, string=1)
    assert not run.faults
    assert results(run) == {"0", "7", "8"}
    assert max(test.inputs["argc"] for test in run.tests) == 3  # type: ignore[type-var]
    kinds = {(each.kind, each.subject) for each in run.result.assumptions}
    assert {(AssumptionKind.SIZE, "argv"), (AssumptionKind.ENVIRONMENT, "envp")} <= kinds
    assert not kinds & {(AssumptionKind.NOT_NULL, "argv[]"), (AssumptionKind.NO_ALIAS, "argv[]")}


def test_reading_past_the_end_of_argv_is_a_fault(tmp_path: Path) -> None:
    run = explored(tmp_path, "int main(int argc, char **argv) { return argv[argc + 1] != 0; }", "main", buffer=2)
    assert {fault.kind for fault in run.faults} == {"out-of-bounds"}
    assert {fault.function for fault in run.faults} == {"main"}


@pytest.mark.parametrize("technique", ["dgse", "pse", "rsc"])
def test_every_technique_starts_there(tmp_path: Path, technique: str) -> None:
    run = explored(tmp_path, DIVIDES, technique=technique)
    assert [fault.kind for fault in run.faults] == ["division-by-zero"]


def test_the_name_is_printed_alike(tmp_path: Path) -> None:
    text = "#include <stdio.h>\nint main(int c, char **v) { return puts(v[0]) == c; }"
    assert outputs(explored(tmp_path, text)) == ["program\n"]
