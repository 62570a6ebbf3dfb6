"""Stars by number: `*1`, `*2` in the order in which an answer mentions them, with what each one stands for."""

from __future__ import annotations

import re

from secateur import expr
from secateur.approximation.stars import Star, Stars
from secateur.expr import Expr, Value

#: How an expression is written that is too long.
TOO_LONG = "…"
_MARK = re.compile(r"\*\{(\d+)\}")


class Legend:
    """Numbers are given when a value is written for the first time. A star has one number in a whole answer."""

    def __init__(self, stars: Stars) -> None:
        self._stars = stars
        self._numbers: dict[Star, int] = {}
        self._noticed: dict[Star, None] = {}

    def notice(self, value: Value) -> None:
        """A value that is shown by its cases: a star may choose between them without being mentioned."""
        self._noticed.update(dict.fromkeys(self._stars.of(value)))

    def text(self, value: Value) -> str:
        """As C, with the names of the stars."""
        found = {star.variable: star for star in self._stars.of(value)}
        listed = list(found)
        names: dict[Expr, str] = {variable: f"*{{{n}}}" for n, variable in enumerate(listed)}
        text = expr.to_c(value, names)
        if text == TOO_LONG:
            return f"{TOO_LONG} ({expr.size(value):,} operations; --depth 4, or less, leaves out more)"
        return _MARK.sub(lambda m: self.name(found[listed[int(m[1])]]), text) if found else text

    def name(self, star: Star) -> str:
        return f"*{self._numbers.setdefault(star, len(self._numbers) + 1)}"

    @property
    def stars(self) -> dict[str, Star]:
        """Those that were mentioned, by name, in the order of their numbers."""
        return {f"*{number}": star for star, number in self._numbers.items()}

    @property
    def choosing(self) -> list[Star]:
        """Those that only choose between what is shown."""
        return [star for star in self._noticed if star not in self._numbers]
