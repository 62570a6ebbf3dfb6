"""Stars by number: `*1`, `*2` in the order in which an answer mentions them, with what each one stands for."""

from __future__ import annotations

import re

from secateur import expr
from secateur.approximation.stars import Star, Stars
from secateur.expr import Expr, Value

_MARK = re.compile(r"\*\{(\d+)\}")


class Legend:
    """Numbers are given when a value is written for the first time. A star has one number in a whole answer."""

    def __init__(self, stars: Stars) -> None:
        self._stars = stars
        self._numbers: dict[Star, int] = {}

    def text(self, value: Value) -> str:
        """As C, with the names of the stars."""
        found = {star.variable: star for star in self._stars.of(value)}
        if not found:
            return expr.to_c(value)
        listed = list(found)
        names: dict[Expr, str] = {variable: f"*{{{n}}}" for n, variable in enumerate(listed)}
        return _MARK.sub(lambda m: self.name(found[listed[int(m[1])]]), expr.to_c(value, names))

    def name(self, star: Star) -> str:
        return f"*{self._numbers.setdefault(star, len(self._numbers) + 1)}"

    @property
    def stars(self) -> dict[str, Star]:
        """Those that were mentioned, by name, in the order of their numbers."""
        return {f"*{number}": star for star, number in self._numbers.items()}
