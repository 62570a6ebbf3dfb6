from __future__ import annotations

from secateur.ir.metadata import Metadata
from secateur.ir.model import NOWHERE, Position

_LINES = {
    "!llvm.dbg.cu": "!{!0}",
    "!0": 'distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "clang, (x: y)", isOptimized: false)',
    "!1": '!DIFile(filename: "/home/u/src/a.c", directory: "/home/u/work")',
    "!2": '!DIFile(filename: "src/a.c", directory: "/home/u")',
    "!3": '!DIFile(filename: "include/a.h", directory: "/usr")',
    "!4": '!DIFile(filename: "b.h", directory: "/home/u/work", checksumkind: CSK_MD5, checksum: "00")',
    "!5": 'distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 7, flags: DIFlagPrototyped | DIFlagX)',
    "!6": "!DILexicalBlockFile(scope: !5, file: !3, discriminator: 0)",
    "!7": "!DILocation(line: 9, column: 4, scope: !5)",
    "!8": "!DILocation(line: 2, scope: !6, inlinedAt: !7)",
    "!9": "distinct !DILexicalBlock(scope: !5, file: !4, line: 1)",
    "!10": '!DIDerivedType(tag: DW_TAG_member, name: "a, b: (c)\\22", baseType: null, size: 3, extraData: i64 32)',
    "!11": "!{!5, null, !7}",
    "!12": "!DIFile(filename: \"<secateur>/string.c\", directory: \"/anywhere\")",
    "!13": "distinct !DISubprogram(name: \"g\", file: !12, line: 1)",
}  # fmt: skip


def test_positions() -> None:
    metadata = Metadata(_LINES)
    assert metadata.location("!7") == Position("/home/u/src/a.c", 9, 4)
    assert metadata.location("!8") == Position("/usr/include/a.h", 2, 0)
    assert metadata.declaration("!5") == Position("/home/u/src/a.c", 7)
    assert metadata.location("!99") == NOWHERE
    assert metadata.declaration(None) == NOWHERE


def test_a_file_has_the_name_that_the_user_gave() -> None:
    """clang splits an absolute path in two; relative names stay as they are."""
    metadata = Metadata(_LINES)
    assert metadata.file("!5") == "/home/u/src/a.c"
    assert metadata.file("!9") == "b.h"
    assert metadata.file("!13") == "<secateur>/string.c"


def test_fields() -> None:
    node = Metadata(_LINES).node("!10")
    assert node.kind == "DIDerivedType"
    assert node.text("name") == 'a, b: (c)"'
    assert node.reference("baseType") is None
    assert (node.number("size"), node.number("extraData"), node.number("offset")) == (3, 32, 0)


def test_items_of_a_tuple() -> None:
    metadata = Metadata(_LINES)
    assert metadata.items("!11") == ("!5", "null", "!7")
    assert metadata.items(None) == ()


def test_a_missing_node_is_empty() -> None:
    assert Metadata({}).node("!5").kind == ""
    assert Metadata({}).node(None).text("name") == ""
