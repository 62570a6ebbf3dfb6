"""Lines of a source that the preprocessor leaves out by its configuration: branches of `#if` that are not taken.

The branches are found in the text; which of them are taken, the compiler says: a pragma in each of them comes out of
the preprocessor, or does not. Left aside are branches without code, those that no configuration compiles (`#if 0`), and
those that the platform or the compiler decides (`_WIN32`, `__cplusplus`): an answer is about this platform.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path

from secateur.frontend.arguments import arguments
from secateur.frontend.cache import default_cache
from secateur.frontend.compile import HEADERS
from secateur.frontend.toolchain import find_toolchain
from secateur.options import Compiling

_DIRECTIVE = re.compile(r"\s*#\s*(ifdef|ifndef|if|elifdef|elifndef|elif|else|endif)\b(.*)")
_ANY_DIRECTIVE = re.compile(r"\s*#")
_NAME = re.compile(r"\b[A-Za-z]\w*")
_HIDDEN = re.compile(r"""//[^\n]*|/\*.*?(?:\*/|\Z)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.DOTALL)
_MARK = "secateur_branch"
_PREPROCESS = ("-w", "-E")


@dataclass(frozen=True, slots=True)
class InactiveLines:
    """Lines `first` to `last` of a file; `condition` is the directive that left them out, `code` what they contain."""

    first: int
    last: int
    condition: str
    code: str


@dataclass(slots=True)
class _Branch:
    """`names` are those that decide about it: the macros in its condition and in those before it."""

    number: int
    condition: str
    names: frozenset[str]
    first: int
    outer: _Branch | None
    last: int = 0
    is_chosen: bool = True  # some configuration compiles it


@dataclass(frozen=True)
class SourceLines:
    """A file, its lines without comments and contents of strings, and its branches."""

    path: Path
    text: str
    lines: Sequence[str]
    branches: Sequence[_Branch]

    @staticmethod
    def of(path: Path) -> SourceLines:
        text = path.read_text(errors="replace")
        lines = _HIDDEN.sub(_blanked, text).splitlines()
        return SourceLines(path, text, lines, sorted(_branches(lines), key=lambda branch: branch.number))

    @cached_property
    def shown(self) -> Sequence[str]:
        """The lines without comments."""
        return _HIDDEN.sub(lambda found: found[0] if found[0][0] != "/" else _blanked(found), self.text).splitlines()

    def may_leave_out(self, first: int, last: int) -> bool:
        """Is there a branch between these lines that a configuration leaves out?"""
        return any(first < each.first <= last and self.counts(each) for each in self.branches)

    def preprocessed(self, options: Compiling, units: Sequence[Path] = ()) -> Preprocessed:
        """As the compiler sees it: by itself, or as a header of these units. If the preprocessor fails, every branch
        counts as taken."""
        taken: set[int] = set()
        for unit in units or (self.path,):
            done = self._run(options, unit)
            if done.returncode:
                return Preprocessed(self, frozenset(branch.number for branch in self.branches))
            taken.update(map(int, re.findall(rf"^#pragma {_MARK} (\d+)", done.stdout, re.MULTILINE)))
        return Preprocessed(self, frozenset(taken))

    def _run(self, options: Compiling, unit: Path) -> subprocess.CompletedProcess[str]:
        """The preprocessor on a unit, with a pragma in each branch of this file."""
        marks = {branch.first: branch.number for branch in self.branches}
        marked = [
            f"#pragma {_MARK} {marks[number]}\n{line}" if number in marks else line
            for number, line in enumerate(self.text.splitlines(), 1)
        ]
        text = "\n".join(marked) + "\n"
        chain = find_toolchain(default_cache())
        command = (*chain.command, *chain.headers, *HEADERS, *arguments(options, unit), *_PREPROCESS)
        with tempfile.TemporaryDirectory(prefix="secateur-") as place:
            copy = Path(place, "marked")
            copy.write_text(text)
            overlay = Path(place, "overlay.json")  # JSON is YAML
            overlay.write_text(json.dumps(_in_place_of(self.path.absolute(), copy)))
            return _run((*command, "-ivfsoverlay", str(overlay), "-x", "c", str(unit.absolute())))

    def counts(self, branch: _Branch) -> bool:
        return bool(branch.names) and branch.is_chosen and bool(self.code(branch))

    def code(self, branch: _Branch) -> str:
        """Without directives, comments and indentation."""
        lines = (line.strip() for line in self.shown[branch.first - 1 : branch.last])
        return "\n".join(line for line in lines if line and not _ANY_DIRECTIVE.match(line))


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)


