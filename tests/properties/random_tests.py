"""Random C programs that test one value in many ways, and go on in few: labels that share a target, alternatives,
ranges, diamonds. What is found must not depend on whether such tests are decided one by one, by target, or not at all
where both sides meet again. Faults need certain labels, or combinations of sides. All programs terminate.
"""

from __future__ import annotations

from random import Random

from .random_faulty import FaultyProgram

#: Maximum number of ways through a program, not counting checks.
ROOM = 160

PREAMBLE = """#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
struct rec { int a; short b; signed char c; };
static struct rec R[2];
static int B[4], *to = B;
static char text[4];
static unsigned char table[8] = {0, 1, 1, 2, 0, 3, 1, 2};
static int is_small(int c) { return c == 1 || c == 2 || c == 5; }
static int kind(int c)
{
    switch (c) { case 0: case 3: return 1; case 1: case 7: return 2; case 2: return 1; default: return 0; }
}
static int clamp(int v, int most) { if (v > most) return most; return v; }
static int least(int v, int w) { return v < w ? v : w; }
static int ratio(int v, int w) { if (w > 2) return v / (w - 3); return v; }
"""

#: Statements: how many ways there are through them, and their text. {x} {y} are inputs, {c} {d} values that were
#: computed, {p} {q} places, {n} {w} {k} small numbers.
STATEMENTS: tuple[tuple[int, str], ...] = (
    (3, "switch ({c}) {{ case {n0}: case {n1}: {p} = {w}; break; case {n2}: {q} = {n}; break; }}"),
    (4, "switch ({c}) {{ case {n0}: {p} = 1; break; case {n1}: {q}++; break; case {n2}: {p} = 1;"
        " default: {q} = {n}; }}"),
    (4, "switch ({c}) {{ case {n0}: {p} = {n}; case {n1}: {q} = {w}; break; case {n2}: case {n3}: {p} = {q}; break;"
        " default: ; }}"),
    (3, "switch ({c}) {{ case {n0}: case {n1}: default: {p} = {w}; break; case {n2}: {q} = {n}; }}"),
    (5, "switch ({c}) {{ case {n0}: {p} = 2; break; case {n1}: {p} = 3; break; case {n2}: {p} = 2 + {q}; break;"
        " case {n3}: case {n4}: {p} = 3; }}"),
    (2, "if ({c} == {n0} || {c} == {n1}) {p} = {w};"),
    (2, "if ({c} == {n0} || {c} == {n1}\n        || {c} == {n2}) {p} = {w}; else {q} = {n};"),
    (2, "if ({c} >= {n} && {c} <= {n} + 2) {p} = {w};"),
    (2, "if (({c} >= {n} && {c} <= {n} + 2) || {c} == {k}) {p} = {w}; else {p}--;"),
    (2, "if (!({c} == {n0} || {c} == {n1})) {p} = {w};"),
    (2, "if ({c} != {n0} && {c} != {n1}) {q} = {w};"),
    (3, "if ({c} == {n0} || {d} == {n1}) {p} = {w};"),
    (2, "{p} = {c} == {n0} || {c} == {n1};"),
    (2, "{p} = {c} == {n0} ? {n} : {c} == {n1} ? {n} : {w};"),
    (2, "if ({c} == {n0}) {p} = {w}; else if ({c} == {n1}) {p} = {w};"),
    (2, "{p} = is_small({c});"),
    (3, "{p} = kind({c});"),
    (2, "if (is_small({c})) {p} = {w};"),
    (2, "if ({x} > {n}) {p} = {w}; else {p} = {n};"),
    (2, "if ({x} > {n}) {p} += {w};"),
    (2, "if ({x} > {n}) {{ {p} = {q}; {q} = {w}; }}"),
    (2, "if ({c} > {d}) {{ int t = {p}; {p} = {q}; {q} = t; }}"),
    (4, "if ({x} > {n}) {{ if ({y} > {w}) {p} = {n}; else {q} = {w}; }} else {p} = {k};"),
    (2, "{p} = clamp({c}, {n});"),
    (2, "{p} = least({c}, {d});"),
    (3, "{p} = ratio({n}, {c});"),
    (2, "if ({x} > {n}) {p} = {w} / ({c} - {k});"),
    (2, "if ({x} > {n}) B[{c} & 3] = {w};"),
    (2, "if ({x} > {n}) B[{c}] = {w};"),
    (2, "if ({x} > {n}) {p} = B[{c} & 3];"),
    (2, "if ({x} > {n}) to = &B[{k} & 3]; else to = &R[0].a;"),
    (1, "*to = {w};"),
    (2, "if ({x} > {n}) *to = {q};"),
    (2, "if ({x} > {n}) {p} = {c} * 70000;"),
    (3, "for (int i = 0; i < 3 && text[i] != {n}; i++) if (text[i] == {n0} || text[i] == {n1}) {p}++;"),
    (1, "text[{k} & 3] = (char){c};"),
    (1, "{p} = table[{c} & 7];"),
    (2, "if ({x} == {n}) exit({w});"),
    (3, "if ({x} > {n}) {{ {p} = 1; if ({c} == {w}) return 3; }}"),
    (2, "{{ int u; if ({x} > {n}) u = {w}; if ({x} > {n}) {p} = u; }}"),
    (3, "{{ int u; if ({x} > {n}) u = {w}; if ({y} > {n}) {p} = u; }}"),
    (4, "for (int i = 0; i < 2; i++) if (B[i] > B[i + 1]) {{ int t = B[i]; B[i] = B[i + 1]; B[i + 1] = t; }}"),
)  # fmt: skip

