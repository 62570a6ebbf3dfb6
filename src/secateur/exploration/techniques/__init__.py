"""The techniques by the names that `--technique` takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from secateur.errors import OptionError
from secateur.exploration.postconditions import Journal, Options
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.dgse import Dgse
from secateur.exploration.techniques.dgse_pse import DgsePse
from secateur.exploration.techniques.dgse_published import DgsePublished
from secateur.exploration.techniques.full import Full
from secateur.exploration.techniques.pse import Pse
from secateur.exploration.techniques.rsc import Rsc

#: Techniques that can be tuned.
TUNED: dict[str, Callable[[Mapping[str, str], Journal | None], Technique]] = {
    "pse": lambda tuning, journal: Pse(Options.parse(tuning), journal),
    "dgse+pse": lambda tuning, journal: DgsePse(Options.parse(tuning)),
}

TECHNIQUES: dict[str, Callable[[], Technique]] = {
    "full": Full,
    "dgse": Dgse,
    "dgse-published": DgsePublished,
    "pse": Pse,
    "dgse+pse": DgsePse,
    "rsc": lambda: Rsc(gives_up=True),
}


def make_technique(name: str, tuning: Mapping[str, str] | None = None, journal: Journal | None = None) -> Technique:
    """A technique as the user wants it; an OptionError says what is wrong with the tuning."""
    if not tuning and journal is None:
        return TECHNIQUES[name]()
    if name not in TUNED:
        raise OptionError("technique", name, "there is nothing to tune")
    return TUNED[name](tuning or {}, journal)
