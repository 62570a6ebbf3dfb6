"""How a contract becomes inputs: how large objects are made, and which conditions hold before the call.

An object that must have `n` elements gets exactly `n`: a larger one is allowed too, but shows fewer faults. How large
`n` can become decides how much memory the driver provides; a variable without a bound of its own is at most `buffer`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from secateur.contracts.bounds import Interval, interval_of, intervals, variables_of
from secateur.contracts.errors import ContractError
from secateur.contracts.meaning import Meaning, RequiredSize, meaning_of
from secateur.contracts.model import EFFORT, Clause, Contract
from secateur.contracts.places import place_type, root_of
from secateur.contracts.terms import Chosen, Named, Numeral, Operation, Prefixed, Said, Term, walk_term
from secateur.ir.ctype import CEnum, CInt, CPointer, CType, resolved
from secateur.ir.debuginfo import Prototype

MOST_ELEMENTS = 256
"""Maximum number of elements of an object whose size is an input."""

MOST_CONSTANT = 1 << 16
_OFFSET = "secateur_offset_"
_END = re.compile(r"end|limit|last|stop", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Extent:
    """An object of at most `capacity` elements; `needed` says how many it has, as C over the inputs (empty: all).
    `is_bounded`: within the contract that is never more than the capacity."""

    capacity: int
    needed: str = ""
    is_bounded: bool = True


@dataclass(frozen=True, slots=True)
class Precondition:
    """A condition in C that holds before the call, and the part that says so."""

    condition: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class ContractPlan:
    """`offsets`: by pointer that leads into another object, the C name of the input that says where. `kept`: variables
    for values before the call that postconditions ask for, with these values."""

    contract: Contract = field(default_factory=Contract)
    meaning: Meaning = field(default_factory=Meaning)
    extents: Mapping[str, Extent] = field(default_factory=dict)
    offsets: Mapping[str, str] = field(default_factory=dict)
    preconditions: tuple[Precondition, ...] = ()
    postconditions: tuple[Precondition, ...] = ()
    kept: tuple[tuple[str, str], ...] = ()
    doubted_ends: frozenset[str] = frozenset()
    #: By pointer to a list of pointers that ends with NULL: how many come before it, in C over the inputs.
    lengths: Mapping[str, str] = field(default_factory=dict)


def size_name(pointer: str) -> str:
    """The driver's variable that has the number of elements."""
    return f"secateur_size_{_identifier(pointer)}"


def offset_name(pointer: str) -> str:
    return f"{_OFFSET}{_identifier(pointer)}"


def length_name(pointer: str) -> str:
    return f"{_identifier(pointer)}_length"


def _identifier(name: str) -> str:
    return re.sub(r"\W+", "_", name).strip("_")


def made_names(contract: Contract) -> Iterator[tuple[str, Prototype, tuple[str, ...]]]:
    """The pointers that a function makes, with that function and the names of its arguments."""
    makers = {each.name: each for each in contract.makers}
    for pointer, name in meaning_of(contract.clauses).made.items():
        if name not in makers:
            continue  # another version does not have it
        arguments = (p.name or f"argument{n}" for n, p in enumerate(makers[name].parameters, 1))
        yield pointer, makers[name], tuple(f"{_identifier(pointer)}_{each}" for each in arguments)


def contract_plan(contract: Contract, variables: Mapping[str, CType], buffer: int) -> ContractPlan:
    """Raises ContractError for a part that cannot become inputs."""
    for _, maker, names in made_names(contract):
        own = {name: p.type for name, p in zip(names, maker.parameters, strict=True)}
        variables = {**variables, **own}
    for each in contract.clauses:
        _require_names(each, variables)
    meaning = meaning_of(contract.clauses)
    planner = _Planner(meaning, variables, buffer)
    extents, conditions = {}, []
    for pointer, size in meaning.sizes.items():
        extents[pointer], bounds = planner.extent(size)
        conditions += bounds
    for pointer, base in meaning.inside.items():
        if base not in extents and planner.is_end(pointer, base):
            extents[base] = Extent(buffer, offset_name(pointer))
    lengths: dict[str, str] = {}
    for pointer, clause in meaning.terminated.items():
        if pointer in meaning.sizes and planner.is_list(pointer):
            lengths[pointer] = f"({unsigned_c(meaning.sizes[pointer].needed)} - 1UL)"
        elif planner.is_list(pointer):
            length = lengths[pointer] = length_name(pointer)
            extents[pointer] = Extent(buffer + 1, f"{length} + 1UL")
            conditions.append(Precondition(f"{length} <= {buffer}", clause))
    conditions += [
        Precondition(planner.condition(term), _owner(term, clause, meaning)) for term, clause in meaning.conditions
    ]
    offsets = {pointer: offset_name(pointer) for pointer in meaning.inside}
    after = [Precondition(planner.condition(each.term), each) for each in contract.ensures]
    return ContractPlan(
        contract, meaning, extents, offsets, tuple(conditions), tuple(after), _kept(contract), lengths=lengths
    )


