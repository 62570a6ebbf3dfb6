"""What an answer rests on, in words: each kind has a phrase, a sentence and, where there is one, an option."""

from __future__ import annotations

from dataclasses import replace

import pytest

from secateur.assumption import AT_START, FREED, UNDEFINED, USUAL, Assumption, AssumptionKind, Ledger
from secateur.exploration.result import Result
from secateur.options import options_of
from secateur.options.jobs import ExploreOptions
from secateur.report.assumptions import assumption_json, assumption_text, claim, lift, open_text, phrases
from secateur.report.sentences import summary

KIND = AssumptionKind
STRING = Assumption(KIND.SIZE, "s", "characters:4")
STDIN = Assumption(KIND.STDIN, "getchar")
#: Assumption: phrase, sentence, option.
WORDS = {
    Assumption(KIND.CONDITION, "x > 3"): ("inputs with `x > 3`", "the inputs satisfy `x > 3`", None),
    STRING: ("strings up to 4 characters", "`s` has at most 4 characters", "--string 8"),
    Assumption(KIND.SIZE, "a", "elements:4"): ("buffers of 4 elements", "`a` has exactly 4 elements", "--buffer 8"),
    Assumption(KIND.SIZE, "p", "bytes:1"): ("buffers of 1 byte", "`p` has exactly 1 byte", "--buffer 2"),
    Assumption(KIND.SHAPE, "list", "nodes:2"): ("`list` of up to 2 nodes", "`list` leads to at most 2 nodes", None),
    Assumption(KIND.SHAPE, "p->q", "null"): ("`p->q` always NULL", "`p->q` is always NULL", None),
    Assumption(KIND.NOT_NULL, "p"): ("`p` never NULL", "`p` is never NULL", "--nullable p"),
    Assumption(KIND.NO_ALIAS, "a, b"): (
        "`a`, `b` never overlapping",
        "`a`, `b` never point into the same object",
        "--alias a,b",
    ),
    Assumption(KIND.CALLEE, "o->get", "null"): (
        "`o->get` always NULL",
        "the function pointer `o->get` is always NULL",
        None,
    ),
    Assumption(KIND.CALLEE, "o->get", "f, g"): (
        "`o->get` calling f or g",
        "the function pointer `o->get` leads to f or g",
        None,
    ),
    Assumption(KIND.GLOBALS, "limit"): (
        "`limit` at its initial value",
        "the global `limit` has its initial value",
        "--symbolic limit",
    ),
    Assumption(KIND.PARAMETERS, "y", "added"): (
        "`y`, which was added, changing nothing",
        "`y` was added, and has a value with which nothing else changes",
        "--accept parameters",
    ),
    Assumption(KIND.PARAMETERS, "n", "32 bits:64 bits"): (
        "`n` within both of its types",
        "`n` has 64 bits instead of 32 bits, and only what both can hold is compared",
        "--accept parameters",
    ),
    Assumption(KIND.ALLOCATION, "malloc"): ("malloc never fails", "malloc never fails", "--malloc-fails all"),
    Assumption(KIND.ALLOCATION, "malloc", "after:2"): (
        "malloc never fails after the first 2 allocations",
        "malloc never fails after the first 2 allocations",
        "--malloc-fails all",
    ),
    Assumption(KIND.GLOBALS, "f.calls", "fixed"): (
        "`f.calls` at its initial value",
        "the global `f.calls` has its initial value",
        "--accept globals",
    ),
    Assumption(KIND.GLOBALS, "rand", AT_START): (
        "`rand` as at the start of a program",
        "`rand` is called as if for the first time in the program",
        "--accept globals",
    ),
    Assumption(KIND.FILES, "fopen"): (
        "no other files",
        "there are no files but those that are given: fopen finds no other",
        "--accept files",
    ),
    Assumption(KIND.OUTPUT, "printf"): ("output never fails", "printf never fails", "--accept output"),
    Assumption(KIND.CLOCK, "time"): (
        "one time of day",
        "the clock stands still: time always finds the same time, and timers never expire",
        "--clock any",
    ),
    Assumption(KIND.SYSTEM, "uname"): (
        "one computer, user and process",
        "uname finds the same computer, users and process as every run does",
        "--accept system",
    ),
    Assumption(KIND.LOCALE, "isalpha"): (
        'the locale "C"',
        'isalpha works as in the locale "C", although the program chooses a locale',
        "--accept locale",
    ),
    Assumption(KIND.EVALUATION_ORDER, "g, h", "f.c:3"): (
        "one order of evaluation",
        "`g` comes before `h` (f.c:3); C leaves the order open",
        "--accept evaluation-order",
    ),
    Assumption(KIND.WEAK, "hook"): (
        "`hook` defined nowhere else",
        "`hook` is weak, and no other file defines it",
        "--accept weak",
    ),
    Assumption(KIND.WEAK, "hook", UNDEFINED): (
        "`hook` defined nowhere else",
        "`hook` is weak, and no other file defines it: it is NULL",
        "--accept weak",
    ),
    Assumption(KIND.ADDRESS, "an object that no longer exists", FREED): (
        "addresses never used again",
        "no later object has the address of an object that no longer exists",
        "--accept address",
    ),
    Assumption(KIND.ARGUMENTS, "argv", "1"): (
        "no command-line arguments",
        "`argv` holds no command-line arguments",
        "--accept arguments",
    ),
    Assumption(KIND.ARGUMENTS, "argv", "3"): (
        "2 command-line arguments",
        "`argv` holds 2 command-line arguments",
        "--accept arguments",
    ),
    Assumption(KIND.ENVIRONMENT, "getenv"): (
        "no environment variables",
        "getenv finds no environment variable",
        "--accept environment",
    ),
    STDIN: ("standard input is empty", "standard input is empty: getchar reads nothing", "--accept stdin"),
    Assumption(KIND.STAND_IN, "read"): (
        "stand-ins for `read`",
        "a stand-in returns what `read` might return",
        "--accept stand-in",
    ),
    Assumption(KIND.UNINITIALISED, "v", "f.c:3"): (
        "what uninitialised `v` holds",
        "`v` decides something before it has a value (f.c:3)",
        "--uninitialised any",
    ),
    Assumption(KIND.ADDRESS, "a"): (
        "one address of `a`",
        "the address of `a` is used as a number; only one was tried",
        "--accept address",
    ),
    Assumption(KIND.ADDRESS_ORDER, "b, e"): (
        "one order of the addresses of `b`, `e`",
        "`b`, `e` are unrelated objects; only one order of their addresses was tried",
        "--accept address-order",
    ),
    Assumption(KIND.CONCRETE, "the argument of sin was made concrete", "f.c:3"): (
        "concrete values at f.c:3",
        "the argument of sin was made concrete (f.c:3)",
        "--accept concrete",
    ),
    Assumption(KIND.NOT_COMPILED, "f.c:3-5", "#if defined(LOG)"): (
        "code compiled without `f.c:3-5`",
        "`f.c:3-5` was not compiled, so it was not analysed (#if defined(LOG))",
        "-D LOG",
    ),
    Assumption(KIND.NOT_COMPILED, "f.c:3", "#else of #if LEVEL > 2"): (
        "code compiled without `f.c:3`",
        "`f.c:3` was not compiled, so it was not analysed (#else of #if LEVEL > 2)",
        "--accept not-compiled",
    ),
    Assumption(KIND.UNREACHED, "f.c:3"): (
        "no input executing `f.c:3`",
        "the changed line f.c:3 is executed by no input of these sizes",
        "--accept unreached",
    ),
    Assumption(KIND.NOT_RUN, "fopen"): (
        "paths without `fopen`, which cannot be run",
        "`fopen` cannot be run: paths end there",
        "--accept not-run",
    ),
}