def _in_place_of(path: Path, copy: Path) -> dict[str, object]:
    """What clang reads so that it finds the copy where the file is."""
    file = {"name": path.name, "type": "file", "external-contents": str(copy)}
    return {"version": 0, "roots": [{"name": str(path.parent), "type": "directory", "contents": [file]}]}


@dataclass(frozen=True)
class Preprocessed:
    """A file, and the numbers of the branches that were taken."""

    source: SourceLines
    taken: frozenset[int]

    @cached_property
    def hidden(self) -> frozenset[int]:
        """The lines that were left out."""
        return frozenset(line for each in self._outermost() for line in range(each.first, each.last + 1))

    def left_out(self) -> tuple[InactiveLines, ...]:
        """What another configuration compiles, in the order of the file."""
        found = (each for each in self._outermost() if self.source.counts(each))
        return tuple(InactiveLines(each.first, each.last, each.condition, self.source.code(each)) for each in found)

    def end_of_block(self, first: int) -> int:
        """The line of the brace that closes the first one from a line on."""
        depth = 0
        for number, brace in islice(self._braces, bisect_left(self._braces, (first, "")), None):
            depth += 1 if brace == "{" else -1
            if depth == 0:
                return number
        return len(self.source.lines)

    @cached_property
    def _braces(self) -> list[tuple[int, str]]:
        """The braces in the lines that were compiled, with these."""
        with_braces = ((n, line) for n, line in enumerate(self.source.lines, 1) if "{" in line or "}" in line)
        seen = ((n, line) for n, line in with_braces if n not in self.hidden)
        return [(n, brace) for n, line in seen for brace in re.findall("[{}]", line)]

    def _outermost(self) -> Iterator[_Branch]:
        """The branches that were not taken, without those inside of them."""
        for branch in self.source.branches:
            if branch.number not in self.taken and (branch.outer is None or branch.outer.number in self.taken):
                yield branch


def _blanked(found: re.Match[str]) -> str:
    """A comment as blanks, the content of a string as well; lines stay lines."""
    text = found[0]
    if text[0] == "/":
        return re.sub(r"[^\n]", " ", text)
    return text[0] + re.sub(r"[^\n]", "_", text[1:-1]) + text[-1]


def _branches(lines: Sequence[str]) -> Iterator[_Branch]:
    opened: list[list[_Branch]] = []  # the branches so far of each `#if` that is open
    number, count = 0, 0
    while number < len(lines):
        start = number
        while lines[number].endswith("\\") and number + 1 < len(lines):
            number += 1
        number += 1
        found = _DIRECTIVE.match(" ".join(line.rstrip("\\") for line in lines[start:number]))
        if found is None:
            continue
        word, rest = found[1], " ".join(found[2].split())
        if not word.startswith("if") and not opened:
            continue
        if not word.startswith("if"):
            opened[-1][-1].last = start
            yield opened[-1][-1]
        if word == "endif":
            opened.pop()
            continue
        outer = opened[-1][-1] if opened and word.startswith("if") else (opened[-1][0].outer if opened else None)
        if word.startswith("if"):
            opened.append([])
        opened[-1].append(_branch(count, word, rest, opened[-1], outer, number + 1))
        count += 1


def _branch(count: int, word: str, rest: str, before: Sequence[_Branch], outer: _Branch | None, first: int) -> _Branch:
    names = frozenset(_NAME.findall(rest)) - {"defined"} | {name for each in before for name in each.names}
    condition = f"#{word} {rest}".strip()
    if word == "else":
        condition = f"#else of {before[0].condition}"
    return _Branch(count, condition, names, first, outer, is_chosen=rest != "0" or word not in ("if", "elif"))
