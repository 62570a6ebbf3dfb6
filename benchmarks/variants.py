"""Variants of the subjects: their text with one place changed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

SUBJECTS = Path(__file__).parent / "subjects"

#: Files and functions of the subjects.
BRAKE = ("wheel_brake.c", "brake_step")
AVOID = ("collision_avoidance.c", "avoid")
SCHEDULE = ("scheduler.c", "schedule")
MARKUP = ("markup.c", "markup")
PATTERN = ("pattern.c", "pattern")
DISPATCH = ("dispatcher.c", "dispatcher")
SETTINGS = ("settings.c", "read_settings")


@dataclass(frozen=True)
class Variant:
    """`before` occurs once in the subject and becomes `after`."""

    subject: str
    function: str
    kind: str
    before: str
    after: str

    @property
    def source(self) -> Path:
        return SUBJECTS / self.subject

    def text(self) -> str:
        """The text of the variant."""
        return with_change(self.source, self.before, self.after)


def with_change(source: Path, before: str, after: str) -> str:
    """The text of a file with the only occurrence of `before` replaced by `after`."""
    text = source.read_text()
    if text.count(before) != 1:
        raise SystemExit(f"{source.name}: {before!r} occurs {text.count(before)} times")
    return text.replace(before, after)
