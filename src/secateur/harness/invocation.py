"""How a program is started: which words, bytes, files and variables it gets, and which of them are inputs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from secateur.assumption import Assumption, AssumptionKind
from secateur.errors import OptionError
from secateur.options import Invocation

_RANGE = re.compile(r"(?:(\d+)\.\.)?(\d+)")
_ARGUMENTS = re.compile(r"(?:(\d+)\.\.)?(\d+)x(\d+)")
_FROM_FILE = re.compile(r"@(.+?)(?:\+((?:\d+\.\.)?\d+))?")
_VALUE = re.compile(r"(.*?)(?:\+(\d+))?", re.DOTALL)
#: How many numbers KLEE's options take.
KLEE_OPTIONS = {
    "sym-arg": 1, "sym-args": 3, "sym-files": 2, "sym-stdin": 1, "sym-stdout": 0, "max-fail": 1, "fd-fail": 0,
}  # fmt: skip
ALL_CALLS = (1 << 31) - 1
#: The most bytes of a file, or characters of a word, that can be inputs.
MOST = 1 << 16


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the command line, or a variable of the environment: a text, and up to `length` characters after it that
    are the input `name`."""

    name: str
    text: bytes = b""
    length: int = 0


@dataclass(frozen=True, slots=True)
class OptionalWords:
    """At least `least` of some words; the input `name` is how many."""

    name: str
    least: int
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class GivenContents:
    """The contents of a file: `text`, and `least` to `most` bytes after it that are the input `name`."""

    name: str
    text: bytes = b""
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class StartPlan:
    """What a program finds when it starts. `files` are by name; `stdin` is None if nothing is said about it."""

    words: tuple[Word | OptionalWords, ...] = ()
    stdin: GivenContents | None = None
    files: tuple[tuple[str, GivenContents], ...] = ()
    variables: tuple[Word, ...] = ()
    failing: int = 0  # so many calls about files may fail

    @property
    def all_words(self) -> tuple[Word, ...]:
        """Also those that are optional."""
        return tuple(w for each in self.words for w in (each.words if isinstance(each, OptionalWords) else (each,)))

    @property
    def assumptions(self) -> Iterator[Assumption]:
        """How the inputs are bounded."""
        for word in (*self.all_words, *self.variables):
            if word.length:
                yield Assumption(AssumptionKind.SIZE, word.name, f"characters:{word.length}")
        for contents in (*((self.stdin,) if self.stdin else ()), *(each for _, each in self.files)):
            if contents.most:
                yield Assumption(AssumptionKind.SIZE, contents.name, f"bytes:{contents.most}")


def start_plan(options: Invocation) -> StartPlan | None:
    """What the options say; None if they say nothing."""
    if options == Invocation():
        return None
    reader = _Reader()
    reader.read(list(options.word))
    for length in options.arg:
        reader.words.append(reader.argument(_number("arg", length)))
    for text in options.args:
        least, most, length = _arguments(text)
        reader.optional(least, most, length)
    if options.stdin is not None:
        reader.stdin = _contents("stdin", options.stdin, "stdin")
    for text in options.file:
        name, given = _named("file", text)
        if not name or "/" in name or name in (".", "..") or len(name.encode()) > 255:
            raise OptionError("file", text, "is no name of a file in the folder of the program")
        reader.files.append((name, _contents("file", given, name)))
    names = [name for name, _ in reader.files]
    for name in names:
        if names.count(name) > 1:
            raise OptionError("file", name, "is given twice")
    variables = tuple(_variable(text) for text in options.env)
    failing = reader.failing if options.io_fails is None else _failing(options.io_fails)
    return StartPlan(tuple(reader.words), reader.stdin, tuple(reader.files), variables, failing)


