"""The console of a command: everything that is printed passes here."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from secateur.report.escaped import escaped


class EscapingConsole(Console):
    """Escapes all text. Colours and cursor movements of our own are not text: rich adds them later."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            safe = segment.text if segment.control else escaped(segment.text)
            yield segment if safe == segment.text else Segment(safe, segment.style)
