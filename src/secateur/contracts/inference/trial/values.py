"""Makes up arguments: C text that gives a variable a value that a caller could pass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from secateur.ir.ctype import (
    CArray,
    CEnum,
    CFloat,
    CFunctionPointer,
    CInt,
    CPointer,
    CStruct,
    CType,
    CTypedef,
    declaration,
    resolved,
    spelling,
)

#: Before the module: large blocks cannot be had.
ALLOCATION = """\
#include <stdlib.h>
static void *trial_malloc(__SIZE_TYPE__ n) { return n > 4096 ? 0 : malloc(n); }
static void *trial_calloc(__SIZE_TYPE__ n, __SIZE_TYPE__ m)
{
    return n > 4096 || m > 4096 / (n + 1) ? 0 : calloc(n, m);
}
static void *trial_realloc(void *p, __SIZE_TYPE__ n) { return n > 4096 ? 0 : realloc(p, n); }
#define malloc(n) trial_malloc(n)
#define calloc(n, m) trial_calloc(n, m)
#define realloc(p, n) trial_realloc(p, n)
"""
#: After it. Numbers are mostly small, or near those that the code compares with.
HELPERS = """\
int printf(const char *, ...);
int secateur_i32(const char *);
unsigned long secateur_extent(const void *);
static unsigned long trial_state, trial_most;
static unsigned long trial_any(void)
{
    trial_state = trial_state * 6364136223846793005UL + 1442695040888963407UL;
    return trial_state >> 33;
}
static unsigned long trial_below(unsigned long n) { return trial_any() % n; }
static long trial_number(void)
{
    switch (trial_below(8)) {
    case 0: case 1: case 2: return (long)trial_below(6);
    case 3: case 4: case 5: return trial_words[trial_below(sizeof trial_words / sizeof *trial_words)];
    case 6: return (long)trial_below(40);
    default: return (long)(trial_any() << 32 ^ trial_any());
    }
}
static unsigned long trial_length(void) { return trial_below(10); }
static char trial_char(void)
{
    unsigned long words = sizeof trial_words / sizeof *trial_words;
    return (char)(trial_below(3) ? trial_words[trial_below(words)] : 32 + trial_below(95));
}
static void *trial_bytes(unsigned long n)
{
    char *made = malloc(n);
    for (unsigned long i = 0; i < n; i++)
        made[i] = trial_char();
    return made;
}
static char *trial_string(unsigned long n)
{
    char *made = trial_bytes(n + 1);
    for (unsigned long i = 0; i < n; i++)
        if (made[i] == 0)
            made[i] = 'a';
    made[n] = 0;
    return made;
}
"""
_GARBAGE = 0x5A


@dataclass(frozen=True, slots=True)
class Pool:
    """Objects that functions of the module have made; `type` is what the variables that hold one are declared with.
    `element` is set for pointers to a structure that an initialiser fills. `zeroed`: nothing fills it."""

    number: int
    type: CType
    element: CStruct | None = None
    zeroed: bool = False

    @property
    def is_recursive(self) -> bool:
        """A node of a list or tree: NULL is an empty one."""
        fields = () if self.element is None else self.element.fields
        kinds = (resolved(member.type) for member in fields)
        return any(
            isinstance(kind, CPointer) and kind.to is not None and resolved(kind.to) == self.element for kind in kinds
        )

    @property
    def lines(self) -> Iterator[str]:
        n = self.number
        yield f"static {declaration(self.type, f'trial_pool_{n}[4]')};"
        yield f"static unsigned long trial_size_{n};"
        kind = spelling(self.type)
        yield f"static void trial_keep_{n}({declaration(self.type, 'x')})"
        yield "{"
        yield "    if (!x) return;"
        yield f"    for (unsigned long i = 0; i < trial_size_{n}; i++) if (trial_pool_{n}[i] == x) return;"
        yield f"    unsigned long at = trial_size_{n} < trial_most ? trial_size_{n}++ : trial_below(trial_most);"
        yield f"    trial_pool_{n}[at] = ({kind})x;"
        yield "}"
        yield f"static void trial_drop_{n}(const void *x)"
        yield "{"
        yield f"    for (unsigned long i = 0; i < trial_size_{n}; i++)"
        yield f"        if ((const void *)trial_pool_{n}[i] == x)"
        yield f"            trial_pool_{n}[i--] = trial_pool_{n}[--trial_size_{n}];"
        yield "}"


@dataclass(slots=True)
class Maker:
    """`pools` by the spelling of the type. `stubs` are the functions that were needed, likewise. `strings`: characters
    that have a length are strings, too."""

    pools: Mapping[str, Pool]
    strings: bool = False
    stubs: dict[str, str] = field(default_factory=dict)
    stub_lines: list[str] = field(default_factory=list)

    def pool_of(self, kind: CType) -> Pool | None:
        """The pool from which a parameter of this type is taken: that of its own name, or of the structure."""
        if isinstance(kind, CTypedef):
            return self.pools.get(spelling(kind)) or self.pool_of(kind.to)
        if isinstance(kind, CPointer) and kind.to is not None:
            return self.pools.get(f"{named(kind.to)} *") if isinstance(resolved(kind.to), CStruct) else None
        return None

    def statements(self, name: str, kind: CType, length: str, is_fresh: bool) -> Iterator[str] | None:
        """C statements that declare `name`; `length` is the variable that has the number of its elements, if any. None
        for what cannot be made. `is_fresh`: the function fills it."""
        target = resolved(kind)
        pool = self.pool_of(kind)
        if pool is not None and not is_fresh:
            return self._pooled(name, kind, pool)
        made = self._value(target, length, is_fresh)
        if made is None:
            return None
        filled = () if is_fresh else self._callees(name, target)
        return iter((f"{declaration(kind, name)} = ({spelling(kind)}){made};", *filled))

    def _pooled(self, name: str, kind: CType, pool: Pool) -> Iterator[str]:
        """An object that exists; nothing at all is an empty list."""
        n = pool.number
        if pool.is_recursive:
            number = f"trial_below(trial_size_{n} + 1)"
            yield f"unsigned long which_{name} = {number};"
            new = f"trial_below(2) ? calloc(1, sizeof *{name}) : 0" if pool.zeroed else "0"
            yield f"{declaration(kind, name)} = which_{name} < trial_size_{n} ? trial_pool_{n}[which_{name}] : {new};"
        else:
            yield f"if (trial_size_{n} == 0) break;"
            yield f"{declaration(kind, name)} = trial_pool_{n}[trial_below(trial_size_{n})];"

    def _callees(self, name: str, pointer: CType) -> Iterator[str]:
        """Functions in a structure that no function of the module fills."""
        to = resolved(pointer.to) if isinstance(pointer, CPointer) and pointer.to is not None else None
        for member in to.fields if isinstance(to, CStruct) and to.tag == "struct" else ():
            kind = resolved(member.type)
            stub = self.stub(kind) if isinstance(kind, CFunctionPointer) else None
            if stub is not None and member.name:
                yield f"*({spelling(kind).replace('(*)', '(**)', 1)})&{name}->{member.name} = {stub};"

    def _value(self, target: CType, length: str, is_fresh: bool = False) -> str | None:
        match target:
            case CInt():
                return "trial_number()" if not target.is_bool else "trial_below(2)"
            case CEnum(values=values) if values:
                numbers = ", ".join(str(value) for _, value in values)
                return f"((const long[]){{{numbers}}})[trial_below({len(values)})]"
            case CFloat():
                return "trial_number()" if target.size <= 8 else None
            case CFunctionPointer():
                return self.stub(target)
            case CPointer():
                return self._pointer(target, length, is_fresh)
            case _:
                return None

    def _pointer(self, pointer: CPointer, length: str, is_fresh: bool) -> str | None:
        to = None if pointer.to is None else resolved(pointer.to)
        name = named(pointer.to)
        match to:
            case None:
                return f"trial_bytes({length or 64})"
            case CStruct(complete=True):
                if is_fresh:
                    return f"__builtin_memset(malloc(sizeof({name})), {_GARBAGE}, sizeof({name}))"
                count = f"({length} ? {length} : 1)" if length else "1"
                return f"calloc({count}, sizeof({name}))" if name else None
            case CInt() if to.is_char and (not length or self.strings):
                return f"trial_string({length or 'trial_below(9)'})"
            case CInt() | CFloat() | CEnum():
                return f"trial_bytes({length or 16} * sizeof({spelling(to)}))"
            case CPointer() if to.to is not None:
                pool = self.pool_of(pointer.to) if pointer.to is not None else None
                if pool is not None:
                    return f"__builtin_memcpy(malloc(8), &trial_pool_{pool.number}[0], 8)"
                return f"calloc({length or 16}, 8)"
            case CArray():
                return "calloc(16, 64)"
            case _:
                return None

    def stub(self, kind: CFunctionPointer) -> str | None:
        """A function of this type, which returns any number."""
        text = spelling(kind)
        if kind.variadic or "(anonymous)" in text:
            return None
        if text not in self.stubs:
            name = f"trial_stub_{len(self.stubs)}"
            parameters = ", ".join(declaration(each, f"a{n}") for n, each in enumerate(kind.parameters)) or "void"
            result = None if kind.result is None else resolved(kind.result)
            value = (
                ""
                if result is None
                else "0"
                if not isinstance(result, CInt | CEnum)
                else "(trial_below(3) ? 0 : trial_number())"
            )
            if isinstance(result, CStruct):
                return None
            cast = "" if kind.result is None else f"({spelling(kind.result)})"
            self.stub_lines.append(
                f"static {declaration(kind.result, f'{name}({parameters})')} {{ return {cast}{value}; }}"
            )
            self.stubs[text] = name
        return self.stubs[text]


def named(kind: CType | None) -> str:
    """How C names a structure: by its tag, or by the type that stands for it. Empty for anything else."""
    name = ""
    while isinstance(kind, CTypedef):
        name, kind = kind.name, kind.to
    if not isinstance(kind, CStruct):
        return ""
    return f"{kind.tag} {kind.name}" if kind.name else name