class _Reader:
    """Collects the words of a command line, in which KLEE's options stand for symbolic ones."""

    def __init__(self) -> None:
        self.words: list[Word | OptionalWords] = []
        self.stdin: GivenContents | None = None
        self.files: list[tuple[str, GivenContents]] = []
        self.failing = 0
        self._arguments = self._groups = 0

    def argument(self, length: int) -> Word:
        self._arguments += 1
        return Word(f"arg{self._arguments}", b"", length)

    def optional(self, least: int, most: int, length: int) -> None:
        self._groups += 1
        words = tuple(self.argument(length) for _ in range(most))
        self.words.append(OptionalWords(f"args{self._groups}", least, words))

    def read(self, words: list[str]) -> None:
        while words:
            word = words.pop(0)
            option = word.lstrip("-")
            if not word.startswith("-") or option not in KLEE_OPTIONS:
                self.words.append(Word("", word.encode("utf-8", "surrogateescape")))
                continue
            count = KLEE_OPTIONS[option]
            numbers = [_number(option, text) for text in words[:count]]
            if len(numbers) < count:
                raise OptionError("word", word, f"needs {count} {'number' if count == 1 else 'numbers'}")
            del words[:count]
            self._apply(option, numbers)

    def _apply(self, option: str, numbers: Sequence[int]) -> None:
        match option, numbers:
            case "sym-arg", (length,):
                self.words.append(self.argument(length))
            case "sym-args", (least, most, length):
                if least > most:
                    raise OptionError("word", "--sym-args", "has a minimum above its maximum")
                self.optional(least, most, length)
            case "sym-files", (count, size):
                names = [chr(ord("A") + i) for i in range(min(count, 26))]
                self.files += [(name, GivenContents(name, b"", size, size)) for name in names]
            case "sym-stdin", (size,):
                self.stdin = GivenContents("stdin", b"", size, size)
            case "max-fail", (count,):
                self.failing = count
            case "fd-fail", _:
                self.failing = 1


def _failing(text: str) -> int:
    if text == "all":
        return ALL_CALLS
    if not text.isdecimal() or not 0 < int(text) < ALL_CALLS:
        raise OptionError("io_fails", text, "is neither all nor a number of at least 1")
    return int(text)


def _number(option: str, text: object) -> int:
    given = str(text)
    if not given.isdecimal() or int(given) > MOST:
        raise OptionError(option.replace("-", "_"), text, f"is no number up to {MOST:,}")
    return int(given)


def _arguments(text: str) -> tuple[int, int, int]:
    found = _ARGUMENTS.fullmatch(text)
    if found is None:
        raise OptionError(
            "args", text, "is not MIN..MAXxLENGTH", "as in 0..2x3: up to two arguments of three characters"
        )
    least, most, length = (int(part or 0) for part in found.groups())
    if found[1] is None:
        least = most
    if least > most or max(most, length) > MOST:
        raise OptionError("args", text, "has a minimum above its maximum, or is too large")
    return least, most, length


def _named(option: str, text: str) -> tuple[str, str]:
    name, equals, given = text.partition("=")
    if not equals or not given:
        raise OptionError(option, text, f"is not NAME={'SIZE' if option == 'file' else 'SIZE or NAME=TEXT'}")
    return name, given


def _contents(option: str, text: str, name: str) -> GivenContents:
    found = _FROM_FILE.fullmatch(text)
    if found is None:
        return GivenContents(name, b"", *_range(option, text))
    try:
        data = Path(found[1]).read_bytes()
    except OSError as error:
        raise OptionError(option, text, f"cannot be read: {error.strerror}") from None
    return GivenContents(name, data, *(_range(option, found[2]) if found[2] else (0, 0)))


def _range(option: str, text: str) -> tuple[int, int]:
    found = _RANGE.fullmatch(text)
    if found is None:
        raise OptionError(option, text, "is no size", "give a number of bytes, MIN..MAX, or @FILE, or @FILE+N")
    most = int(found[2])
    least = most if found[1] is None else int(found[1])
    if least > most or most > MOST:
        raise OptionError(option, text, "has a minimum above its maximum, or is too large")
    return least, most


def _variable(text: str) -> Word:
    """NAME=N is a value of up to N characters, NAME=TEXT a given one, NAME=TEXT+N a given beginning."""
    name, given = _named("env", text)
    if not re.fullmatch(r"\w+", name):
        raise OptionError("env", text, "has no name of a variable")
    found = _VALUE.fullmatch(given)
    assert found is not None
    text, length = ("", given) if given.isdecimal() else (found[1], found[2] or "0")
    value = text.encode("utf-8", "surrogateescape")
    return Word(f"${name}", f"{name}=".encode() + value, _number("env", length))
