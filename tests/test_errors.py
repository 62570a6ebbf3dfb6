"""One family of errors: what a user reads, and that no error a user can see stands outside of it."""

from __future__ import annotations

import ast
import builtins
import pickle
from pathlib import Path

import pytest

import secateur
from secateur.errors import OptionError, SecateurError, closest
from secateur.harness.errors import UnsupportedInputError
from secateur.ir.lexer import IRSyntaxError
from secateur.ir.model import Position
from secateur.machine.errors import NothingRuns
from secateur.machine.unsupported import UnsupportedKind

#: Exceptions that no user can see, each with the reason.
INTERNAL = {
    "Stop": "ends a run of the machine, which catches it",
    "CannotMerge": "ends the attempt to execute both sides of a branch, which is then decided",
    "SideFails": "ends a side of a merged branch in a fault, which becomes a check",
    "Repin": "control flow inside the generalisation of postconditions",
    "Reached": "control flow inside the generalisation of postconditions",
    "UnsupportedCodeError": "the reader of instructions turns it into an Unsupported instruction",
    "NotElfError": "our own compiler wrote the file: a bug in Secateur",
    "NoValueError": "control flow inside the propagation of ranges",
    "NotTheSameRun": "a stored run cannot be taken up: the exploration begins again",
    "_Unknown": "control flow inside the prediction of files that a run leaves",
    "NoValue": "control flow inside the evaluation of invariants",
    "ContradictionError": "an answer of the simplex method, which the solver's stage catches",
    "GiveUpError": "ends the simplex method, after which the next stage is asked",
    "HandsOver": "tells the coordinator of workers that another technique should explore",
    "NotATree": "control flow inside summaries: the call is entered",
    "BadEntry": "a stored summary that cannot be read is made again",
    "Suspended": "sets an expansion aside, which goes on later",
    "_Unseen": "control flow inside summaries: the call is entered",
    "_Untold": "control flow inside summaries: the call is entered",
    "_Stopped": "no compiler is started after the build was interrupted, which already has its reason",
    "OutOfBudget": "interrupts a long step of an exploration, which catches it",
}


def test_the_message_has_what_where_and_what_to_do() -> None:
    error = SecateurError("no such file", "a.c", "check the path")
    assert str(error) == "a.c: no such file; check the path"
    assert (error.what, error.where, error.advice) == ("no such file", "a.c", "check the path")
    assert str(SecateurError("no such file")) == "no such file"


def test_errors_tell_their_parts() -> None:
    missing = NothingRuns(UnsupportedKind.FUNCTION, "away", Position("a.c", 4, 3))
    assert (missing.what, missing.where) == ("'away' is called but not defined", str(Position("a.c", 4, 3)))
    assert missing.advice.startswith("give the C file that defines it")
    symbolic = UnsupportedInputError("f", "int (*)(int)", "write a wrapper")
    assert symbolic.advice == "write a wrapper"
    assert str(symbolic) == "parameter 'f' has type 'int (*)(int)', which cannot be symbolic; write a wrapper"


@pytest.mark.parametrize(
    "error",
    [
        SecateurError("what", "where", "advice"),
        NothingRuns(UnsupportedKind.FUNCTION, "away", Position("a.c", 4, 3)),
        IRSyntaxError("expected a name", 7, "define @", 3),
        OptionError("order", "depth", known=("dfs", "bfs")),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_cross_processes(error: SecateurError) -> None:
    """Whatever arguments their class takes."""
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert again.__dict__ == error.__dict__


def test_an_unknown_choice_lists_the_known_ones() -> None:
    error = OptionError("--order", "sideways", known=("dfs", "bfs", "random", "coverage"))
    assert str(error) == "--order sideways: unknown; choose from dfs, bfs, random, coverage"
    assert error.known == ("dfs", "bfs", "random", "coverage")


def test_a_near_miss_is_suggested() -> None:
    error = OptionError("technique", "dgze", known=("full", "dgse", "pse"))
    assert str(error) == "technique=dgze: unknown; did you mean dgse? Choose from full, dgse, pse"


def test_a_wrong_value_says_what_is_wrong() -> None:
    error = OptionError("max_paths", 0, "must be at least 1", "leave it out for no limit")
    assert str(error) == "max_paths=0: must be at least 1; leave it out for no limit"
    assert (error.name, error.value, error.problem) == ("max_paths", 0, "must be at least 1")


def test_a_wrong_name_needs_no_value() -> None:
    error = OptionError("max_path", known=("max_paths", "timeout"))
    assert str(error) == "max_path: unknown; did you mean max_paths? Choose from max_paths, timeout"


def test_a_keyword_error_can_be_shown_as_an_option() -> None:
    error = OptionError("max_paths", 0, "must be at least 1").as_option()
    assert str(error) == "--max-paths 0: must be at least 1"
    assert error.as_option() is error


def test_a_wrong_keyword_is_a_value_error_as_in_any_python_library() -> None:
    with pytest.raises(ValueError, match="unknown"):
        raise OptionError("order", "sideways")


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("DFS", ("bfs", "dfs"), "dfs"),
        ("signed_overflow", ("signed-overflow", "shift"), "signed-overflow"),
        ("zzz", ("bfs", "dfs"), None),
        ("ab", ("ac", "ad"), None),
        ("abcx", ("abcz", "abcy"), closest("abcx", ("abcy", "abcz"))),
        ("any", (), None),
    ],
)
def test_what_was_meant_does_not_depend_on_the_order(word: str, known: tuple[str, ...], meant: str | None) -> None:
    assert closest(word, known) == meant


def test_every_error_a_user_can_see_is_of_the_family() -> None:
    """By the bases that the source names: each class of exceptions derives from ours, or is listed with a reason."""
    bases: dict[str, set[str]] = {}
    for path in Path(secateur.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                bases.setdefault(node.name, set()).update(base.id for base in node.bases if isinstance(base, ast.Name))
    builtin = {name for name, kind in vars(builtins).items() if _is_exception(kind)}
    ours = _descendants({"SecateurError"}, bases)
    assert _descendants(builtin, bases) - builtin - ours == set(INTERNAL)


def _is_exception(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseException)


def _descendants(roots: set[str], bases: dict[str, set[str]]) -> set[str]:
    found = set(roots)
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return found