def _kept(contract: Contract) -> tuple[tuple[str, str], ...]:
    asked = (each for clause in contract.ensures for each in walk_term(clause.term))
    old = (str(each.arguments[0]) for each in asked if isinstance(each, Said) and each.word == "old")
    return tuple((old_name(text), text) for text in dict.fromkeys(old))


def old_name(text: str) -> str:
    """The driver's variable that has a value before the call."""
    return f"secateur_old_{_identifier(text)}"


def _owner(term: Term, clause: Clause, meaning: Meaning) -> Clause:
    """The part that an input breaks: a bound of the effort stands for the size that it bounds."""
    names = set(variables_of(term)) if clause.origin.place == EFFORT else set()
    sizes = (size.clause for size in meaning.sizes.values() if names & set(variables_of(size.needed)))
    return next(sizes, clause)


def _require_names(clause: Clause, variables: Mapping[str, CType]) -> None:
    """Every name must be that of a parameter, a global, or a member of one; functions, macros and enumerators are
    words of capitals, or the compiler's business."""
    targets = {
        argument
        for each in walk_term(clause.term)
        if isinstance(each, Said) and each.word in ("calls", "made", "fails")
        for argument in each.arguments[each.word != "fails" :]
    }
    for each in walk_term(clause.term):
        if not isinstance(each, Named) or each in targets or each.name.isupper():
            continue
        if root_of(each.name) not in variables and each.name not in _enumerators(variables):
            known = ", ".join(variables) or "none"
            raise _error(clause, each.name, f"there is no '{root_of(each.name)}'", f"the names are: {known}")
        if root_of(each.name) in variables and place_type(each.name, variables) is None:
            raise _error(clause, each.name, f"'{each.name}' is no member, element or target of a pointer", "")


def _enumerators(variables: Mapping[str, CType]) -> set[str]:
    kinds = (resolved(kind) for kind in variables.values())
    return {name for kind in kinds if isinstance(kind, CEnum) for name, _ in kind.values}


def _error(clause: Clause, name: str, problem: str, advice: str) -> ContractError:
    text = str(clause)
    return ContractError(problem, text, max(0, text.find(name)), clause.origin.place, advice)


