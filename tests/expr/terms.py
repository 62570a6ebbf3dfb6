"""Hypothesis strategies: random unsimplified terms over a few variables of each width, and models for them."""

from __future__ import annotations

from hypothesis import strategies as st

from .reference import ARITHMETIC, COMPARISONS, Term

WIDTHS = (1, 2, 3, 4, 8, 16, 32, 64)
PER_WIDTH = 2

VARIABLES = [width for width in WIDTHS for _ in range(PER_WIDTH)]
"""The width of each variable, by index."""


def numbers(width: int) -> st.SearchStrategy[int]:
    """Unsigned numbers of a width, biased towards corner cases."""
    top = 1 << width
    corners = {0, 1, 2, 3, top - 1, top - 2, top >> 1, (top >> 1) - 1, (top >> 1) + 1, 0xFF, 0xFF00, 7, 8}
    return st.one_of(st.sampled_from(sorted(c % top for c in corners)), st.integers(0, top - 1))


def leaf(draw: st.DrawFn, width: int) -> Term:
    if width in WIDTHS and draw(st.integers(0, 2)):
        return Term("variable", width, number=WIDTHS.index(width) * PER_WIDTH + draw(st.integers(0, PER_WIDTH - 1)))
    return Term("constant", width, number=draw(numbers(width)))


def grow(draw: st.DrawFn, width: int, depth: int) -> Term:
    """A random integer term of a width."""
    if depth == 0 or draw(st.integers(0, 9)) == 0:
        return leaf(draw, width)
    kinds = ["arithmetic"] * 4 + ["unary", "ite", "extract", "extract", "select"]
    if width == 1:
        kinds += ["compare"] * 6
    else:
        kinds += ["extend"] * 3 + ["concat"] * 2
    kind = draw(st.sampled_from(kinds))
    below = depth - 1
    if kind == "arithmetic":
        left = grow(draw, width, below)
        # Operands that are equal or nearly so exercise the rules for like terms.
        right = left if draw(st.integers(0, 9)) == 0 else grow(draw, width, below)
        return Term(draw(st.sampled_from(ARITHMETIC)), width, (left, right))
    if kind == "unary":
        return Term(
            draw(st.sampled_from(["neg", "bvnot"])) if width > 1 else "not_", width, (grow(draw, width, below),)
        )
    if kind == "ite":
        return Term("ite", width, (grow(draw, 1, below), grow(draw, width, below), grow(draw, width, below)))
    if kind == "select":
        items = [grow(draw, width, below) for _ in range(draw(st.integers(1, 4)))]
        return Term("select", width, (grow(draw, 64, below), *items))
    if kind == "extract":
        wider = draw(st.sampled_from([w for w in WIDTHS if w >= width]))
        low = draw(st.integers(0, wider - width))
        return Term("extract", width, (grow(draw, wider, below),), low)
    if kind == "extend":
        narrower = draw(st.sampled_from([w for w in WIDTHS if w < width]))
        return Term(draw(st.sampled_from(["zext", "sext"])), width, (grow(draw, narrower, below),))
    if kind == "concat":
        high = draw(st.integers(1, width - 1))
        return Term("concat", width, (grow(draw, high, below), grow(draw, width - high, below)))
    operand = draw(st.sampled_from(WIDTHS))
    left = grow(draw, operand, below)
    right = left if draw(st.integers(0, 9)) == 0 else grow(draw, operand, below)
    return Term(draw(st.sampled_from(COMPARISONS)), 1, (left, right))


@st.composite
def integer_terms(draw: st.DrawFn, depth: int = 4) -> Term:
    return grow(draw, draw(st.sampled_from(WIDTHS)), draw(st.integers(1, depth)))


MODELS = st.tuples(*(numbers(width) for width in VARIABLES))

PREDICATES = "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split()  # noqa: SIM905
MODES = ["floor", "ceil", "trunc", "round", "nearbyint", "rint", "roundeven"]
FLOAT_VARIABLES = [32, 32, 64, 64, 8, 16, 32, 64]
"""Two of each float width, then integers to convert."""


