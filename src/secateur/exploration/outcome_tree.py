"""All paths of a function as one value: what it returns and writes, as choices between the outcomes of its paths.

The paths of a deterministic function are a tree: whatever two of them have in common comes first, and then one of them
decides the opposite of the other. So each place has after a call the value `c ? one : other`, down to the outcomes. A
leaf that is not known, fails, or does what no value can describe is one where the call is entered; what the value is
there does not matter, so it is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from secateur import expr
from secateur.exploration.alone import CallOutcome, Content
from secateur.exploration.facts import Fact, FactKind
from secateur.expr import Expr
from secateur.machine.summary import CallEffects, CellWrite
from secateur.machine.views import Place, Scene

#: Maximum number of nodes of the value of a place, and of all of them together.
LARGEST, LARGEST_OF_ALL = 2_000, 8_000
#: Maximum number of operations that solvers find hard, over several paths: a path alone has few of them.
MOST_HARD = 4
_HARD = frozenset({"mul", "udiv", "sdiv", "urem", "srem", "umul_overflows", "smul_overflows"})


class NotATree(Exception):
    """The conditions of the paths do not fit together, so that nothing can be concluded from them."""


@dataclass(frozen=True, slots=True)
class OutcomeSplit:
    condition: Expr
    held: Node
    otherwise: Node


@dataclass(frozen=True, slots=True)
class OutcomeLeaf:
    """None: the call is entered."""

    outcome: CallOutcome | None


Node = OutcomeSplit | OutcomeLeaf

ENTERED = OutcomeLeaf(None)


def tree_of(facts: Sequence[Fact]) -> Node:
    """The tree of some paths. What they leave out is entered."""
    found = _tree(facts, 0)
    return ENTERED if found is None else found


def _tree(facts: Sequence[Fact], depth: int) -> Node | None:
    """None if no arguments lead here."""
    if not facts:
        return ENTERED
    ended = [fact for fact in facts if len(fact.conditions) == depth]
    if ended:
        if len(facts) > 1:
            raise NotATree
        (fact,) = ended
        return None if fact.kind is FactKind.IMPOSSIBLE else OutcomeLeaf(fact.outcome) if fact.returns else ENTERED
    condition = facts[0].conditions[depth]
    opposite = expr.not_(condition)
    held = [fact for fact in facts if fact.conditions[depth] is condition]
    others = [fact for fact in facts if fact.conditions[depth] is opposite]
    if len(held) + len(others) < len(facts):
        raise NotATree
    one, other = _tree(held, depth + 1), _tree(others, depth + 1)
    if one is None or other is None:
        return other if one is None else one
    return one if one is other else OutcomeSplit(condition, one, other)


def effects_of(root: Node, before: Mapping[tuple[int, Place], Content], width: int, depth: int) -> CallEffects | None:
    """The whole tree as values; None if they are too large, or if the call would always be entered. `before`: what the
    places of the scene held before the call. `width`: of the result in bits, 0 if there is none."""
    outcomes = list(_outcomes(root))
    if not outcomes:
        return None
    enters = _folded(root, lambda outcome: outcome is None, 1)
    keys = dict.fromkeys(key for outcome in outcomes for key in outcome.changed)
    writes = []
    for key in keys:
        view, (offset, size) = key
        value = _folded(root, lambda outcome, key=key: _content(outcome, key, before), 8 * size)  # type: ignore[misc]
        assert value is not None
        writes.append(CellWrite(view, offset, size, value))
    result = _folded(root, lambda outcome: None if outcome is None else outcome.value, width) if width else None
    sizes = [expr.size(value) for value in (enters, result, *(w.value for w in writes)) if isinstance(value, Expr)]
    if sizes and (max(sizes) > LARGEST or sum(sizes) > LARGEST_OF_ALL):
        return None
    values = [enters, *(() if result is None else (result,)), *(write.value for write in writes)]
    if len(outcomes) > 1 and sum(_is_hard(node) for node in expr.post_order(*values)) > MOST_HARD:
        return None
    assert enters is not None
    return CallEffects(result, tuple(writes), enters, depth)


def _is_hard(node: Expr) -> bool:
    """Floats, and products and quotients of two unknowns."""
    if node.op in _HARD:
        return all(isinstance(arg, Expr) for arg in node.args)
    return node.op.startswith("f") and not node.op.startswith(("fcmp", "fabs", "fneg"))


def _content(
    outcome: CallOutcome | None, key: tuple[int, Place], before: Mapping[tuple[int, Place], Content]
) -> Content:
    if outcome is None:
        return None
    if key in outcome.changed:
        return outcome.changed[key]
    if key not in before:  # a null pointer that knows its name
        raise NotATree
    return before[key]


def _folded(node: Node, leaf: Callable[[CallOutcome | None], Content], width: int) -> Content:
    if isinstance(node, OutcomeLeaf):
        return leaf(node.outcome)
    one, other = _folded(node.held, leaf, width), _folded(node.otherwise, leaf, width)
    if one is None or other is None:
        return other if one is None else one
    return expr.ite(node.condition, one, other, width)


def _outcomes(node: Node) -> Iterator[CallOutcome]:
    if isinstance(node, OutcomeSplit):
        yield from _outcomes(node.held)
        yield from _outcomes(node.otherwise)
    elif node.outcome is not None:
        yield node.outcome


def without_gaps(root: Node, scene: Scene) -> Node:
    """A place that held nothing before is written on all paths, or on none: the fewer ones are entered."""
    for number, view in enumerate(scene.views):
        for place in view.unwritten:
            key = (number, place)
            outcomes = list(_outcomes(root))
            writing = sum(outcome.changed.get(key) is not None for outcome in outcomes)
            if 0 < writing < len(outcomes):
                root = _entering(root, key, 2 * writing < len(outcomes))
    return root


def _entering(node: Node, key: tuple[int, Place], writing: bool) -> Node:
    """Enter where the place is written, or where it is not."""
    if isinstance(node, OutcomeLeaf):
        if node.outcome is None:
            return node
        return ENTERED if (node.outcome.changed.get(key) is not None) == writing else node
    return OutcomeSplit(node.condition, _entering(node.held, key, writing), _entering(node.otherwise, key, writing))


def ways(node: Node, taken: tuple[Expr, ...] = ()) -> Iterator[tuple[Expr, ...]]:
    """The conditions of each outcome that is known."""
    if isinstance(node, OutcomeSplit):
        opposite = expr.not_(node.condition)
        assert isinstance(opposite, Expr)
        yield from ways(node.held, (*taken, node.condition))
        yield from ways(node.otherwise, (*taken, opposite))
    elif node.outcome is not None:
        yield taken