@dataclass(frozen=True, slots=True)
class _Planner:
    meaning: Meaning
    variables: Mapping[str, CType]
    buffer: int

    def extent(self, size: RequiredSize) -> tuple[Extent, list[Precondition]]:
        """The object of a pointer, and the bounds of the variables that decide about its size."""
        known = intervals(term for term, _ in self.meaning.conditions)
        needed = self._with_offsets(size.needed)
        bounds: list[Precondition] = []
        for name in variables_of(needed):
            if not name.startswith(_OFFSET) and place_type(name, self.variables) is None:
                advice = "use variables and numbers"
                raise _error(size.clause, name, f"the value of '{name}' is not known", advice)
            own = known.get(name, Interval())
            low = 0 if own.low is None else own.low
            high = self.buffer + (low if low > self.buffer else 0)
            if own.high is None:
                bounds.append(Precondition(f"{name} <= {high}", size.clause))
            known[name] = Interval(low, high if own.high is None else own.high)
        most = interval_of(needed, known).high
        if most is None:
            name = str(size.needed)
            raise _error(size.clause, name, "how large it can become is not known", "give a number as its bound")
        if not variables_of(needed):
            return Extent(min(max(most, 0), MOST_CONSTANT), "" if most > 0 else "0UL"), []
        capacity = max(1, min(most, MOST_ELEMENTS))
        text = unsigned_c(needed)
        if most > capacity:
            bounds.append(Precondition(f"{text} <= {capacity}UL", size.clause))
        return Extent(capacity, text, self._is_natural(needed)), bounds

    def _with_offsets(self, term: Term) -> Term:
        """`end - buf` is the offset of a pointer into an object."""
        match term:
            case Operation("-", Named(pointer), Named(base)) if self.meaning.inside.get(pointer) == base:
                return Named(offset_name(pointer))
            case Operation():
                return Operation(term.operator, self._with_offsets(term.left), self._with_offsets(term.right))
            case Prefixed():
                return Prefixed(term.operator, self._with_offsets(term.operand))
            case _:
                return term

    def is_end(self, pointer: str, base: str) -> bool:
        """Whether a pointer into an object is where the object ends: the only one, or the one that is called so."""
        others = [each for each, where in self.meaning.inside.items() if where == base]
        named = [each for each in others if _END.search(each)] or others
        return named[0] == pointer

    def is_list(self, pointer: str) -> bool:
        """Does it lead to pointers?"""
        kind = place_type(pointer, self.variables)
        target = None if kind is None else resolved(kind)
        return isinstance(target, CPointer) and target.to is not None and isinstance(resolved(target.to), CPointer)

    def _is_natural(self, term: Term) -> bool:
        """Is it never negative, whatever its variables are?"""
        minus = any(isinstance(each, Operation | Prefixed) and each.operator in "-~!" for each in walk_term(term))
        return not minus and all(self._is_unsigned(name) for name in variables_of(term))

    def _is_unsigned(self, name: str) -> bool:
        if name.startswith(_OFFSET):
            return True
        kind = place_type(name, self.variables)
        target = None if kind is None else resolved(kind)
        known = intervals(term for term, _ in self.meaning.conditions).get(name)
        is_natural = known is not None and known.low is not None and known.low >= 0
        return is_natural or (isinstance(target, CInt | CEnum) and not target.signed)

    # --- conditions

    def condition(self, term: Term) -> str:
        """In C, with the numbers that the notation means: no wrapping, no conversion to unsigned."""
        names = [each for each in walk_term(term) if isinstance(each, Named | Said)]
        is_plain = len(names) == 1 and isinstance(names[0], Named) and not self._has_minus(term, names[0])
        cast = "" if is_plain else self._wide(term)
        return self._c(term, cast)

    def _has_minus(self, term: Term, name: Named) -> bool:
        arithmetic = any(isinstance(e, Operation) and e.operator in ("+", "-", "*", "<<") for e in walk_term(term))
        negative = any(isinstance(each, Prefixed) and each.operator == "-" for each in walk_term(term))
        return arithmetic or (negative and self._is_unsigned(name.name))

    def _wide(self, term: Term) -> str:
        """The type in which all its numbers are exact; none if it is about something else than numbers."""
        kinds = [place_type(each.name, self.variables) for each in walk_term(term) if isinstance(each, Named)]
        targets = [None if kind is None else resolved(kind) for kind in kinds]
        operations = [each.operator for each in walk_term(term) if isinstance(each, Prefixed | Operation)]
        if any(operator in ("~", "&", "|", "^") for operator in operations):
            return ""
        if not all(isinstance(target, CInt | CEnum) for target in targets if target is not None):
            return ""
        sizes = [target.size for target in targets if isinstance(target, CInt | CEnum)]
        return "(long)" if max(sizes, default=4) <= 4 else "(__int128)"

    def _c(self, term: Term, cast: str) -> str:
        match term:
            case Named():
                return f"{cast}{term.name}" if cast else term.name
            case Numeral():
                return f"{cast}{term.text}" if cast else term.text
            case Said("size", (Named("result"),)):
                return "(long)(secateur_extent(result) / sizeof *result)"
            case Said("size", arguments):
                return f"(long){size_name(str(arguments[0]))}"
            case Said("old", arguments):
                return f"{cast}{old_name(str(arguments[0]))}"
            case Said("valid", arguments):
                return f"({arguments[0]} != 0)"
            case Said():
                return str(term)
            case Prefixed():
                return f"{term.operator}({self._c(term.operand, cast)})"
            case Operation():
                return f"({self._c(term.left, cast)} {term.operator} {self._c(term.right, cast)})"
            case Chosen():
                three = (self._c(each, cast) for each in (term.condition, term.then, term.otherwise))
                return "({} ? {} : {})".format(*three)


def unsigned_c(term: Term) -> str:
    """A number of elements in C. It wraps around instead of overflowing: then the bounds of its variables do not hold,
    and it is not used."""
    match term:
        case Named():
            return f"(unsigned long){term.name}"
        case Numeral():
            return f"{term.text.rstrip('uUlL')}UL"
        case Prefixed():
            return f"{term.operator}({unsigned_c(term.operand)})"
        case Operation():
            return f"({unsigned_c(term.left)} {term.operator} {unsigned_c(term.right)})"
        case _:
            raise AssertionError(f"no number: {term}")


def sizes_in(plan: ContractPlan) -> Iterator[str]:
    """The pointers whose size a condition asks for."""
    for term, _ in plan.meaning.conditions:
        for each in walk_term(term):
            if isinstance(each, Said) and each.word == "size":
                yield str(each.arguments[0])
