"""The formats that answers are written in, for people and for other tools.

A format is one file in `report/formats` with a `FORMAT`. Nothing else names it: `--format`, the documentation's table
(by a test) and the errors follow from that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from secateur.errors import OptionError
from secateur.report import formats
from secateur.report.material import AnswerKind, Material
from secateur.suite.write import replace_file


@dataclass(frozen=True, slots=True)
class Format:
    """`file`: what it writes, for the documentation. `origins`: the commands whose answers it can show. `files`: the
    name and the content of each file. `needs_paths`: the files of a run are not enough, paths have to be run again."""

    name: str
    file: str
    help: str
    origins: frozenset[AnswerKind]
    files: Callable[[Material], Iterable[tuple[str, bytes]]]
    needs_paths: bool = False


def text_format(
    name: str,
    file: str,
    help_: str,
    origins: Iterable[AnswerKind],
    text: Callable[[Material], str],
    needs_paths: bool = False,
) -> Format:
    """A format that is one file of text."""

    def files(material: Material) -> Iterator[tuple[str, bytes]]:
        yield file, text(material).encode("utf-8", "backslashreplace")

    return Format(name, file, help_, frozenset(origins), files, needs_paths)


@cache
def all_formats() -> dict[str, Format]:
    """By name."""
    modules = (import_module(f"{formats.__name__}.{each.name}") for each in iter_modules(formats.__path__))
    found: list[Format] = [module.FORMAT for module in modules]
    return {each.name: each for each in sorted(found, key=lambda each: each.name)}


def wanted_formats(text: str | None, origin: AnswerKind) -> tuple[Format, ...]:
    """Those that a user names, with commas between."""
    if not text:
        return ()  # reading them takes time
    known = {name: each for name, each in all_formats().items() if origin in each.origins}
    names = dict.fromkeys(word.strip() for word in text.split(",") if word.strip())
    for name in names:
        if name in all_formats() and name not in known:
            advice = f"choose from {', '.join(known)}"
            raise OptionError("formats", name, f"has no place for an answer of {origin}", advice)
        if name not in known:
            raise OptionError("formats", name, "unknown", known=tuple(known))
    return tuple(known[name] for name in names)


def write_formats(wanted: Sequence[Format], material: Material, folder: Path) -> list[Path]:
    """Write the files; each replaces an older one at once."""
    written = []
    for each in wanted:
        for name, content in each.files(material):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, content)
            written.append(path)
    return written
