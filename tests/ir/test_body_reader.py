from __future__ import annotations

import pytest

from secateur.ir.lexer import IRSyntaxError
from secateur.ir.model import Body, Compare, ConditionalJump, Int, Jump, Register, Unreachable, Unsupported
from secateur.ir.reader import read

from .clang import promoted


def _body(lines: str, head: str = "define i32 @f(i32 %a)") -> Body:
    return read(f"{head} {{\n{lines}\n}}\n").functions["f"].body


def test_registers_count_parameters_first_then_results_in_textual_order() -> None:
    body = _body(
        "entry:\n  br label %b\nb:\n  %p = phi i32 [ %a, %entry ], [ %n, %b ]\n"
        "  %n = add i32 %p, 1\n  %c = icmp eq i32 %n, 9\n  br i1 %c, label %b, label %e\ne:\n  ret i32 %n"
    )
    phi = body.blocks["b"].phis[0]
    assert phi.result.index == 1
    later = phi.incoming["b"]
    assert isinstance(later, Register)
    assert later.index == 2
    assert body.register_count == 4


def test_blocks_and_registers_without_names() -> None:
    body = _body(
        "  %3 = add i32 %0, %1\n  br label %4\n\n4:                  ; preds = %2\n  ret i32 %3",
        "define i32 @f(i32 %0, i32 %1)",
    )
    assert list(body.blocks) == ["2", "4"]
    assert body.entry.terminator == Jump("4", body.entry.terminator.position)


def test_labels_in_quotes() -> None:
    body = _body('"a b":\n  br label %"\\C3\\A9"\n"\\C3\\A9":\n  ret i32 %a')
    assert list(body.blocks) == ["a b", "é"]


def test_parameters_beyond_ascii() -> None:
    body = _body('e:\n  ret i32 %"\\C3\\A9"', 'define i32 @f(i32 %"\\C3\\A9")')
    assert body.register_count == 1


def test_a_switch_over_several_lines_is_a_chain_of_tests() -> None:
    body = _body(
        "e:\n  switch i32 %a, label %d [\n    i32 1, label %x\n    i32 -1, label %x\n  ]\n"
        "x:\n  %p = phi i32 [ 7, %e ], [ 7, %e ]\n  ret i32 %p\nd:\n  ret i32 2"
    )
    tested = []
    for label in ("e", "e.case.1"):
        test, branch = body.blocks[label].instructions[-1], body.blocks[label].terminator
        assert isinstance(test, Compare)
        assert isinstance(test.right, Int)
        assert isinstance(branch, ConditionalJump)
        tested.append((test.right.value, branch.if_true, branch.if_false))
    assert tested == [(1, "x", "e.case.1"), (-1, "x", "d")]
    assert set(body.blocks["x"].phis[0].incoming) == {"e", "e.case.1"}


def test_one_unreadable_instruction_is_an_error_only_where_it_stands() -> None:
    body = _body("e:\n  %x = frobnicate i32 %a\n  %y = add i32 %x, 1\n  ret i32 %y")
    bad, add = body.entry.instructions
    assert isinstance(bad, Unsupported)
    assert bad.text == "%x = frobnicate i32 %a"
    assert "line 3 of the LLVM text: unknown instruction, found `frobnicate`" in bad.reason
    assert body.register_count == 3
    assert not isinstance(add, Unsupported)


def test_an_unsupported_jump_ends_its_block() -> None:
    body = _body(
        'e:\n  callbr void asm sideeffect "", "!i"()\n          to label %x [label %y]\n'
        "x:\n  ret i32 1\ny:\n  ret i32 2"
    )
    assert isinstance(body.entry.instructions[0], Unsupported)
    assert isinstance(body.entry.terminator, Unreachable)


def test_what_has_no_effect_is_dropped() -> None:
    body = _body(
        'e:\n  call void asm sideeffect "", "~{memory}"()\n'
        "  call void @llvm.dbg.value(metadata i32 %a, metadata !1, metadata !DIExpression())\n  ret i32 1"
    )
    assert body.entry.instructions == ()


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("e:\n  %x = add i32 1, 2", "does not end in a jump"),
        ("e\n  ret i32 1", "expected a label"),
        ("", "has no blocks"),
    ],
)
def test_a_body_that_is_none(lines: str, message: str) -> None:
    with pytest.raises(IRSyntaxError, match=message):
        _body(lines)


_SOURCE = """\
int g(int);
struct P { int x; short y[2]; };
int f(int a, int b) {
    struct P p = {a, {1, 2}};
    int c = a + b;
    if (c > 3 &&
        g(c))
        p.x++;
    p.y[1] = b;
    return p.x + p.y[1];
}
"""


def test_positions_are_the_users() -> None:
    function = read(promoted(_SOURCE)).functions["f"]
    assert str(function.position) == "test.c:3"
    compare = next(i for i in function.body.entry.instructions if isinstance(i, Compare))
    assert (compare.position.file, compare.position.line, compare.position.column) == ("test.c", 6, 11)
    lines = {i.position.line for b in function.body.blocks.values() for i in b.instructions}
    assert lines == {5, 6, 7, 8, 9, 10}


def test_an_instruction_without_position_takes_the_previous_one() -> None:
    text = """\
define i32 @f(i32 %a) !dbg !4 {
e:
  %w = add i32 %a, 1
  %x = add i32 %w, 2, !dbg !5
  %y = add i32 %x, 3, !dbg !6
  %z = add i32 %y, 4
  ret i32 %z
}
!1 = !DIFile(filename: "a.c", directory: "/d")
!4 = distinct !DISubprogram(name: "f", file: !1, line: 10)
!5 = !DILocation(line: 12, column: 3, scope: !4)
!6 = !DILocation(line: 0, scope: !4)
"""
    body = read(text).functions["f"].body
    assert [i.position.line for i in body.entry.instructions] == [10, 12, 0, 12]
    assert body.entry.terminator.position.line == 12


def test_variables_have_the_users_names() -> None:
    body = read(promoted(_SOURCE)).functions["f"].body
    names = {v.name: v for v in body.variables}
    assert {"a", "b", "c", "p.x"} <= set(names)
    assert names["a"].register == 0
    assert names["c"].position.line == 5
    assert not names["p.x"].address


def test_a_variable_in_memory_is_named_by_its_address() -> None:
    body = read(promoted("void g(int *); int f(void) { int x = 1; g(&x); return x; }")).functions["f"].body
    (variable,) = body.variables
    assert (variable.name, variable.register, variable.address) == ("x", 0, True)


def test_constants_are_canonical() -> None:
    body = read(promoted("unsigned char f(unsigned char c) { return c | 0xf0; }")).functions["f"].body
    numbers = [i.right for i in body.entry.instructions if hasattr(i, "right")]
    assert all(isinstance(n, Int) for n in numbers)
