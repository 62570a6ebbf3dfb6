"""Comparisons of earlier runs, in the cache: what is compiled alike in both versions need not be compared again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import secateur
from secateur.evolve.behaviour.equivalence import ChangeVerdict
from secateur.frontend.build import build
from secateur.frontend.cache import Cache, default_cache
from secateur.harness.subject import Subject
from secateur.jobs.versions import Versions
from secateur.options import settings
from secateur.options.jobs import DiffOptions

#: Of a whole file, of which the function may be a part.
_CHECKSUM = re.compile(r', checksumkind: \w+, checksum: "\w+"')


class ComparisonStore:
    """Answers by the code of both versions (the function, all that it calls and how it is called), the options, and the
    version of Secateur."""

    def __init__(
        self, versions: Versions, subjects: tuple[Subject, Subject], options: DiffOptions, is_asked_for: bool
    ) -> None:
        """`is_asked_for`: the user has named the function, so that everything is explored."""
        self._cache = default_cache()
        how = "whole" if is_asked_for else "in stages"
        self._key = Cache.key("comparison", _own_version(), how, _question(options), *_texts(versions, subjects))

    def load(self, seconds: float) -> dict[str, Any] | None:
        """The answer; one that was not decided counts only if no more time is given now."""
        hit = self._cache.load(self._key)
        if hit is None:
            return None
        try:
            kept = json.loads(hit.data)
            is_decided = kept["data"]["status"] != ChangeVerdict.UNKNOWN
            return dict(kept["data"]) if is_decided or kept["seconds"] >= 0.75 * seconds else None
        except (ValueError, KeyError, TypeError):
            return None

    def save(self, data: dict[str, Any], seconds: float) -> None:
        """`seconds`: the time that it was given."""
        self._cache.save(self._key, json.dumps({"data": data, "seconds": seconds}).encode(), ())


def _texts(versions: Versions, subjects: tuple[Subject, Subject]) -> Iterator[str]:
    for source, subject in zip(versions.sources, subjects, strict=True):
        made = build(subject.sources, subject.options, driver=subject.driver_text, included=subject.included)
        place = f"{source.root}/" if source.commit is not None else ""
        about = (str(subject.title), repr(subject.assumptions), repr(subject.program.assumed), made.text)
        yield from (_CHECKSUM.sub("", text.replace(place, "") if place else text) for text in about)


def _question(options: DiffOptions) -> str:
    """The options that an answer depends on, apart from the time."""
    asked = settings(options)
    for name in ("function", "fresh", "tests"):
        asked.pop(name, None)
    for limit in ("timeout", "cpu"):
        asked["budget"].pop(limit, None)
    asked["compiling"] = None  # it shows in the code
    return json.dumps(asked, sort_keys=True)


@cache
def _own_version() -> str:
    """Changes with every file of this package."""
    folder = Path(secateur.__file__).parent
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".c", ".h"))
    return Cache.key(*(f"{path.relative_to(folder)} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in files))
