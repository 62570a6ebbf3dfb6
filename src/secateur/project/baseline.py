"""`baseline.json`: findings that are known, and functions that cannot be explored. Neither counts as new."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from secateur.errors import SecateurError

FORMAT = 1


class BaselineError(SecateurError):
    """A baseline cannot be read."""


@dataclass(frozen=True, slots=True)
class KnownFinding:
    """Only the fingerprint decides; the rest is for people who read the file."""

    fingerprint: str
    kind: str
    file: str
    line: int
    function: str
    text: str


@dataclass(frozen=True, slots=True)
class Baseline:
    """`not_explored`: functions as `file.c:name`."""

    findings: tuple[KnownFinding, ...] = ()
    not_explored: tuple[str, ...] = ()

    @property
    def fingerprints(self) -> frozenset[str]:
        return frozenset(each.fingerprint for each in self.findings)

    def to_json(self) -> str:
        """The same findings give the same text, a line for each, so that a change of it can be reviewed."""
        rows = [json.dumps(asdict(each)) for each in self.findings]
        listed = ",\n".join(f"    {row}" for row in rows)
        findings = f"[\n{listed}\n  ]" if rows else "[]"
        unexplored = json.dumps(list(self.not_explored))
        head = f'"tool": "secateur",\n  "format": {FORMAT}'
        return f'{{\n  {head},\n  "not_explored": {unexplored},\n  "findings": {findings}\n}}\n'


def make_baseline(findings: Iterable[KnownFinding], not_explored: Iterable[str]) -> Baseline:
    """In a stable order."""
    ordered = sorted(findings, key=lambda each: (each.file, each.function, each.kind, each.text, each.fingerprint))
    return Baseline(tuple(ordered), tuple(sorted(set(not_explored))))


def load_baseline(file: Path) -> Baseline:
    """Empty if there is no such file. Raises BaselineError."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Baseline()
    except ValueError as error:
        raise BaselineError(f"is not JSON: {error}", str(file), "secateur baseline writes it anew") from None
    try:
        if data["format"] != FORMAT:
            raise BaselineError(f"has format {data['format']}, this version reads {FORMAT}", str(file))
        findings = tuple(KnownFinding(**each) for each in data["findings"])
        return Baseline(findings, tuple(map(str, data["not_explored"])))
    except (KeyError, TypeError) as error:
        raise BaselineError(f"is no baseline: {error!r}", str(file), "secateur baseline writes it anew") from None