#: Statements that can fail.
FAULTS: tuple[str, ...] = (
    "assert({p} != {w});",
    "assert({p} != {w} || {c} != {n0});",
    "if ({c} == {n0} && {p} == {w}) assert(0);",
    "{p} = 12 / ({q} - {w});",
    "B[{q} & 3] = 8 / ({c} - {n});",
    "B[{p}] = 1;",
    "if ({p} > {q} && {c} == {n1}) abort();",
    "switch ({c}) {{ case {n0}: case {n1}: assert({p} != {w}); break; case {n2}: assert({q} != {n}); }}",
)

PLACES = ("R[0].a", "R[1].a", "R[0].b", "B[0]", "B[1]", "v", "w")


def program_of_tests(random: Random) -> FaultyProgram:
    """A program with few inputs: the tests are about the same values again and again."""
    count = random.randint(2, 4)
    inputs = [f"x{number}" for number in range(count)]
    lines = [f"    int {name} = __VERIFIER_nondet_int();" for name in inputs]
    lines.append("    int v = 0, w = 1;")
    lines.append(f"    signed char c = (signed char){random.choice(inputs)};")
    room, made = ROOM, 0
    while made < 9:
        ways, text = random.choice(STATEMENTS) if random.random() < 0.72 else (1, random.choice(FAULTS))
        if ways > room:
            break
        room //= ways
        made += 1
        lines.append("    " + _filled(text, random, inputs))
    lines += [f"    {_filled(random.choice(FAULTS), random, inputs)}", "    return (v + w + R[0].a + B[0]) & 1;"]
    return FaultyProgram(PREAMBLE + "int main(void)\n{\n" + "\n".join(lines) + "\n}\n")


def _filled(text: str, random: Random, inputs: list[str]) -> str:
    labels = random.sample(range(-1, 9), 5)
    values = [*inputs, *inputs, "c", "text[1]", "v", "R[0].b", "B[0]"]
    return text.format(
        x=random.choice(inputs),
        y=random.choice(inputs),
        c=random.choice(values),
        d=random.choice(values),
        p=random.choice(PLACES),
        q=random.choice(PLACES),
        n=random.randint(0, 5),
        w=random.randint(0, 5),
        k=random.randint(0, 5),
        **{f"n{number}": label for number, label in enumerate(labels)},
    )
