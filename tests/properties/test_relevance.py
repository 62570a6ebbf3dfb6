"""The meaning of dependence: a value is the same on two paths if no decision relevant to it differs."""

from __future__ import annotations

import pytest
from hypothesis import given, seed, settings

from .differential import MANY
from .random_c import RandomProgram
from .random_c import programs as programs_of_c
from .random_faulty import FaultyProgram
from .random_faulty import programs as faulty_programs
from .relevance import check_relevance, check_sweep


@settings(max_examples=25, derandomize=True, **MANY)  # type: ignore[arg-type]
@given(faulty_programs())
def test_equal_relevant_decisions_give_equal_values(program: FaultyProgram) -> None:
    paths, _ = check_relevance(program.text, most=25)
    assert paths


@settings(max_examples=15, derandomize=True, **MANY)  # type: ignore[arg-type]
@given(programs_of_c(depth=1))
def test_equal_relevant_decisions_give_equal_values_in_other_code(program: RandomProgram) -> None:
    paths, _ = check_relevance(program.text, most=25)
    assert paths


@settings(max_examples=15, derandomize=True, **MANY)  # type: ignore[arg-type]
@given(faulty_programs())
def test_the_sweep_and_the_graph_agree(program: FaultyProgram) -> None:
    assert check_sweep(program.text)


#: What is written or called after a loop depends on how often the loop ran.
OUT_OF_LOOPS = {
    "store": "static void use(int *r) { h = 2; *r = 5; }",
    "memset": "static void use(int *r) { h = 4; __builtin_memset(r, 1, 4); }",
}


@pytest.mark.parametrize("name", [*OUT_OF_LOOPS, "call"])
def test_an_address_that_comes_out_of_a_loop(name: str) -> None:
    assign, start, after = "r = &h;", "int x = a, *r = &x;", "use(r);"
    if name == "store":
        after = "h = 2; *r = 5;"
    if name == "call":
        assign, start, after = "r = two;", "void (*r)(void) = one;", "r();"
    text = f"""extern int __VERIFIER_nondet_int(void);
static int h;
static void one(void) {{ h = 1; }}
static void two(void) {{ h = 7; }}
{OUT_OF_LOOPS.get(name, "")}
static int f(int a, int b)
{{
    {start}
    for (int i = b & 3; i > 0; i--) {assign}
    {after}
    return 3;
}}
int main(void) {{ int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); one(); two(); return f(a, b); }}
"""
    paths, compared = check_relevance(text)
    assert paths == 4
    assert compared > 10
    assert check_sweep(text) == 4


@pytest.mark.slow
@pytest.mark.parametrize("share", range(4))
def test_equal_relevant_decisions_give_equal_values_in_many(share: int) -> None:
    compared = 0

    @seed(share)
    @settings(max_examples=500, **MANY)  # type: ignore[arg-type]
    @given(faulty_programs() if share % 2 else programs_of_c(depth=1))
    def check_each(program: FaultyProgram | RandomProgram) -> None:
        nonlocal compared
        compared += check_relevance(program.text, most=40)[1]
        check_sweep(program.text)

    check_each()
    assert compared > 1000