@pytest.mark.parametrize("assumption", WORDS, ids=str)
def test_each_assumption_has_a_phrase_a_sentence_and_an_option(assumption: Assumption) -> None:
    assert (phrases([assumption]), assumption_text(assumption), lift(assumption)) == WORDS[assumption]
    assert assumption_json(assumption)["text"] == assumption_text(assumption)


def test_no_kind_is_forgotten() -> None:
    assert {each.kind for each in WORDS} == set(AssumptionKind)


def test_an_option_that_lifts_an_assumption_exists() -> None:
    known = {f"--{option.name.replace('_', '-')}" for option in options_of(ExploreOptions)} | {"-D"}
    assert {text.split()[0] for each in WORDS if (text := lift(each))} <= known


def test_those_of_a_kind_are_named_together_and_counted_when_there_are_many() -> None:
    pointers = [Assumption(KIND.NOT_NULL, f"p{number}") for number in range(8)]
    assert phrases(pointers[:2]) == "`p0`, `p1` never NULL"
    assert phrases(pointers) == "8 pointers never NULL"
    assert phrases([STDIN, Assumption(KIND.STDIN, "scanf")]) == "standard input is empty"
    names = ("malloc", "calloc")
    assert phrases(Assumption(KIND.ALLOCATION, name) for name in names) == "malloc, calloc never fail"
    globals_ = [Assumption(KIND.GLOBALS, f"g{number}") for number in range(5)]
    assert phrases(globals_) == "5 globals at their initial values"


def test_sizes_that_differ_are_given_by_name() -> None:
    longer = replace(STRING, subject="t", details="characters:8")
    assert phrases([STRING, replace(STRING, subject="u")]) == "strings up to 4 characters"
    assert phrases([STRING, longer]) == "`s` up to 4 characters, `t` up to 8 characters"


def test_the_order_is_that_of_the_kinds() -> None:
    assert phrases([STDIN, STRING]) == phrases([STRING, STDIN]) == "strings up to 4 characters, standard input is empty"


def test_only_what_was_not_asked_for_and_not_accepted_is_open() -> None:
    allocation = Assumption(KIND.ALLOCATION, "malloc")
    ledger = Ledger.of([STRING, allocation, STDIN, STDIN])
    assert ledger.assumptions == (STRING, allocation, STDIN)
    assert ledger.open == (STDIN,)
    assert open_text(ledger) == "this rests on: standard input is empty (accept it with --accept stdin)"
    assert not Ledger.of(ledger.assumptions, USUAL | {KIND.STDIN}).open
    assert open_text(Ledger()) == ""
    told = "this rests on: `g` at its initial value (lift it with --symbolic g, or accept it with --accept globals)"
    assert open_text(Ledger.of([Assumption(KIND.GLOBALS, "g")])) == told


def test_complete_is_complete_for_something() -> None:
    assert claim(Ledger()) == "complete for: all inputs"
    result = Result("full", assumptions=[STRING, STDIN])
    assert (
        summary(result) == "complete for: strings up to 4 characters, standard input is empty; every path was explored"
    )
    assert result.complete
    assert not result.settled
    result.accepted |= {KIND.STDIN}
    assert result.settled


def test_limit_of_allocations() -> None:
    limit = Assumption(AssumptionKind.ALLOCATION, "malloc", str(1 << 30))
    assert assumption_text(limit) == "malloc always fails for more than 1 GiB"
    assert phrases([limit, Assumption(AssumptionKind.ALLOCATION, "malloc")]) == (
        "allocations of up to 1 GiB, malloc never fails"
    )
