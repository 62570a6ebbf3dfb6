"""Texts that a project itself writes about what it parses: in the lines of a commit, in its tests, in its comments.

A change of a parser often comes with a test, and that contains the input on which the versions differ. The texts are
tried as inputs; what they are is not taken for granted. A few texts in common formats follow.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property

from secateur.evolve.commits.includes import TreeText, is_test
from secateur.evolve.commits.repository import CommitRange, Tree

#: The number of texts, and how long one may be.
MOST_TEXTS, LONGEST_TEXT = 120, 96
#: Files that are larger are data, not examples.
LARGEST_FILE = 1 << 18
#: A literal belongs to a function that is named at most this many lines away.
NEAR = 12

#: What many programs read.
COMMON = (
    b"1979-05-27",
    b"1979-05-27T07:32:00Z",
    b"07:32:00",
    b"1979-05-27 07:32:00.5",
    b"-12.5e3",
    b"0x1F",
    b"true",
    b"null",
    b'"a\\n"',
    b"[1,2]",
    b'{"a":1}',
    b"a=b",
    b"a: b",
    b"[a]",
    b"<a>b</a>",
    b"a,b;c",
    b"--a=b",
    b"/a/b",
    b"http://a.b/c?d=e",
    b"127.0.0.1",
    b"a@b.c",
    b"a*b+",
    b"%41%s",
)

_LITERAL = re.compile(rb'"((?:[^"\\\n]|\\.)*)"')
_COMMENT = re.compile(rb"^\s*(?://|\*|/\*)\s*(.*?)\s*(?:\*/)?$")
_ESCAPE = re.compile(rb"\\(?:x([0-9A-Fa-f]{1,2})|([0-7]{1,3})|(.))", re.DOTALL)
_SIMPLE = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}
_CODE = (".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".inc")


class SampleTexts:
    """The texts of both versions of a repository."""

    def __init__(self, found: CommitRange) -> None:
        self._range = found

    def about(self, names: Collection[str]) -> tuple[bytes, ...]:
        """Those that seem to have to do with these functions come first."""
        near: list[bytes] = []
        others: list[bytes] = []
        words = [re.compile(rb"\b%s\b" % re.escape(name.encode())) for name in names]
        for lines in self._tests:
            mentions = [number for number, line in enumerate(lines) if any(word.search(line) for word in words)]
            for number, line in enumerate(lines):
                is_near = any(abs(number - each) <= NEAR for each in mentions)
                (near if is_near else others).extend(_literals(line))
        found = dict.fromkeys((*self._changed, *near, *self._comments, *others))
        return (*[text for text in found if 0 < len(text) <= LONGEST_TEXT][: MOST_TEXTS - len(COMMON)], *COMMON)

    @cached_property
    def _changed(self) -> Sequence[bytes]:
        """In the lines that only one version has, the new one first."""
        former = self._range.former
        found: list[bytes] = []
        for file in self._range.changed:
            new, old = _lines(self._range.new, file), _lines(self._range.old, former.get(file, file))
            for lines, known in ((new, set(old)), (old, set(new))):
                for line in lines:
                    if line not in known:
                        found += _texts(line, file.endswith(_CODE))
        return found

    @cached_property
    def _comments(self) -> Sequence[bytes]:
        """In the comments of files that changed."""
        files = (file for file in self._range.changed if file.endswith(_CODE))
        return [text for file in files for line in _lines(self._range.new, file) for text in _comment(line)]

    @cached_property
    def _tests(self) -> Sequence[Sequence[bytes]]:
        """The project's own tests and examples."""
        return [_lines(self._range.new, file) for file in TreeText(self._range.new).files if is_test(file)]


def _lines(tree: Tree, file: str) -> list[bytes]:
    try:
        data = tree.path(file).read_bytes()
    except OSError:
        return []
    return [] if len(data) > LARGEST_FILE or b"\0" in data else data.splitlines()


def _texts(line: bytes, is_code: bool) -> Iterable[bytes]:
    return [*_literals(line), *_comment(line)] if is_code else [line.strip(), *_literals(line)]


def _comment(line: bytes) -> Iterator[bytes]:
    """A line of a comment, as it is."""
    found = _COMMENT.match(line)
    if found is not None:
        yield found[1]


def _literals(line: bytes) -> list[bytes]:
    return [_ESCAPE.sub(_unescaped, text) for text in _LITERAL.findall(line)]


def _unescaped(found: re.Match[bytes]) -> bytes:
    hexadecimal, octal, letter = found.groups()
    if hexadecimal or octal:
        return bytes([int(hexadecimal or octal, 16 if hexadecimal else 8) & 0xFF])
    return _SIMPLE.get(letter, letter)
