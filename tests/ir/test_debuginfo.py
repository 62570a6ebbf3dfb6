"""The declarations of the corpus file `types.c`, as described by debug information."""

from __future__ import annotations

import pytest

from secateur.ir.debuginfo import (
    CArray,
    CEnum,
    CFunctionPointer,
    CInt,
    CPointer,
    CStruct,
    CType,
    CTypedef,
    CUnknown,
    DebugInfo,
    NoDebugInfoError,
    NoSuchFunctionError,
    declaration,
    resolved,
    spelling,
)

from .clang import compiled, corpus, promoted


@pytest.fixture(scope="module")
def info() -> DebugInfo:
    return DebugInfo(corpus("types"))


def _parameters(info: DebugInfo, function: str) -> dict[str, CType]:
    return {p.name: p.type for p in info.signature(function).parameters}


def test_functions_in_source_order(info: DebugInfo) -> None:
    found = info.functions()
    names = "basic pointers named nothing identity hidden variadic old_style made wide"
    assert [f.name for f in found] == names.split()
    assert {f.file for f in found} == {"types.c"}
    assert [f.name for f in found if f.static] == ["hidden"]
    assert found[0].line == 32


@pytest.mark.parametrize(
    ("function", "spelled"),
    [
        (
            "basic",
            "char a, signed char b, unsigned char c, short d, unsigned short e, int f, unsigned int g, long h, "
            "unsigned long i, long long j, unsigned long long k, _Bool l, float m, double n, long double o",
        ),
        (
            "pointers",
            "int *a, const int *b, int *c, const char *d, char *e, void *f, const void *g, int **h, "
            "const char *const *i, unsigned char *j, int *k, int *l, int (*m)[3]",
        ),
        (
            "named",
            "byte a, List *b, Anonymous c, Anonymous *d, Colour e, enum Level f, int *g, Handler h, "
            "struct Opaque *i, union Value j, struct Bits k, FILE *l, size_t m, uint8_t n, int32_t o, "
            "constant_int p, struct List q",
        ),
        ("hidden", "int (*callback)(int), void (*notify)(void), const int *registers"),
        ("nothing", ""),
        ("old_style", ""),
        ("wide", "__int128 a"),
    ],
)
def test_parameters(info: DebugInfo, function: str, spelled: str) -> None:
    assert ", ".join(declaration(t, n) for n, t in _parameters(info, function).items()) == spelled


def test_results(info: DebugInfo) -> None:
    results = {f.name: spelling(info.signature(f.name).result) for f in info.functions()}
    assert results["basic"] == "int"
    assert results["nothing"] == "void"
    assert results["identity"] == "List *"
    assert results["made"] == "Anonymous"
    assert info.signature("nothing").result is None


def test_variadic_and_static(info: DebugInfo) -> None:
    assert [f.name for f in info.functions() if info.signature(f.name).variadic] == ["variadic"]
    assert [f.name for f in info.functions() if info.signature(f.name).static] == ["hidden"]


def test_integers(info: DebugInfo) -> None:
    types = _parameters(info, "basic")
    assert types["a"] == CInt("char", 1, True, is_char=True)
    assert types["b"] == CInt("signed char", 1, True)
    assert types["c"] == CInt("unsigned char", 1, False)
    assert types["l"] == CInt("_Bool", 1, False, is_bool=True)
    assert _parameters(info, "wide")["a"] == CInt("__int128", 16, True)


def test_a_list_refers_to_itself(info: DebugInfo) -> None:
    pointer = _parameters(info, "named")["b"]
    assert isinstance(pointer, CPointer)
    assert pointer.to is not None
    node = resolved(pointer.to)
    assert isinstance(node, CStruct)
    assert [(f.name, spelling(f.type), f.offset_bits) for f in node.fields] == [
        ("value", "byte", 0),
        ("next", "List *", 64),
        ("previous", "struct List *", 128),
    ]
    following = node.fields[1].type
    assert isinstance(following, CPointer)
    assert following.to is not None
    assert resolved(following.to) is node


