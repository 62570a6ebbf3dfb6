"""Random functions without loops, one statement per line, and their dependences by definition: path by path."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

VARIABLES = ("a", "b", "c")
INPUTS = ("x", "y", "z")

Node = tuple[int, str]  # a line, and T or F for a branch


@dataclass(frozen=True)
class Fact:
    """A definition (of `variable`, at a line), a branch side (no variable), or a branch side and a variable."""

    node: Node
    variable: str | None


@dataclass
class Line:
    number: int
    uses: tuple[str, ...]
    defines: str | None = None
    sides: tuple[list[Line], list[Line]] | None = None  # of an `if`: the true and the false side

    def inside(self, side: int) -> Iterator[Line]:
        for line in self.sides[side] if self.sides else ():
            yield line
            for below in (0, 1):
                yield from line.inside(below)


@dataclass
class Writer:
    random: random.Random
    text: list[str] = field(default_factory=list)

    def program(self, count: int) -> dict[str, list[Line]]:
        """`count` functions, and a `main` that calls them."""
        made = {name: self.function(name) for name in (f"f{number}" for number in range(count))}
        self.text += ["int main(void)", "{", *(f"    {name}(1, 2, 3);" for name in made), "    return 0;", "}", ""]
        return made

    def function(self, name: str) -> list[Line]:
        self.text += [f"int {name}(int x, int y, int z)", "{", "    int a, b, c;"]
        made = [self._assignment(v) for v in VARIABLES]
        made += self._block(0, self.random.randint(3, 6))
        used = tuple(sorted(self.random.sample(VARIABLES, 2)))
        made.append(self._line(f"return {' + '.join(used)};", used))
        self.text.append("}")
        return made

    def _line(self, text: str, uses: tuple[str, ...], defines: str | None = None) -> Line:
        self.text.append(text)
        return Line(len(self.text), tuple(v for v in uses if v in VARIABLES), defines)

    def _assignment(self, variable: str, uses: tuple[str, ...] = ()) -> Line:
        value = " + ".join((*uses, str(self.random.randint(0, 9))))
        return self._line(f"{variable} = {value};", uses, variable)

    def _block(self, depth: int, size: int) -> list[Line]:
        made = []
        for _ in range(size):
            if depth < 2 and self.random.random() < 0.5:
                used = self.random.choice((*INPUTS, *INPUTS, *VARIABLES))
                line = self._line(f"if ({used} > {self.random.randint(0, 3)}) {{", (used,))
                sides = [self._block(depth + 1, self.random.randint(1, 2))]
                self.text.append("} else {")
                sides.append(self._block(depth + 1, self.random.randint(0, 2)))
                self.text.append("}")
                line.sides = (sides[0], sides[1])
                made.append(line)
            else:
                uses = tuple(self.random.sample((*INPUTS, *VARIABLES), self.random.randint(0, 2)))
                made.append(self._assignment(self.random.choice(VARIABLES), uses))
        return made


def paths(lines: list[Line]) -> list[list[tuple[Line, Node]]]:
    found: list[list[tuple[Line, Node]]] = [[]]
    for line in lines:
        if line.sides is None:
            ways = [[(line, (line.number, ""))]]
        else:
            ways = [
                [(line, (line.number, letter)), *rest]
                for letter, side in zip("TF", line.sides, strict=True)
                for rest in paths(side)
            ]
        found = [[*path, *way] for path in found for way in ways]
    return found


def traditional_by_paths(lines: list[Line]) -> set[tuple[str, str, str, str | None]]:
    """Definitions 1 to 3 of DGSE: kind, source, target, variable."""
    found: set[tuple[str, str, str, str | None]] = set()
    brought = {each for path in paths(lines) for each in _brought(path)}
    for path in paths(lines):
        for (line, _), (_, direct, _) in zip(path, _moments(path), strict=True):
            for fact in direct:
                (number, side), target = fact.node, str(line.number)
                if fact.variable is None:
                    found.add(("control", f"{number}{side}", target, None))
                elif not side:
                    found.add(("data", str(number), target, fact.variable))
                elif (number, "F" if side == "T" else "T", line.number, fact.variable) in brought:
                    found.add(("potential", f"{number}{side}", target, fact.variable))
    return found


def _brought(path: list[tuple[Line, Node]]) -> Iterator[tuple[int, str, int, str]]:
    """A branch, its side, a later line and a variable used there whose definition is inside that side."""
    last: dict[str, list[Node]] = {}
    above: list[tuple[Line, Node]] = []
    for line, node in path:
        for variable in line.uses:
            yield from ((number, side, line.number, variable) for number, side in last.get(variable, ()))
        if line.defines is not None:
            last[line.defines] = [branch for other, branch in above if _controls(Fact(branch, None), other, line)]
        if line.sides is not None:
            above.append((line, node))


def interactive_by_paths(lines: list[Line]) -> set[tuple[Node, Node]]:
    """Definitions 4 and 7 of DGSE, literally, except that a branch has one fact per variable."""
    moments = [moment for path in paths(lines) for moment in _moments(path)]
    depends: dict[Node, set[Fact]] = {}
    for node, direct, _ in moments:
        depends.setdefault(node, set()).update(direct)
    found: set[tuple[Node, Node]] = set()
    grown = True
    while grown:
        grown = False
        for node, _, holding in moments:
            both = [fact for fact in holding if fact in depends[node]]
            for number, second in enumerate(both):
                for first in both[:number]:
                    if first.node != second.node and first not in depends.setdefault(second.node, set()):
                        depends[second.node].add(first)
                        grown = True
                    if first.node[0] != second.node[0]:
                        found.add((first.node, second.node))
    return found


def _moments(path: list[tuple[Line, Node]]) -> Iterator[tuple[Node, set[Fact], list[Fact]]]:
    """For each node on a path: the facts it depends on here, and those that hold, in the order of creation."""
    holding: list[tuple[Fact, Line]] = []
    for line, node in path:
        holding = [(fact, made) for fact, made in holding if fact.variable is not None or _controls(fact, made, line)]
        direct = {
            fact
            for fact, made in holding
            if (fact.variable in line.uses and not _holds_inside(made, line))
            or (
                fact.variable is None
                and any(line is other for other in (made.sides or ((), ()))["TF".index(fact.node[1])])
            )
        }
        yield node, direct, [fact for fact, _ in holding]
        if line.defines is not None:
            holding = [(fact, made) for fact, made in holding if fact.variable != line.defines]
            holding.append((Fact(node, line.defines), line))
        if line.sides is not None:
            holding.append((Fact(node, None), line))
            other = line.inside(1 - "TF".index(node[1]))
            variables = dict.fromkeys(below.defines for below in other if below.defines is not None)
            holding += [(Fact(node, variable), line) for variable in variables]


def _controls(fact: Fact, made: Line, line: Line) -> bool:
    return any(line is below for below in made.inside("TF".index(fact.node[1])))


def _holds_inside(made: Line, line: Line) -> bool:
    """Lines inside a branch are not potentially dependent on it."""
    return any(line is below for side in (0, 1) for below in made.inside(side))
