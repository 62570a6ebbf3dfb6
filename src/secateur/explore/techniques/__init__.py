"""The techniques by the names that `--technique` takes."""

from __future__ import annotations

from collections.abc import Callable

from secateur.explore.technique import Technique
from secateur.explore.techniques.dgse import Dgse
from secateur.explore.techniques.dgse_published import DgsePublished
from secateur.explore.techniques.full import Full
from secateur.explore.techniques.pse import Pse
from secateur.explore.techniques.rsc import Rsc

TECHNIQUES: dict[str, Callable[[], Technique]] = {
    "full": Full,
    "dgse": Dgse,
    "dgse-published": DgsePublished,
    "pse": Pse,
    "rsc": lambda: Rsc(gives_up=True),
}
