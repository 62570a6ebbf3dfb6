"""What the options about the start of a program mean, and which are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.errors import OptionError
from secateur.harness.invocation import GivenContents, OptionalWords, StartPlan, Word, start_plan
from secateur.harness.world_file import world_file
from secateur.options import Invocation


def test_without_options_nothing_is_planned() -> None:
    assert start_plan(Invocation()) is None


def test_given_words_come_before_symbolic_ones() -> None:
    plan = start_plan(Invocation(word=("-n",), arg=(2, 1), args=("0..2x3",)))
    assert plan is not None
    first, second, third, rest = plan.words
    assert (first, second, third) == (Word("", b"-n"), Word("arg1", b"", 2), Word("arg2", b"", 1))
    assert rest == OptionalWords("args1", 0, (Word("arg3", b"", 3), Word("arg4", b"", 3)))


def test_klee_s_options_are_understood_where_they_stand() -> None:
    words = ("-x", "--sym-arg", "2", "f", "-sym-args", "1", "2", "3", "--sym-files", "2", "4", "--sym-stdin", "5")
    plan = start_plan(Invocation(word=(*words, "--max-fail", "1")))
    arguments = OptionalWords("args1", 1, (Word("arg2", b"", 3), Word("arg3", b"", 3)))
    files = tuple((name, GivenContents(name, b"", 4, 4)) for name in "AB")
    shown = (Word("", b"-x"), Word("arg1", b"", 2), Word("", b"f"), arguments)
    assert plan == StartPlan(shown, GivenContents("stdin", b"", 5, 5), files, (), 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3", GivenContents("stdin", b"", 3, 3)),
        ("1..3", GivenContents("stdin", b"", 1, 3)),
        ("@head", GivenContents("stdin", b"ab\n", 0, 0)),
        ("@head+0..2", GivenContents("stdin", b"ab\n", 0, 2)),
    ],
)
def test_contents(text: str, expected: GivenContents, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("head").write_bytes(b"ab\n")
    plan = start_plan(Invocation(stdin=text))
    assert plan is not None
    assert plan.stdin == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A=3", Word("$A", b"A=", 3)),
        ("A=/root", Word("$A", b"A=/root", 0)),
        ("A=a=b+2", Word("$A", b"A=a=b", 2)),
        ("A=3+0", Word("$A", b"A=3", 0)),
        ("A=+0", Word("$A", b"A=", 0)),
    ],
)
def test_a_variable_is_symbolic_or_given_or_begins_as_given(text: str, expected: Word) -> None:
    plan = start_plan(Invocation(env=(text,)))
    assert plan is not None
    assert plan.variables == (expected,)


@pytest.mark.parametrize(
    "options",
    [
        Invocation(args=("2",)),
        Invocation(args=("3..2x1",)),
        Invocation(stdin="many"),
        Invocation(stdin="@nowhere"),
        Invocation(stdin="2..1"),
        Invocation(file=("a",)),
        Invocation(file=("a/b=1",)),
        Invocation(file=("..=1",)),
        Invocation(file=("a=1", "a=2")),
        Invocation(env=("A B=1",)),
        Invocation(env=("A=",)),
        Invocation(env=("A=99999999",)),
        Invocation(io_fails="0"),
        Invocation(io_fails="some"),
        Invocation(arg=(1 << 30,)),
        Invocation(word=("--sym-arg",)),
        Invocation(word=("--sym-args", "3", "2", "1")),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused(options: Invocation) -> None:
    with pytest.raises(OptionError):
        start_plan(options)


def test_the_file_asks_for_each_input_once() -> None:
    plan = start_plan(Invocation(word=('a"b',), arg=(2,), args=("0..1x1",), stdin="0..2", file=("A=1",), env=("E=1",)))
    assert plan is not None
    text = world_file(plan)
    for name in ("arg1", "arg2", "args1", "stdin", "stdin size", "A", "$E"):
        assert text.count(f'"{name}")') == 1
    assert "{(char)97,(char)34,(char)98}" in text
