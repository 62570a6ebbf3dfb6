"""Lines that the runs suggest: constants, equalities, ranges, orders, and values under conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from secateur.conjectures.atoms import literal
from secateur.conjectures.claim import Claim, ClaimKind, both, number
from secateur.conjectures.evaluation import Row, value_in
from secateur.conjectures.quantity import Quantities, Quantity
from secateur.contracts.terms import Named, Numeral, Operation, Term, walk_term

#: Different values up to which they are listed one by one.
FEW_VALUES = 4
#: Distance to another value up to which an equality is proposed.
NEAR = 16
#: Inputs that outputs are compared with, each with each.
MOST_COMPARED = 24
#: Bounds that are tried for one side of a range.
MOST_BOUNDS = 4
#: Classes of results that conditions are looked for.
MOST_CLASSES = 6


@dataclass(frozen=True, slots=True)
class Proposer:
    """`rows`: at least one. `atoms`: conditions over inputs. `constants`: numbers of the program."""

    words: Quantities
    rows: Sequence[Row]
    atoms: Sequence[Term]
    constants: Sequence[int]

    def all(self) -> Iterator[Claim]:
        """In the order in which they say most; what runs refute is not among them."""
        for quantity in self.words.after:
            yield from self._plain(quantity)
        for quantity in self.words.same.values():
            yield from self._same(quantity)
        for quantity in self.words.after:
            if not quantity.array:
                yield from self._conditional(quantity)
        yield from self._on_result()
        for quantity in self.words.after:
            if not quantity.is_pointer and not quantity.array:
                yield from self._orders(quantity)

    # --- without a condition

    def _plain(self, quantity: Quantity) -> Iterator[Claim]:
        values = self._values(quantity)
        if not values:
            return
        distinct = sorted(set(values))
        if quantity.is_pointer:
            if len(distinct) == 1 and distinct[0] == 0:
                yield self._claim(ClaimKind.CONSTANT, quantity, "==", number(0))
            elif 0 not in distinct and quantity.is_result:  # others are inputs, too, which are not NULL
                yield self._claim(ClaimKind.NOT, quantity, "!=", number(0))
            return
        if len(distinct) == 1:
            yield self._claim(ClaimKind.CONSTANT, quantity, "==", literal(distinct[0], quantity))
        yield from self._equal(quantity)
        if quantity.width == 1:
            return
        if 1 < len(distinct) <= FEW_VALUES and len(values) > 2 * len(distinct):
            yield self._one_of(quantity, distinct)
        yield from self._bounds(quantity, distinct)

    def _one_of(self, quantity: Quantity, values: Sequence[int]) -> Claim:
        body: Term | None = None
        for value in values:
            here = Operation("==", quantity.term, literal(value, quantity))
            body = here if body is None else Operation("||", body, here)
        assert body is not None
        return Claim(ClaimKind.VALUES, quantity.name, body, _exists(quantity))

    def _equal(self, quantity: Quantity) -> Iterator[Claim]:
        old = self.words.old(quantity)
        if old is not None and self._always(quantity, lambda row, v: row.get(old.text) == v):
            yield Claim(ClaimKind.UNCHANGED, quantity.name, Operation("==", quantity.term, old.term), _exists(quantity))
            return
        if quantity.array:
            return
        for other in self._compared(quantity):
            distances = {v - row[other.text] for row, v in self._pairs(quantity) if other.text in row}
            if len(distances) == 1:
                (distance,) = distances
                if abs(distance) <= NEAR:
                    yield self._claim(ClaimKind.EQUAL, quantity, "==", _plus(other.term, distance))
            elif not quantity.signed and old is other:
                yield from self._wrapping(quantity, other, distances)
        yield from self._sums(quantity)

    def _wrapping(self, quantity: Quantity, old: Quantity, distances: set[int]) -> Iterator[Claim]:
        """A counter that begins again at 0."""
        modulus = 1 << quantity.width
        steps = {distance % modulus for distance in distances}
        if len(steps) == 1:
            wrapped = Operation("%", _plus(old.term, steps.pop()), number(modulus))
            yield self._claim(ClaimKind.EQUAL, quantity, "==", wrapped)

    def _sums(self, quantity: Quantity) -> Iterator[Claim]:
        """The sum or difference of two inputs."""
        few = self._compared(quantity)[:8]
        for left, right in combinations(few, 2):
            for operator, first, second in (("+", left, right), ("-", left, right), ("-", right, left)):
                body = Operation(operator, first.term, second.term)
                moves = {(row.get(first.text), row.get(second.text)) for row in self.rows}
                if len(moves) > 2 and self._always(quantity, lambda row, v, body=body: _is(body, row, v)):
                    yield self._claim(ClaimKind.EQUAL, quantity, "==", body)

    def _bounds(self, quantity: Quantity, distinct: Sequence[int]) -> Iterator[Claim]:
        """From the narrowest that the runs allow: numbers of the program, and what was seen."""
        low, high = distinct[0], distinct[-1]
        above = [high, *(c for each in self.constants for c in (each - 1, each, each + 1) if c > high)]
        below = [low, *(c for each in self.constants for c in (each - 1, each, each + 1) if c < low)]
        for bound in sorted(set(above))[:MOST_BOUNDS]:
            if bound < quantity.high:
                yield self._claim(ClaimKind.RANGE, quantity, "<=", literal(bound, quantity))
        for bound in sorted(set(below), reverse=True)[:MOST_BOUNDS]:
            if bound > quantity.low:
                yield self._claim(ClaimKind.RANGE, quantity, ">=", literal(bound, quantity))

    def _same(self, quantity: Quantity) -> Iterator[Claim]:
        """The result is a parameter, always or unless it is NULL."""
        values = {row[quantity.text] for row in self.rows if quantity.text in row}
        if values == {1}:
            yield Claim(ClaimKind.EQUAL, "return", quantity.term)
            return
        found = [row for row in self.rows if row.get("result")]
        if found and all(row.get(quantity.text) for row in found):
            yield Claim(ClaimKind.EQUAL, "return", quantity.term, Operation("!=", Named("result"), number(0)))

    def _orders(self, quantity: Quantity) -> Iterator[Claim]:
        """At most, or at least, another value, which it reaches in some run."""
        others = [*self._compared(quantity), *(q for q in self.words.after if q.name > quantity.name)]
        for other in others:
            if other.is_pointer or other.array or other.width == 1 or quantity.width == 1:
                continue
            pairs = [(v, row[other.text]) for row, v in self._pairs(quantity) if other.text in row]
            if not pairs or all(v == w for v, w in pairs):
                continue
            below, above = max(v - w for v, w in pairs), min(v - w for v, w in pairs)
            if below in (0, -1):
                yield self._claim(ClaimKind.ORDER, quantity, "<=" if below == 0 else "<", other.term)
            if above in (0, 1):
                yield self._claim(ClaimKind.ORDER, quantity, ">=" if above == 0 else ">", other.term)

    # --- under a condition

    def _conditional(self, quantity: Quantity) -> Iterator[Claim]:
        """For values that it often has: exactly when, or at least when."""
        full = (1 << len(self.rows)) - 1
        guards = self._guards()
        for body in self._classes(quantity):
            mask = self._mask(body)
            if mask not in (0, full):
                yield from self._guarded(quantity, body, mask, guards)

    def _is_flag(self, quantity: Quantity) -> bool:
        return not quantity.is_pointer and set(self._values(quantity)) == {0, 1}

    def _classes(self, quantity: Quantity) -> list[Term]:
        counts: dict[int, int] = {}
        for _, value in self._pairs(quantity):
            key = int(value != 0) if quantity.is_pointer else value
            counts[key] = counts.get(key, 0) + 1
        if quantity.is_pointer:
            return [Operation("==", quantity.term, number(0))]
        common = sorted(counts, key=lambda value: (-counts[value], value))[:MOST_CLASSES]
        least = 1 if len(counts) <= MOST_CLASSES else max(3, len(self.rows) // 20)
        bodies: list[Term] = [
            Operation("==", quantity.term, literal(value, quantity)) for value in common if counts[value] >= least
        ]
        negative = sum(value < 0 for value in counts)
        if 1 < negative < len(counts):
            bodies.append(Operation("<", quantity.term, number(0)))
        for other in self._compared(quantity)[:8]:
            is_old = other.name == quantity.name
            steps = (0, 1, -1) if is_old else (0,)
            near = [Operation("==", quantity.term, _plus(other.term, step)) for step in steps]
            bodies += [each for each in near if is_old or self._variety(quantity, each) > 2]
        return bodies

    def _variety(self, quantity: Quantity, body: Term) -> int:
        """How many values it has where a condition holds: a few may be a coincidence."""
        return len({row.get(quantity.text) for row in self.rows if _true(body, row)})

    def _guarded(
        self, quantity: Quantity, body: Term, mask: int, guards: Sequence[tuple[Term, int]]
    ) -> Iterator[Claim]:
        exists = _exists(quantity)
        best: tuple[int, Term] | None = None
        for guard, where in guards:
            if _pins(guard, body):
                continue
            if where == mask and exists is None:
                if self._is_flag(quantity) and str(body) == f"{quantity.text} == 1":
                    flag = Operation("==", quantity.term, guard)
                    yield Claim(ClaimKind.EQUAL, quantity.name, flag)
                yield Claim(ClaimKind.EXACTLY, quantity.name, body, guard, exactly=True)
                return
            inside = where & mask
            if where and inside == where and (best is None or inside.bit_count() > best[0]):
                best = inside.bit_count(), guard
        if best is not None and 3 * best[0] >= mask.bit_count():
            yield Claim(ClaimKind.WHEN, quantity.name, body, both(exists, best[1]))

    def _guards(self) -> list[tuple[Term, int]]:
        """Conditions and pairs of them, with the runs in which they hold; one for the same runs. Short ones first."""
        single: dict[int, Term] = {}
        for atom in self.atoms:
            single.setdefault(self._mask(atom), atom)
        found = dict(single)
        full = (1 << len(self.rows)) - 1
        for (first, left), (second, right) in combinations(list(single.items())[:MOST_COMPARED], 2):
            if first & second not in found and (first & second) > 0:
                found[first & second] = Operation("&&", left, right)
            if first | second not in found and (first | second) != full:
                found[first | second] = Operation("||", left, right)
        return [(term, mask) for mask, term in found.items()]

    def _on_result(self) -> Iterator[Claim]:
        """What a certain result means: after a failure, often nothing has changed."""
        result = next((each for each in self.words.after if each.name == "return"), None)
        if result is None:
            return
        guards = _result_classes(result, sorted(set(self._values(result))))
        for guard in guards:
            rows = [row for row in self.rows if _true(guard, row)]
            if not rows or len(rows) == len(self.rows):
                continue
            inner = Proposer(self.words, rows, (), self.constants)
            for quantity in self.words.after:
                if quantity is not result and not quantity.is_pointer:
                    yield from _under(guard, inner.simple(quantity))

    def simple(self, quantity: Quantity) -> Iterator[Claim]:
        """Constants, and what did not change."""
        values = self._values(quantity)
        if not values:
            return
        old = self.words.old(quantity)
        if old is not None and self._always(quantity, lambda row, v: row.get(old.text) == v):
            yield Claim(ClaimKind.UNCHANGED, quantity.name, Operation("==", quantity.term, old.term), _exists(quantity))
        elif len(set(values)) == 1:
            yield self._claim(ClaimKind.CONSTANT, quantity, "==", literal(values[0], quantity))
        elif old is not None and not quantity.array:
            distances = {v - row[old.text] for row, v in self._pairs(quantity) if old.text in row}
            if len(distances) == 1:
                yield self._claim(ClaimKind.EQUAL, quantity, "==", _plus(old.term, distances.pop()))

    # --- rows

    def _values(self, quantity: Quantity) -> list[int]:
        return [row[quantity.text] for row in self.rows if quantity.text in row]

    def _pairs(self, quantity: Quantity) -> list[tuple[Row, int]]:
        guard = quantity.null_guard
        there = (row for row in self.rows if quantity.text in row and (not guard or row.get(guard, 1)))
        return [(row, row[quantity.text]) for row in there]

    def _always(self, quantity: Quantity, holds: object) -> bool:
        assert callable(holds)
        pairs = self._pairs(quantity)
        return bool(pairs) and all(holds(row, value) for row, value in pairs)

    def _mask(self, term: Term) -> int:
        found = 0
        for number_, row in enumerate(self.rows):
            found |= _true(term, row) << number_
        return found

    def _compared(self, quantity: Quantity) -> list[Quantity]:
        """The inputs that it may have to do with: its own old value first."""
        old = self.words.old(quantity)
        others = [
            each
            for each in self.words.before
            if each is not old and not each.is_pointer and not each.array and not each.null_guard and each.width > 1
        ]
        return [*([old] if old is not None else []), *others][:MOST_COMPARED]

    def _claim(self, kind: ClaimKind, quantity: Quantity, operator: str, other: Term) -> Claim:
        return Claim(kind, quantity.name, Operation(operator, quantity.term, other), _exists(quantity))


def _under(guard: Term, claims: Iterable[Claim]) -> Iterator[Claim]:
    for claim in claims:
        yield Claim(ClaimKind.ON_RESULT, claim.subject, claim.body, both(guard, claim.guard))


def _result_classes(result: Quantity, distinct: Sequence[int]) -> list[Term]:
    """Failure and success, as C functions tell them; then single values. The wider come first."""
    zero = number(0)
    classes: list[Term] = [Operation("!=", result.term, zero), Operation("==", result.term, zero)]
    if result.is_pointer:
        return classes
    if distinct and distinct[0] < 0:
        classes = [Operation(">=", result.term, zero), Operation("<", result.term, zero), *classes]
    if len(distinct) <= FEW_VALUES:
        classes += [Operation("==", result.term, literal(value, result)) for value in distinct if value]
    return classes


def _pins(guard: Term, body: Term) -> bool:
    """Does the condition say which number the other side of an equality is? Then that number says more."""
    other = str(body.right) if isinstance(body, Operation) else ""
    pinned = (each for each in walk_term(guard) if isinstance(each, Operation) and each.operator == "==")
    return any(str(each.left) == other and isinstance(each.right, Numeral) for each in pinned)


def _exists(quantity: Quantity) -> Term | None:
    """What is behind a parameter that may be NULL."""
    return Operation("!=", Named(quantity.null_guard), number(0)) if quantity.null_guard else None


def _plus(term: Term, distance: int) -> Term:
    if not distance:
        return term
    return Operation("+" if distance > 0 else "-", term, number(abs(distance)))


def _is(term: Term, row: Row, value: int) -> bool:
    try:
        return value_in(term, row) == value
    except KeyError:
        return False


def _true(term: Term, row: Row) -> int:
    try:
        return int(bool(value_in(term, row)))
    except KeyError:
        return 0
