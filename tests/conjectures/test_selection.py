"""What says nothing is left out: the range of a type, what follows from other lines, what the contract says."""

from __future__ import annotations

from secateur.conjectures.claim import Claim, ClaimKind, ClaimStatus, number
from secateur.conjectures.line import joined_names, lines_of
from secateur.conjectures.quantity import Quantities, Quantity
from secateur.conjectures.selection import telling, with_fewer_olds
from secateur.contracts.parser import parse
from secateur.contracts.terms import Named, Operation, Said, Term
from secateur.solver import Solver, by_name

RESULT, N, OLD = Named("result"), Named("n"), Said("old", (Named("n"),))
WORDS = Quantities(
    (Quantity("n", OLD, 8, False, False), Quantity("x", Named("x"), 8, False, False)),
    (Quantity("return", RESULT, 8, False, True), Quantity("n", N, 8, False, True)),
    {},
)


def claim(kind: ClaimKind, operator: str, left: Term, right: Term, guard: Term | None = None) -> Claim:
    return Claim(kind, "return" if left is RESULT else "n", Operation(operator, left, right), guard)


def kept(*claims: Claim, requires: tuple[str, ...] = ()) -> list[str]:
    found = [(each, ClaimStatus.PROVED) for each in claims]
    chosen = telling(found, WORDS, [parse(each) for each in requires], Solver(by_name("bitwuzla"), 5.0))
    return [each.text for each, _ in chosen]


def test_the_range_of_a_type_says_nothing() -> None:
    assert kept(claim(ClaimKind.RANGE, "<=", RESULT, number(255))) == []
    assert kept(claim(ClaimKind.RANGE, "<=", RESULT, number(254))) == ["result <= 254"]


def test_what_follows_from_another_line_is_left_out() -> None:
    same = claim(ClaimKind.UNCHANGED, "==", N, OLD)
    order = claim(ClaimKind.ORDER, "<=", N, OLD)
    assert kept(order, same) == ["n == old(n)"]


def test_what_the_contract_says_is_left_out() -> None:
    same = claim(ClaimKind.UNCHANGED, "==", N, OLD)
    bound = claim(ClaimKind.RANGE, "<=", N, number(7))
    assert kept(same, bound, requires=("n <= 7",)) == ["n == old(n)"]
    assert kept(same, bound) == ["n == old(n)", "n <= 7"]


def test_a_proof_does_not_give_way_to_what_was_explored() -> None:
    narrow = (claim(ClaimKind.RANGE, "<=", RESULT, number(7)), ClaimStatus.EXPLORED)
    wide = (claim(ClaimKind.RANGE, "<=", RESULT, number(9)), ClaimStatus.PROVED)
    chosen = telling([narrow, wide], WORDS, [], Solver(by_name("bitwuzla"), 5.0))
    assert [(each.text, status) for each, status in chosen] == [
        ("result <= 9", ClaimStatus.PROVED),
        ("result <= 7", ClaimStatus.EXPLORED),
    ]


def test_old_is_left_out_where_nothing_changes() -> None:
    same = claim(ClaimKind.UNCHANGED, "==", N, OLD)
    equal = claim(ClaimKind.EQUAL, "==", RESULT, OLD)
    found = with_fewer_olds([(same, ClaimStatus.PROVED), (equal, ClaimStatus.PROVED)])
    assert [each.text for each, _ in found] == ["n == old(n)", "result == n"]


def test_elements_of_an_array_become_one_line() -> None:
    claims = [
        Claim(ClaimKind.UNCHANGED, f"v[{i}]", Operation("==", Named(f"v[{i}]"), Said("old", (Named(f"v[{i}]"),))))
        for i in range(4)
    ]
    (line,) = lines_of([(each, ClaimStatus.PROVED) for each in claims])
    assert line.text == "v[0..3] unchanged"
    assert len(line.ensures) == 4
    assert joined_names(["a", "p->x[1]", "p->x[2]", "p->x[4]"]) == "a, p->x[1,2,4]"
