"""What the code shows about valid calls. `infer` is the one place where parts are inferred; each kind of evidence is a
module with a function `Evidence -> Iterator[Clause]`, listed in `RULES`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from secateur.contracts.inference.by_name import by_name
from secateur.contracts.inference.evidence import Evidence
from secateur.contracts.model import Clause

Rule = Callable[[Evidence], Iterable[Clause]]

#: In this order: a part of an earlier rule replaces those of later ones about the same thing.
RULES: tuple[Rule, ...] = (by_name,)


def infer(evidence: Evidence) -> list[Clause]:
    """The parts that can be inferred for a function, all with an `INFERRED` origin that says from what."""
    found: list[Clause] = []
    for rule in RULES:
        taken = {topic for each in found for topic in each.topics}
        found += [each for each in rule(evidence) if not each.topics & taken]
    return found