def test_structs_and_unions(info: DebugInfo) -> None:
    types = _parameters(info, "named")
    union, opaque = types["j"], types["i"]
    assert isinstance(union, CStruct)
    assert (union.tag, union.size, union.complete) == ("union", 8, True)
    assert [f.name for f in union.fields] == ["i", "d", "s"]
    assert isinstance(opaque, CPointer)
    assert isinstance(opaque.to, CStruct)
    assert not opaque.to.complete


def test_bit_fields(info: DebugInfo) -> None:
    bits = _parameters(info, "named")["k"]
    assert isinstance(bits, CStruct)
    assert [(f.name, f.offset_bits, f.bit_width) for f in bits.fields] == [
        ("a", 0, 3),
        ("b", 3, 5),
        ("level", 8, 2),
        ("flag", 10, 1),
    ]


def test_enumerations(info: DebugInfo) -> None:
    types = _parameters(info, "named")
    colour = resolved(types["e"])
    assert colour == CEnum("", 4, True, (("RED", 0), ("GREEN", 5), ("BLUE", -2)))
    assert types["f"] == CEnum("Level", 4, False, (("LOW", 0), ("HIGH", 0xFFFFFFFF)))


def test_pointers_to_functions(info: DebugInfo) -> None:
    handler = resolved(_parameters(info, "named")["h"])
    assert isinstance(handler, CFunctionPointer)
    assert spelling(handler) == "int (*)(void *, int, ...)"


def test_globals_in_source_order(info: DebugInfo) -> None:
    found = info.globals()
    assert [declaration(g.type, g.name) for g in found] == [
        "int global_int",
        "int global_constant",
        "unsigned long global_static",
        "List *global_list",
        "Colour global_colour",
        "Row global_rows[2]",
        "char global_text[10]",
        "const char *global_names[1]",
        "struct (anonymous) global_anonymous",
        "int global_volatile",
        "Handler global_handler",
        "int calls",
        "int limit",
    ]
    assert [g.name for g in found if g.constant] == ["global_constant", "global_names", "limit"]
    assert [g.name for g in found if g.static] == ["global_static", "calls", "limit"]
    assert [g.symbol for g in found if g.function_local] == ["named.calls", "named.limit"]


def test_arrays(info: DebugInfo) -> None:
    rows = next(g for g in info.globals() if g.name == "global_rows").type
    assert isinstance(rows, CArray)
    assert rows.count == 2
    assert rows.element == CTypedef("Row", CArray(CInt("int", 4, True), 4))


def test_the_same_before_and_after_promotion() -> None:
    source = "struct S { int a[2]; }; int f(struct S s, float *p, int n) { return s.a[n] + (int)*p; }"
    before, after = DebugInfo(compiled(source)), DebugInfo(promoted(source))
    assert before.signature("f") == after.signature("f")


def test_unusual_types() -> None:
    source = """
    typedef int vector __attribute__((vector_size(16)));
    void f(_Complex double a, vector b, int n, int c[n], _Atomic int d, struct { int x[0]; } *e) {}
    """
    types = _parameters(DebugInfo(compiled(source)), "f")
    assert isinstance(types["a"], CUnknown)
    assert isinstance(resolved(types["b"]), CUnknown)
    assert spelling(types["c"]) == "int *"
    assert spelling(types["d"]) == "int"
    assert spelling(types["e"]) == "struct (anonymous) *"


def test_an_unnamed_parameter_keeps_its_type() -> None:
    signature = DebugInfo(compiled("int f(int, char *s) { return *s; }")).signature("f")
    assert [(p.name, spelling(p.type)) for p in signature.parameters] == [("", "int"), ("s", "char *")]


def test_an_unknown_function_names_the_known_ones(info: DebugInfo) -> None:
    with pytest.raises(NoSuchFunctionError, match="no function `nope` is defined; defined functions: basic") as error:
        info.signature("nope")
    assert "hidden" in error.value.known


def test_a_function_without_debug_information() -> None:
    info = DebugInfo("define void @f() {\n  ret void\n}\n")
    assert [(f.name, f.line) for f in info.functions()] == [("f", 0)]
    with pytest.raises(NoDebugInfoError, match="-g"):
        info.signature("f")
