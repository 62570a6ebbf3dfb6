"""Which variables `sroa` may promote."""

from __future__ import annotations

import pytest

from secateur.frontend.pin import pin, unpin

BODY = """define i32 @f(i32 %x) {{
entry:
  %v = alloca {kind}, align 4
  {use}
  ret i32 0
}}
"""


@pytest.mark.parametrize(
    ("kind", "use", "kept"),
    [
        ("i32", "store i32 %x, ptr %v, align 4", False),
        ("i32", "%1 = load i32, ptr %v, align 4, !dbg !3", False),
        ("i32", "%1 = load volatile i32, ptr %v, align 4", False),
        ("ptr", "store ptr null, ptr %v, align 8", False),
        ("i32", "%1 = load i8, ptr %v, align 1", True),
        ("i32", "store ptr %v, ptr @p, align 8", True),
        ("i32", "call void @g(ptr %v)", True),
        ("i32", "%1 = getelementptr i32, ptr %v, i64 1", True),
        ("i32", "call void @llvm.lifetime.start.p0(ptr %v)", False),
        ("i32", "  #dbg_declare(ptr %v, !1, !DIExpression(), !2)", False),
        ("[2 x i32]", "ret i32 1", True),
        ("%struct.s", "ret i32 1", True),
    ],
)
def test_only_plain_scalars_are_promoted(kind: str, use: str, kept: bool) -> None:
    text = BODY.format(kind=kind, use=use)
    pinned = pin(text)
    assert ("__secateur_keep(ptr %v)" in pinned) == kept
    left = [line for line in unpin(pinned).split("\n") if ".unwritten." not in line]
    assert "\n".join(left).rstrip() == text.rstrip()
