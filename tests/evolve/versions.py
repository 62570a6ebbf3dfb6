"""Two versions of a C text, compiled without files, and the comparisons that the tests need."""

from __future__ import annotations

from properties.differential import compiled
from secateur.dependence.static import Static
from secateur.evolve.behaviour.equivalence import Equivalence, EquivalenceVerdict
from secateur.evolve.behaviour.outcomes import Equality
from secateur.evolve.impact.pair import Pair
from secateur.evolve.matching.matching import Matching, match
from secateur.exploration.loop import Explorer
from secateur.exploration.techniques.dise import Dise
from secateur.solver import Solver, by_name

HEADER = """extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern int printf(const char *, ...);
extern void exit(int);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
#define INT __VERIFIER_nondet_int()
"""


def program(body: str) -> str:
    """A whole program: unchanged if it has a `main`, else a function body over `a`, `b` and `c`."""
    if "main(" in body:
        return HEADER + body
    return f"{HEADER}int main(void) {{\nint a = INT, b = INT, c = INT;\n{body}\n}}\n"


def matched(old: str, new: str) -> Matching:
    return match(Static(compiled(program(old)), "main"), Static(compiled(program(new)), "main"))


def statuses(old: str, new: str) -> list[str]:
    return [str(change.status) for change in matched(old, new).changes]


def pair_of(old: str, new: str) -> Pair:
    return Pair(compiled(program(old)), compiled(program(new)))


def compared(old: str, new: str, equality: Equality | None = None) -> EquivalenceVerdict:
    pair = pair_of(old, new)
    solver = Solver(by_name("bitwuzla"))
    technique = Dise(pair.new.impacted)
    result = Explorer(pair.machines[1], solver, technique).run()
    assert result.complete
    judge = Equivalence(pair.old, pair.new, solver, equality or Equality())
    judge.alike(technique.alike)
    return judge.compare(result.paths)


def outcome(old: str, new: str, equality: Equality | None = None) -> str:
    """`same`, `different` or `unknown`."""
    verdict = compared(old, new, equality)
    if verdict.different:
        return "different"
    return "same" if verdict.complete else "unknown"
