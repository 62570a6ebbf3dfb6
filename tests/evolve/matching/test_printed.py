"""Functions that two versions print alike."""

from __future__ import annotations

from secateur.evolve.matching.printed import PrintedFunctions, SameFunctions
from secateur.ir.module_text import split

OLD = """
%struct.pair = type { i32, i32 }
@.str = private constant [2 x i8] c"a\\00", align 1
@count = global i32 0, align 4, !dbg !3

define i32 @read(ptr %p) #0 !dbg !7 {
entry:
  %v = load i32, ptr @count, align 4, !dbg !9
  call void @say(ptr @.str), !dbg !10
  ret i32 %v, !dbg !11
}

define i32 @first(ptr %p) #1 !dbg !17 {
  %q = getelementptr %struct.pair, ptr %p, i32 0, i32 1, !dbg !19
  %v = load i32, ptr %q, align 4, !dbg !21
  ret i32 %v, !dbg !22
}

declare void @say(ptr)
"""


def same(new: str, touched: tuple[str, ...] = ()) -> list[str]:
    both = SameFunctions(PrintedFunctions(split(OLD)), PrintedFunctions(split(new)), touched)
    return [name for name in ("read", "first", "say") if both.is_same(name)]


def test_positions_and_numbers_of_literals_do_not_count() -> None:
    moved = OLD.replace("!dbg !1", "!dbg !4").replace("#0", "#5").replace("@.str", "@.str.7")
    assert same(moved) == ["read", "first"]


def test_contents_of_literals_count() -> None:
    assert same(OLD.replace('c"a', 'c"b')) == ["first"]


def test_members_of_a_struct_count() -> None:
    assert same(OLD.replace("{ i32, i32 }", "{ i32, i32, i32 }")) == ["read"]


def test_a_name_that_means_something_else_is_no_longer_the_same() -> None:
    assert same(OLD, ("count",)) == ["first"]


def test_names_and_size() -> None:
    printed = PrintedFunctions(split(OLD))
    assert printed.names("read") == ("count", "say", ".str")
    assert (printed.size("read"), printed.names("say"), printed.size("say")) == (3, (), 0)
