from __future__ import annotations

import pytest

from secateur.ir.lexer import IRSyntaxError
from secateur.ir.module_text import split

_MODULE = """\
; ModuleID = 'x'
source_filename = "x.c"
target triple = "x86_64-unknown-linux-gnu"

%struct.P = type { i32, ptr }
%"struct.a b" = type opaque
$weak = comdat any
@x = global i32 5, align 4, !dbg !0
@"strange = name" = private constant i8 0

; Function Attrs: nounwind
define i32 @f(i32 %a) #0 !dbg !3 {
entry:
  ret i32 %a
}

declare void @"g h"(ptr)
attributes #0 = { nounwind }
!llvm.dbg.cu = !{!1}
!0 = !DIGlobalVariableExpression(var: !2, expr: !DIExpression())
"""


def test_items_are_found_by_name() -> None:
    module = split(_MODULE)
    assert module.triple == "x86_64-unknown-linux-gnu"
    assert list(module.types) == ["%struct.P", '%"struct.a b"']
    assert list(module.globals) == ["@x", '@"strange = name"']
    assert module.globals["@x"].number == 8
    assert list(module.functions) == ["@f", '@"g h"']
    assert module.metadata["!llvm.dbg.cu"] == "!{!1}"


def test_a_body_is_the_lines_between_the_braces() -> None:
    module = split(_MODULE)
    function = module.functions["@f"]
    assert function.body == ["entry:", "  ret i32 %a"]
    assert function.head.number == 12
    assert module.functions['@"g h"'].body is None


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("int main(void) { return 0; }", 1),
        ("\n\nwhatever", 3),
        ("define void @f() {\nentry:\n  ret void\n", 1),
        ("@nothing", 1),
        ("define void {", 1),
    ],
)
def test_other_text_is_an_error_that_names_the_line(text: str, line: int) -> None:
    with pytest.raises(IRSyntaxError) as error:
        split(text)
    assert error.value.line == line