def patterns(width: int) -> st.SearchStrategy[int]:
    """Bit patterns of floats: special values, plain numbers, anything."""
    exponent, fraction = {32: (0x7F, 23), 64: (0x3FF, 52)}[width]
    sign = 1 << (width - 1)
    infinity = (2 * exponent + 1) << fraction
    one = exponent << fraction
    special = [0, 1, one, one + 1, one + (1 << (fraction - 1)), infinity, infinity - 1, infinity + 1]
    special += [infinity | 1 << (fraction - 1), 1 << fraction, (1 << fraction) - 1, one + (3 << fraction)]
    return st.one_of(
        st.sampled_from(special + [s | sign for s in special]),
        st.integers(0, (1 << width) - 1),
        st.builds(
            lambda e, f: (exponent + e << fraction) | f, st.integers(-3, 66), st.integers(0, (1 << fraction) - 1)
        ),
    )


def float_leaf(draw: st.DrawFn, width: int) -> Term:
    if draw(st.integers(0, 2)):
        return Term("variable", width, number=(0 if width == 32 else 2) + draw(st.integers(0, 1)))
    return Term("constant", width, number=draw(patterns(width)))


def grow_float(draw: st.DrawFn, width: int, depth: int) -> Term:
    if depth == 0 or draw(st.integers(0, 9)) == 0:
        return float_leaf(draw, width)
    below = depth - 1
    kind = draw(st.sampled_from(["binary"] * 5 + ["unary"] * 2 + ["round", "convert", "integer", "ite", "fma"]))
    if kind == "fma":
        return Term("fma", width, (grow_float(draw, width, below), *(float_leaf(draw, width) for _ in range(2))))
    if kind == "binary":
        op = draw(st.sampled_from(["fadd", "fsub", "fmul", "fdiv", "frem", "fmin", "fmax"]))
        return Term(op, width, (grow_float(draw, width, below), grow_float(draw, width, below)))
    if kind == "unary":
        op = draw(st.sampled_from(["fneg", "fabs", "fsqrt"]))
        return Term(op, width, (grow_float(draw, width, below),))
    if kind == "round":
        return Term("fround", width, (grow_float(draw, width, below),), mode=draw(st.sampled_from(MODES)))
    if kind == "convert":
        return Term("fp_convert", width, (grow_float(draw, 96 - width, below),))
    if kind == "integer":
        op = draw(st.sampled_from(["int_to_fp_s", "int_to_fp_u"]))
        return Term(op, width, (integer_leaf(draw),))
    return Term("ite", width, (condition(draw, below), grow_float(draw, width, below), float_leaf(draw, width)))


def integer_leaf(draw: st.DrawFn) -> Term:
    index = draw(st.integers(4, 7))
    operand = FLOAT_VARIABLES[index]
    if draw(st.integers(0, 2)) == 0:
        return Term("constant", operand, number=draw(numbers(operand)))
    return Term("variable", operand, number=index)


def condition(draw: st.DrawFn, depth: int) -> Term:
    width = draw(st.sampled_from([32, 64]))
    args = grow_float(draw, width, depth), grow_float(draw, width, depth)
    return Term("fcmp", 1, args, mode=draw(st.sampled_from(PREDICATES)))


@st.composite
def float_terms(draw: st.DrawFn, depth: int = 3) -> Term:
    kind = draw(st.sampled_from(["number", "condition", "integer"]))
    if kind == "condition":
        return condition(draw, draw(st.integers(0, depth)))
    width = draw(st.sampled_from([32, 64]))
    if kind == "number":
        return grow_float(draw, width, draw(st.integers(1, depth)))
    op = draw(st.sampled_from(["fp_to_int_s", "fp_to_int_u"]))
    return Term(op, draw(st.sampled_from([8, 16, 32, 64])), (grow_float(draw, width, 1),))


FLOAT_MODELS = st.tuples(
    *(patterns(width) for width in FLOAT_VARIABLES[:4]), *(numbers(width) for width in FLOAT_VARIABLES[4:])
)
