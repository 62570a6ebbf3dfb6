"""The order in which storage is declared."""

from __future__ import annotations

from secateur.harness.plan import Address, Items, Leaf, Members, Variable, storages, walk


def test_storage_comes_before_those_that_point_to_it() -> None:
    leaf = Leaf("p->q[0]", "p_q[0]", "i32", 32, signed=True)
    inner = Variable("p_q", "int p_q[1]", Items("p->q", "p_q", (leaf,), 1))
    outer = Variable("p", "struct s p[1]", Members("p", "p", (("q", Address("p->q", "p->q", inner, const=False)),)))
    assert [v.identifier for v in storages(outer)] == ["p_q", "p"]
    assert leaf in list(walk(outer.node))
