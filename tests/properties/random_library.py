"""Random C functions that call the C library and use memory in every way: strings, buffers, heap blocks, pointers that
are chosen by a condition, unions, bit-fields, function tables, casts of pointers to other widths.

The programs always terminate. They do not depend on implementation-defined results: of `strcmp` and `isalpha` only the
sign or the truth is used, pointers are compared and subtracted only within one array, no padding is read. Faults are
allowed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hypothesis import strategies as st

from .random_text import LineWriter, RandomText

PREAMBLE = """#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
struct rec { int id; unsigned kind : 3; int delta : 5; unsigned char tag; short low; union { int whole;
    unsigned char part[4]; short half[2]; } u; int last; };
union word { unsigned long all; unsigned char bytes[8]; unsigned short shorts[4]; int ints[2]; };
static unsigned table[5] = {7u, 0x80000000u, 1u, 255u, 66u};
static const char *const words[4] = {"", "a1", "ab", "B-2"};
static int total = 3;
static int first(int x, int y) { return x < y ? x : y; }
static int second(int x, int y) { return (x & 0xffff) - (y & 0xff); }
static int third(int x, int y) { total ^= x; return x | y; }
static int (*const operations[4])(int, int) = {first, second, third, first};
static int ascending(const void *x, const void *y)
{
    int l = *(const int *)x, r = *(const int *)y;
    return (l > r) - (l < r);
}
struct flags { unsigned odd : 3; int sign : 5; unsigned long wide : 37; unsigned one : 1; };
struct node { int value; struct node *next; };
static struct rec make(int x, int y) { struct rec made = {x, y, x, y, x, {y}, 3}; return made; }
static int take(struct rec of) { of.tag ^= 1; return (of.id & 255) + of.tag * 2 + of.delta; }
static int power(int x, int n) { return n ? (x * power(x, n - 1)) & 0xfff : 1; }
static void assert_like(int x) { if (!x) { puts("failed"); total++; } }
static int sum(int n, ...)
{
    va_list list;
    unsigned all = 0;
    va_start(list, n);
    while (n--) all += va_arg(list, int);
    va_end(list);
    return all;
}
static int by_low_byte(const void *x, const void *y)
{
    return *(const unsigned char *)y - *(const unsigned char *)x;
}
"""

#: name -> its declaration as a parameter, and as a local variable otherwise
POINTERS = {
    "s": ("char *s", 'char s[5] = "a12";'),
    "t": ("const char *t", 'const char *t = "a1";'),
    "p": ("int *p", "int p[4] = {3, -1, 300, 7};"),
    "u": ("unsigned char *u", "unsigned char u[4] = {1, 200, 0, 65};"),
    "v": ("short *v", "short v[4] = {1, -200, 0, 65};"),
    "l": ("long *l", "long l[4] = {1, -1, 4294967296, 65};"),
    "r": ("struct rec *r", "struct rec r[4] = {{1, 2, -3, 4, 5, {6}, 7}, {8}, {9}};"),
    "w": ("union word *w", "union word w[4] = {{1}, {0x0102030405060708}, {3}};"),
}
SCALARS = ("int", "int", "unsigned", "short", "unsigned char", "long", "signed char", "char", "unsigned long", "_Bool")

LOCALS = """    char buf[16] = "xy", small[4] = "z"; unsigned char bytes[8] = {1, 2, 3, 250, 5};
    int arr[4] = {4, -2, 3, 0}, k = 2, e = 0; long x = 1; short grid[3][4] = {{1}, {2, 3}, {-4}};
    struct rec one = {1, 2, -3, 4, 5, {6}, 7}; union word any = {0x1122334455667788}; float fl[2] = {1.5f, -2.0f};
    int *q = arr, *m = arr + 1; char *c = s, *end = s; void *block = 0;
    int (*op)(int, int) = second;"""

INTEGERS = (
    "a", "b", "a", "b", "k", "(int)x", "total", "*q", "q[1]", "*m", "m[-1]", "one.id", "one.kind", "one.delta",
    "one.tag", "one.low", "one.u.whole", "one.last", "r->id", "r->kind", "r->delta", "r->low", "r[1].tag",
    "w->ints[0]", "any.ints[1]", "(int)(m - arr)", "(m < arr + 2)", "(m == arr)", "(c != 0)", "(int)strlen(s)",
    "(int)strlen(buf)", "(int)strlen(small)", "(int)strlen(t)", "(strcmp(s, t) < 0)", "(strcmp(buf, s) == 0)",
    '(strcmp(s, "a1") > 0)', "(strncmp(s, t, 2) == 0)", "(strncmp(buf, s, 3) > 0)", "(memcmp(u, s, 3) < 0)",
    "(memcmp(arr, p, 8) == 0)", "(memcmp(v, bytes, 5) > 0)", "atoi(s)", "atoi(buf)", "(int)strtol(s, &end, 10)",
    "(int)strtol(s, &end, 0)", "(int)strtol(t, 0, 16)", "(int)(end - s)", "!!isdigit((unsigned char)s[0])",
    "!!isalpha(u[1])", "!!isspace(u[0])", "!!isupper((unsigned char)*t)", "!!isxdigit(bytes[2])", "!!ispunct(u[3])",
    "!!isalnum((unsigned char)buf[0])", "toupper((unsigned char)s[1])", "tolower(u[2])", "(strchr(s, 'a') != 0)",
    '(strstr(s, "a1") != 0)', "(strstr(s, t) != 0)", "(strrchr(t, '1') == 0)", "(memchr(u, 65, 4) != 0)",
    '(int)strspn(s, "a1")', '(int)strcspn(t, "-2")', "op(k, a)", "(c ? *c : 7)", "(c ? (int)strlen(c) : -1)",
    "(strchr(t, s[0]) != 0)", "(int)strnlen(s, 2)", "(int)strtoul(s, &end, 8)",
)  # fmt: skip
INDEXED = (
    ("arr", 4), ("p", 4), ("u", 4), ("s", 4), ("t", 4), ("v", 4), ("l", 4), ("bytes", 8), ("buf", 16), ("table", 5),
    ("q", 2), ("any.bytes", 8), ("any.shorts", 4), ("any.ints", 2), ("one.u.part", 4), ("one.u.half", 2),
    ("w->bytes", 8), ("w[1].ints", 2), ("r->u.half", 2), ("grid[1]", 4),
)  # fmt: skip
WRITABLE = (
    "k", "k", "x", "total", "e", "*q", "q[1]", "*m", "m[1]", "one.id", "one.kind", "one.delta", "one.tag", "one.low",
    "one.u.whole", "one.u.half[1]", "r->id", "r->kind", "r->delta", "r[2].low", "any.all", "any.ints[1]", "w->all",
)  # fmt: skip
FLAT = (("bytes", 8), ("any.bytes", 8), ("(char *)arr", 16), ("(char *)p", 16), ("u", 4), ("(char *)l", 32),
        ("(char *)&one", 16), ("(char *)r", 64), ("(char *)w", 32), ("buf", 16), ("(char *)v", 8),
        ("(char *)fl", 8), ("(char *)grid", 24))  # fmt: skip
SIZES = {"char": 1, "unsigned char": 1, "short": 2, "unsigned short": 2, "int": 4, "unsigned": 4, "long": 8,
         "float": 4}  # fmt: skip

#: `$v` is a value, `$c` a condition, `$m` a value in 0 … 3, `$n` a new number.
IDIOMS = (
    "k = __builtin_popcount($v) + __builtin_clz($v | 1);",
    "k = __builtin_ctz($v | 8) + __builtin_parity(a);",
    "e = __builtin_add_overflow((int)$v, (int)$v, &k);",
    "e = __builtin_mul_overflow((short)a, (int)$v, &k);",
    "e = __builtin_sub_overflow((unsigned)a, (unsigned)$v, (unsigned *)&k);",
    "any.all = __builtin_bswap64(any.all ^ $v); k = __builtin_bswap16(b);",
    "static int count$n; count$n += $v & 7; k += count$n;",
    "one = make($v, $v);",
    "x += take(r[$m]) + take(one);",
    "k ^= sum(2, (int)$v, (int)$v);",
    "k ^= sum(3, (int)a, (int)b, (int)$v);",
    "k += power($v & 3, $m);",
    "struct flags g$n = {a, b, $v, 1}; g$n.odd += $m; g$n.wide ^= $v; "
    " k ^= g$n.odd + g$n.sign + (int)g$n.wide + g$n.one;",
    "struct flags g$n[2] = {{1, 2, 3, 1}}; g$n[$m & 1].odd = $v; g$n[a & 1].sign--; x ^= g$n[0].odd ^ g$n[1].sign;",
    "*(short *)(bytes + ($v & 3)) = $v; *(int *)(bytes + ($v & 3)) ^= $v; *(char *)(bytes + $m) = 9;",
    "*(long *)(buf + ($v & 7)) = $v; *(short *)(buf + $m * 2) = a; k ^= *(int *)(buf + (b & 7));",
    "memcpy(bytes + $m, buf + $m, $m); memmove(bytes, bytes + $m, 4);",
    "memcpy(&k, bytes + $m, 4); memcpy(any.bytes + $m, &a, sizeof a < 4 ? sizeof a : 4);",
    "memcpy(&fl[1], &k, 4); memcpy(&any.ints[1], &fl[$m & 1], 4);",
    "int *list$n[3] = {arr, p, q}; *list$n[(unsigned)$v % 3] = $v; k ^= list$n[$m & 1][$m];",
    "char *text$n[2] = {buf, small}; text$n[$m & 1][$m] = $v; k ^= *text$n[a & 1];",
    "int **way$n = $c ? &q : &m; (*way$n)[0] += 1; k ^= **way$n;",
    "struct node n$n[3] = {{1, 0}, {2, &n$n[0]}, {3, &n$n[1]}}; struct node *z$n = &n$n[(unsigned)$v % 3];"
    " for (; z$n; z$n = z$n->next) k = k * 2u + z$n->value;",
    "struct node *top$n = 0; for (int i = 0; i < ($v & 3); i++) { struct node *made = malloc(sizeof *made);"
    " made->value = i + (a & 1); made->next = top$n; top$n = made; }"
    " while (top$n) { struct node *gone = top$n; k += gone->value; top$n = gone->next; free(gone); }",
    "char *copy$n = strdup($c ? s : t); copy$n[0] ^= 1; x += copy$n[$m]; free(copy$n);",
    'e = sscanf(s, "%2d%c", &k, small);',
    'e = sscanf(s, "%x", (unsigned *)&k);',
    'e = sscanf(s, "%[a-c]%n", buf, &k);',
    'e = sscanf(t, " %3s", small);',
    'strcpy(buf, s); for (char *z = strtok(buf, "-1"); z; z = strtok(0, "-1")) k = k * 3u + *z;',
    "if (strlen(buf) < 8) strncat(buf, s, $m);",
    "k = strcasecmp(s, t) < 0; e = strncasecmp(s, words[$m], 2) == 0;",
    "void *to$n[2] = {&&one$n, &&two$n}; goto *to$n[$m & 1]; one$n: k++; two$n: e++;",
    "enum { RED, GREEN = 5, BLUE } color$n = $v;"
    " switch (color$n) { case RED: k++; case GREEN: e++; break; default: x++; }",
    "int *found$n = bsearch(&k, table, 3, 4, ascending); e = found$n ? *found$n : -1;",
    "_Bool yes$n = $v; yes$n ^= $c; k += yes$n;",
    "unsigned char wrap$n = $v; wrap$n += 200; wrap$n <<= 1; k -= wrap$n;",
    "long product$n = (long)(int)$v * (int)$v; x ^= product$n >> 3;",
    "__int128 huge$n = (__int128)$v << 40; x ^= (long)(huge$n >> 30);",
    "q = $c ? arr : p; q += $m; k ^= *q; q = arr;",
    "c = s; while (*c && *c != 49) c++; k += (int)(c - s);",
    "c = s + strlen(s); while (c > s && c[-1] == 97) *--c = 0; c = s;",
    "for (unsigned i = 0, j = 3; i < j; i++, j--) { unsigned char z = u[i]; u[i] = u[j]; u[j] = z; }",
    "int (*row$n)[4] = (int (*)[4])arr; k ^= (*row$n)[$m]; short *flat$n = &grid[0][0]; flat$n[$v & 7] += 2;",
    "assert_like($c);",
    "k = k / ($v & 7);",
    "k = k << ($v & 63);",
    'fputs(s, stdout); fputc($v, stdout); fwrite(u, 1, $m, stdout); fprintf(stderr, "%d\\n", (int)$v);',
    'char line$n[8] = {s[0], s[1], a}; printf("[%s]", line$n); e = (int)strlen(line$n);',
    "char *room$n = malloc(strlen(s) + 1); strcpy(room$n, s); k ^= room$n[$m]; free(room$n);",
    "int size$n = $m; int *some$n = malloc(size$n * 4); for (int i = 0; i < size$n; i++) some$n[i] = i;"
    " k += size$n ? some$n[size$n - 1] : 0; free(some$n);",
    "struct rec *pair$n = calloc(2, sizeof *pair$n); pair$n[$m & 1] = r[$m];"
    " k ^= pair$n->low + pair$n[1].delta; free(pair$n);",
    "one.u.half[$m & 1] = $v; one.u.part[$m] ^= 255; k ^= one.u.whole;",
    "l[$m] ^= $v; v[$m] = (short)l[$m]; w[$m].ints[1] = v[$m];",
    "q = realloc(0, 8); q[0] = $v; q[1] = 3; k ^= q[$m & 1]; free(q); q = arr;",
)


class RandomLibraryProgram(RandomText):
    """The function is `f`."""


@dataclass
class Writer(LineWriter):
    names: list[str] = field(default_factory=list)
    counter: int = 0

    # --- expressions

    def constant(self) -> str:
        return self.pick(
            ("0", "1", "2", "3", "-1", "5", "7", "48", "65", "97", "100", "127", "128", "255", "256", "'a'")
        )

    def index(self, count: int, near: bool = False) -> str:
        """Mostly inside, sometimes past the end; only by one if `near`, because locals are adjacent in the native
        frame: an access far outside one hits the next, and only arrays with a known length are checked by index."""
        if self.number(0, 3) == 0:
            return str(self.number(0, count - 1))
        value = self.value(0)
        choice = self.number(0, 11)
        if choice == 0 and not near:
            return f"({value})"
        if choice <= 3 or count & (count - 1):
            return f"((unsigned){value} % {count if choice else count + 1})"
        return f"({value} & {count - 1})"

    def element(self) -> str:
        name, count = self.pick(INDEXED)
        if self.number(0, 9) == 0:
            return f"grid[{self.index(3)}][{self.index(4)}]"
        if self.number(0, 9) == 0:
            part = self.pick(("id", "kind", "delta", "tag", "low", f"u.part[{self.index(4)}]"))
            return f"r[{self.index(4)}].{part}"
        return f"{name}[{self.index(count, near=name in 'qt')}]"

    def cast_access(self) -> str:
        """Some bytes of an object, accessed as another type."""
        name, count = self.pick(FLAT)
        kind = self.pick(tuple(k for k in SIZES if SIZES[k] <= count and k != "float"))
        size, style = SIZES[kind], self.number(0, 3)
        if style == 0:
            return f"(({kind} *)({name}))[{self.index(count // size, near=True)}]"
        offset = self.index(count // size, near=True)
        if style == 1 and count > size:
            return f"*({kind} *)({name} + ({offset} % {count - size + 1}u))"
        return f"*({kind} *)({name} + {size} * {offset})"

    def value(self, depth: int) -> str:
        choice = self.number(0, 12 if depth else 5)
        if choice == 0:
            return self.constant()
        if choice <= 5:
            return self.pick(INTEGERS if self.number(0, 1) else self.names)
        if choice <= 7:
            return self.element()
        if choice == 8:
            return self.cast_access()
        if choice == 9:
            return f"operations[{self.index(4)}]({self.value(0)}, {self.value(0)})"
        if choice == 10:
            return f"(({self.pick(('char', 'unsigned char', 'short', 'unsigned', 'long'))}){self.value(depth - 1)})"
        op = self.pick(("+", "-", "&", "|", "^", "*", "%", "<", "=="))
        return f"({self.value(depth - 1)} {op} {self.value(depth - 1)})"

    def condition(self) -> str:
        choice = self.number(0, 9)
        if choice == 0:
            return self.value(1)
        if choice == 1:
            return f"{self.condition()} {self.pick(('&&', '||'))} {self.condition()}"
        return f"{self.value(1)} {self.pick(('<', '<=', '>', '==', '!=', '>='))} {self.value(0)}"

    # --- statements

    def statements(self, count: int, depth: int) -> None:
        for _ in range(count):
            self.statement(depth)

    def statement(self, depth: int) -> None:
        choice = self.number(-5, 15 if depth else 11)
        if choice < 0:
            self.idiom()
        elif choice <= 2:
            op = self.pick(("=", "=", "+=", "^=", "-=", "|="))
            self.line(f"{self.pick(WRITABLE)} {op} {self.value(2)};")
        elif choice == 3:
            self.line(f"{self.lvalue()} = {self.value(1)};")
        elif choice == 4:
            self.pointer()
        elif choice <= 6:
            self.string()
        elif choice <= 8:
            self.memory()
        elif choice == 9:
            self.heap()
        elif choice == 10:
            self.printed()
        elif choice == 11:
            self.special()
        elif choice <= 13:
            self.branch(depth)
        elif choice == 14:
            self.loop(depth)
        else:
            self.switch(depth)

    def idiom(self) -> None:
        text = self.pick(IDIOMS).replace("$n", str(self.counter))
        self.counter += 1
        while "$v" in text:
            text = text.replace("$v", self.value(1), 1)
        while "$m" in text:
            text = text.replace("$m", f"({self.value(0)} & 3)", 1)
        while "$c" in text:
            text = text.replace("$c", f"({self.condition()})", 1)
        self.line(text)

    def lvalue(self) -> str:
        if self.number(0, 2) == 0:
            return self.cast_access()
        while True:
            text = self.element()
            if not text.startswith("t["):
                return text

    def pointer(self) -> None:
        choice = self.number(0, 8)
        if choice <= 2:
            targets = ("arr", "p", "arr + 2", "p + 1", "&one.id", "any.ints", "&k", "m", "w->ints", "&one.u.whole")
            self.line(f"q = {self.condition()} ? {self.pick(targets)} : {self.pick(targets)};")
        elif choice == 3:
            self.line(f"q = {self.pick(('arr', 'p'))} + {self.index(4, near=True)};")
        elif choice == 4:
            self.line(f"m = arr + {self.index(4, near=True)};")
        elif choice == 5:
            finds = ("strchr(s, 'a')", "strchr(s, a)", 'strstr(s, "1")', "strrchr(s, s[0])", "memchr(s, 49, 4)",
                     "s + strlen(s)", 'strpbrk(s, "1b")')  # fmt: skip
            self.line(f"c = {self.pick(finds)};")
        elif choice == 6:
            self.line(f"op = operations[{self.index(4)}];")
        elif choice == 7:
            self.line(f"op = {self.condition()} ? first : third;")
        else:
            self.line(f"{self.pick(('*q++', '*m++', '*--m', '*q--'))} = {self.value(1)}; q = arr; m = arr + 1;")

    def string(self) -> None:
        choice = self.number(0, 11)
        texts = ("s", "t", f"words[{self.index(4)}]", "small", '"a-1"', "c ? c : t")
        text, small = self.pick(texts), self.pick(("small", "buf", "(buf + 3)", "buf", "s"))
        match choice:
            case 0:
                self.line(f"strcpy({small}, {text});" if text != small else "strcpy(buf, t);")
            case 1:
                self.line(f"strncpy({small}, {self.pick(('t', 'words[3]'))}, {self.pick(('2', '3', '4'))});")
            case 2:
                self.line(f"if (strlen(buf) < 6) strcat(buf, {self.pick(('t', 's', 'words[1]'))});")
            case 3:
                length = f"strlen({self.pick(('s', 't'))}) + 1"
                self.line(f"memcpy(buf + {self.index(4, near=True)}, {self.pick(('s', 't'))}, {length});")
            case 4:
                form = self.pick(('"%d", k', '"%d", (int)a', '"%x", (unsigned)b', '"%3d|", (short)b', '"%u", u[0]',
                                  '"%c%d", s[0], 5', '"%-4d!", (signed char)a', '"%04x", (unsigned short)b',
                                  '"%s", s', '"%.2s-%d", t, k & 7', '"%+i", (short)k', '"%hhu", a', '"%o", u[1]',
                                  '"%ld", x', '"%5.3d", k', '"%#x", (unsigned)k'))  # fmt: skip
                size = self.pick(("16", "16", "16", "3", "4", "(b & 7)", "1"))
                self.line(f"{self.pick(('k = ', 'e = ', ''))}snprintf(buf, {size}, {form});")
            case 5:
                self.line(f"k = sprintf(buf, {self.pick(_SHORT_FORMATS)});")
            case 6:
                self.line('k = snprintf(NULL, 0, "%d,%s", (int)a, s);')
            case 7:
                letter = self.pick(("s[0]", "s[1]", "u[0]", "t[0]"))
                self.line(f"{small}[{self.index(3)}] = toupper((unsigned char){letter});")
            case 8:
                self.line(
                    f"for (char *z = s; *z; z++) {self.pick(('if (*z == 97) k++', '*z ^= 32', 'k = k * 2 + *z'))};"
                )
            case 9:
                self.line(f"x = strtol({self.pick(('s', 't', 'buf'))}, &end, {self.pick(('0', '10', '16', '36'))});")
                self.line("end = s;" if self.number(0, 1) else "e = *end; end = s;")
            case 10:
                self.line(f"small[{self.index(4)}] = 0; k += (int)strlen(small);")
            case _:
                self.line('if (sscanf(s, "%d", &e) == 1) k = e;')

    def memory(self) -> None:
        to, room = self.pick(FLAT)
        source, size = self.pick(FLAT)
        most = min(room, size, 8)
        length = self.pick((str(most), str(self.number(1, most)), f"({self.value(0)} & {most - 1 or 1})"))
        match self.number(0, 7):
            case 0 | 1:
                shift = f" + ({self.value(0)} & 3)" if room > most + 3 and self.number(0, 1) else ""
                call = "memmove" if to == source or "r" in (to[-1], source[-1]) else self.pick(("memcpy", "memmove"))
                self.line(f"{call}({to}{shift}, {source}, {length});")
            case 2:
                self.line(f"memset({to}, {self.value(0)}, {length});")
            case 3:
                source, length = self.pick(("arr", "arr + 1")), self.pick(("4", "8", "5"))
                self.line(f"memmove(arr + {self.index(2, near=True)}, {source}, {length});")
            case 4:
                self.line(f"one = r[{self.index(4)}];")
            case 5:
                self.line(f"r[{self.index(4)}] = one;")
            case 6:
                self.line(f"any = w[{self.index(4)}];")
            case _:
                self.line(f"memset(grid[{self.index(3)}], {self.value(0)}, {self.pick(('8', '4', '3', '9'))});")

    def heap(self) -> None:
        name = f"h{self.counter}"
        self.counter += 1
        kind = self.pick(("int", "char", "short", "long", "unsigned char"))
        count = self.pick(("4", "4", "3", f"(({self.value(0)} & 3) + 1)", f"({self.value(0)} & 7)"))
        allocation = self.pick((f"malloc({count} * sizeof({kind}))", f"calloc({count}, sizeof({kind}))"))
        self.line(f"{kind} *{name} = {allocation};")
        for _ in range(self.number(1, 3)):
            place = f"{name}[{self.index(4)}]"
            match self.number(0, 7):
                case 0 | 1 | 2:
                    self.line(f"{place} = {self.value(1)};")
                case 3:
                    self.line(f"k = (int){place};")
                case 4:
                    size = self.pick(("8", "2", f"(({self.value(0)} & 3) + 1)"))
                    self.line(f"{name} = realloc({name}, {size} * sizeof({kind}));")
                case 5:
                    self.line(
                        f"memcpy({name}, {self.pick(('arr', 'p', 'bytes', 's', 'u'))}, {self.pick(('4', '3', '2'))});"
                    )
                case 6:
                    self.line(f"if ({self.condition()}) {{ free({name}); {name} = calloc(4, sizeof({kind})); }}")
                case _:
                    self.line(f"memset({name}, {self.value(0)}, {self.pick(('1', '4', '2'))});")
        if self.number(0, 1):
            self.line(f"x += {name}[{self.index(4)}];")
        match self.number(0, 5):
            case 0:
                self.line(f"if ({self.condition()}) free({name});")
            case 1 if self.number(0, 4) == 0:
                self.line(f"free({name}); if ({self.condition()}) k = {name}[0];")
            case _:
                self.line(f"free({name});")

    def printed(self) -> None:
        form = self.pick((
            ("%d", "(int)"), ("%u", "(unsigned)"), ("%ld", "(long)"), ("%x", "(unsigned)"), ("%5d|", "(int)"),
            ("%-5u|", "(unsigned)"), ("%c", "(char)"), ("%hd", "(short)"), ("%hhu", "(unsigned char)"),
            ("%+d", "(int)"),
            ("%05d", "(short)"), ("%#o", "(unsigned)"), ("%.3d", "(signed char)"), ("%lX", "(unsigned long)"),
            ("% d", "(int)"), ("%zu", "(size_t)"),
        ))  # fmt: skip
        match self.number(0, 7):
            case 0:
                self.line(f'printf("{self.pick(("%s", "%6s|", "%-6s|", "%.2s", "%5.1s"))}\\n", {self.pick(_TEXTS)});')
            case 1:
                self.line(f"puts({self.pick(_TEXTS)});")
            case 2:
                self.line(f"putchar({self.value(1)});")
            case 3:
                self.line(f'k = printf("{form[0]},%s\\n", {form[1]}{self.value(0)}, {self.pick(_TEXTS)});')
            case 4:
                self.line(
                    f'printf("%*d.%.*s\\n", {self.pick(("3", "-4", "(a & 7)"))}, k, (b & 3), {self.pick(_TEXTS)});'
                )
            case _:
                self.line(f'printf("{form[0]}\\n", {form[1]}{self.value(1)});')

    def special(self) -> None:
        match self.number(0, 10):
            case 0:
                self.line(f"qsort(arr, {self.pick(('2', '3', '4'))}, 4, {self.pick(('ascending', 'by_low_byte'))});")
            case 1:
                self.line(f"qsort(p, {self.pick(('2', '3', '(a & 3)'))}, sizeof *p, ascending);")
            case 2:
                self.line("qsort(u, 3, 1, by_low_byte);")
            case 3:
                self.line(f"if ({self.condition()}) goto done;")
            case 4:
                self.line(f"k = abs({self.value(1)} % 1000);")
            case 5:
                self.line("do { e++; x += e; } while (e < (a & 3));")
            case 6:
                self.line(f"int z{self.counter}[2][3] = {{{{1, 2}}, {{(int)a}}}}; ")
                self.line(f"k ^= z{self.counter}[{self.index(2)}][{self.index(3)}];")
                self.counter += 1
            case 7:
                self.line("fl[a & 1] = (float)(short)b; k = fl[0] < fl[1];")
            case 8:
                self.line(f"int variable{self.counter}[(b & 3) + 1]; memset(variable{self.counter}, 1, 4);")
                self.line(f"variable{self.counter}[{self.index(4, near=True)}] = k; x ^= variable{self.counter}[0];")
                self.counter += 1
            case 9:
                self.line("k = abs((int)a);")
            case _:
                self.line(
                    f"one.u.part[{self.index(4)}] = {self.value(1)}; any.shorts[{self.index(4)}] ^= one.u.half[0];"
                )

    def block(self, depth: int) -> None:
        self.indent += 1
        self.statements(self.number(1, 2), depth - 1)
        self.indent -= 1

    def branch(self, depth: int) -> None:
        self.line(f"if ({self.condition()}) {{")
        self.block(depth)
        if self.number(0, 1):
            self.line("} else {")
            self.block(depth)
        self.line("}")

    def loop(self, depth: int) -> None:
        name = f"i{self.counter}"
        self.counter += 1
        limit = self.pick(("2", "3", f"({self.value(0)} & 3)", "(int)strlen(s)", "(b & 3)"))
        style = self.number(0, 2)
        opening = (
            f"for (int {name} = 0; {name} < {limit}; {name}++) {{",
            f"for (int {name} = 3; {name}-- > 0;) {{",
            f"for (int {name} = 0; {name} < 4 && s[{name}]; {name}++) {{",
        )[style]
        self.line(opening)
        self.names.append(name)
        self.names.append(name)
        if self.number(0, 1):
            self.line(f"    {self.pick(('arr', 'p', 'buf', 'bytes'))}[{name}] += {self.value(0)};")
        self.block(depth)
        if self.number(0, 2) == 0:
            self.line(f"    if ({self.condition()}) {self.pick(('break', 'continue', 'goto done'))};")
        self.names.remove(name)
        self.names.remove(name)
        self.line("}")

    def switch(self, depth: int) -> None:
        subject = self.pick(
            ("s[0]", "u[0]", f"{self.value(1)} & 7", f"{self.value(0)}", "one.delta", "r->kind", "(char)a")
        )
        self.line(f"switch ({subject}) {{")
        for value in self.pick((("0", "1", "5"), ("'a'", "'1'", "0"), ("-1", "2"), ("3 ... 9", "2", "-5 ... -2"))):
            self.line(f"case {value}: {{")
            self.block(depth)
            self.line("}")
            if self.number(0, 2):
                self.line("    break;")
        if self.number(0, 1):
            self.line("default: {")
            self.block(depth)
            self.line("}")
        self.line("}")


_TEXTS = ("s", "t", "buf", "words[a & 3]", "small")
_SHORT_FORMATS = (
    '"%d", (int)a', '"%d.%d", (short)a, k & 15', '"%s%c", t, 65', '"%x-%x", u[0], u[1]', '"%i%%", u[2]',
    '"%lu", x & 255',
    '"%c", s[0]', '"%*d", 4, (short)b',
)  # fmt: skip


def write(number: Callable[[int, int], int], depth: int = 2) -> RandomLibraryProgram:
    """A function `f` with one or two pointers and two numbers as parameters."""
    writer = Writer(number)
    pointers = {writer.pick(tuple(POINTERS)) for _ in range(writer.number(1, 2))}
    kinds = {name: writer.pick(SCALARS) for name in ("a", "b")}
    parameters = [f"{kind} {name}" for name, kind in kinds.items()]
    parameters += [POINTERS[name][0] for name in POINTERS if name in pointers]
    # Parameters are used more often.
    writer.names = ["a", "b", "k"]
    for name, count in (("s", 4), ("t", 4), ("p", 4), ("u", 4), ("v", 4), ("l", 4)):
        if name in pointers:
            writer.names += [f"{name}[{i}]" for i in range(count)]
    if "r" in pointers:
        writer.names += ["r->id", "r->kind", "r->delta", "r->tag", "r[1].u.whole"]
    if "w" in pointers:
        writer.names += ["w->ints[0]", "w->shorts[3]", "(int)w[1].all"]
    writer.statements(writer.number(3, 6), depth)
    result = writer.pick(("int", "unsigned", "long", "short", "unsigned char"))
    value = writer.value(2)
    text = "\n".join(
        [
            PREAMBLE,
            f"{result} f({', '.join(parameters)})",
            "{",
            *(f"    {declaration}" for name, (_, declaration) in POINTERS.items() if name not in pointers),
            LOCALS,
            "    (void)block;",
            "    {",
            *writer.lines,
            "    }",
            "done:",
            "    for (int i = 0; i < 4; i++) total = total * 3u + arr[i] + bytes[i] + bytes[i + 4] + small[i];",
            "    for (int i = 0; i < 8; i++) total = total * 5u + buf[i] + buf[i + 8];",
            "    total ^= any.ints[0] ^ any.ints[1] ^ one.id ^ one.kind ^ one.delta ^ one.tag ^ one.low ^ one.last;",
            '    printf("%d %d %ld %d\\n", k, e, x, (int)(m - arr));',
            f"    return ({result}){value};",
            "}",
            "",
        ]
    )
    return RandomLibraryProgram(text)


@st.composite
def programs(draw: Callable[[st.SearchStrategy[int]], int], depth: int = 2) -> RandomLibraryProgram:
    return write(lambda low, high: draw(st.integers(low, high)), depth)


#: Boundary values by the kind of an input; other values are random.
_CHARACTERS = b"\0\0aab1120 -+xAzZ9\xff\x80\n"
_NUMBERS = (0, 0, 1, -1, 2, 3, 4, 5, 7, 8, 9, 48, 65, 97, 100, 127, 128, -128, 255, 256, 32767, -32768, 2**31 - 1,
            -(2**31))  # fmt: skip


def random_models(leaves: Sequence[tuple[str, int]], seed: int, count: int) -> list[tuple[int, ...]]:
    """Inputs for leaves of (kind, width), in the machine's signed form."""
    generator = random.Random(seed)
    return [tuple(_value(kind, width, generator) for kind, width in leaves) for _ in range(count)]


def _value(kind: str, width: int, generator: random.Random) -> int:
    if kind in ("f32", "f64"):
        return _signed(_float_bits(width, generator), width)
    if kind == "char" and generator.random() < 0.9:
        return _signed(generator.choice(_CHARACTERS), width)
    if generator.random() < 0.75:
        return _signed(generator.choice(_NUMBERS), width)
    return _signed(generator.getrandbits(width), width)


def _signed(value: int, width: int) -> int:
    half = 1 << (width - 1)
    return ((value + half) & ((1 << width) - 1)) - half


def _float_bits(width: int, generator: random.Random) -> int:
    exponent, fraction = (8, 23) if width == 32 else (11, 52)
    bias = (1 << (exponent - 1)) - 1
    sign = generator.getrandbits(1) << (width - 1)
    choice = generator.random()
    if choice < 0.1:
        return sign  # zero
    if choice < 0.2:
        return sign | ((1 << exponent) - 1) << fraction  # infinity
    if choice < 0.28:
        return ((1 << (exponent + 1)) - 1) << (fraction - 1)  # NaN
    if choice < 0.36:
        return sign | generator.getrandbits(fraction)  # subnormal
    if choice < 0.9:  # of moderate size, with few digits
        digits = generator.getrandbits(6) << (fraction - 6)
        return sign | (bias + generator.randint(-4, 34)) << fraction | digits
    return sign | generator.getrandbits(width - 1)
