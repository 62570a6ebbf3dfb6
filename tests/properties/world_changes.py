"""Random changes of functions with globals, members that can be NULL and failing allocations: is *equivalent* true?

    python -m tests.properties.world_changes 1000 0

compares those with the seeds 0 to 999. What is true is found natively: both versions are compiled by the system's
compiler into one program, which runs them on all inputs of a few values each, with every allocation failing or not.
"""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import secateur
from secateur import Diff

from .random_world import COUNT, WorldChange, world_change

_NAMES = ("node", "g", "h", "table", "state", "saved", "set", "seen", "count", "calls", "help", "other", "f", "run")
_HEAP = ("malloc", "calloc", "free")

_BEFORE = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <setjmp.h>
#include <sys/mman.h>
struct in { unsigned a, b, x, y, t, u, s, c, v, next, data, fails; };
struct out { unsigned fault, result, shown[6], c, v, next, nextv, data, datav; };
static sigjmp_buf back;
static void failed(int signal) { siglongjmp(back, signal); }
static char *pages;
static unsigned made, live, fails;
static void *one_page(void)
{
    unsigned number = made++;
    if (fails >> number & 1 || number > 7) return 0;
    mprotect(pages + number * 4096, 4096, PROT_READ | PROT_WRITE);
    memset(pages + number * 4096, 0, 64);
    live |= 1u << number;
    return pages + number * 4096;
}
static void *my_malloc(size_t n) { (void)n; return one_page(); }
static void *my_calloc(size_t n, size_t m) { (void)n; (void)m; return one_page(); }
static void my_free(void *p)
{
    if (!p) return;
    unsigned number = (unsigned)(((char *)p - pages) / 4096);
    if (!(live >> number & 1)) raise(SIGSEGV);
    live &= ~(1u << number);
    mprotect(p, 4096, PROT_NONE);
}
"""

_RUN = """
static void run(const struct in *in, struct out *out)
{
    unsigned data = in->data - 1;
    struct node second = {in->next - 1, 0, 0}, n = {in->v, in->next ? &second : 0, in->data ? &data : 0};
    made = live = 0; calls = in->c; fails = in->fails;
    set(in->x, in->y, in->t, in->u, in->s);
    memset(&state.k, 0, sizeof state.k); memset(&saved, 0, sizeof saved);
    memset(out, 0, sizeof *out);
    out->fault = sigsetjmp(back, 1);
    if (out->fault) { out->fault = 1; goto end; }
    out->result = f(in->a, in->b, &n);
    seen(out->shown); out->c = calls;
    out->v = n.v; out->next = n.next != 0; out->data = n.data != 0;
    out->nextv = n.next ? n.next->v : 0; out->datav = n.data ? *n.data : 0;
end:
    for (unsigned i = 0; i < 8; i++) if (live >> i & 1) mprotect(pages + i * 4096, 4096, PROT_NONE);
}
"""

_MAIN = """
int main(void)
{
    pages = mmap(0, 8 * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    signal(SIGSEGV, failed);
    unsigned long all = 0;
    struct in in;
    for (in.a = 0; in.a < 4; in.a++) for (in.b = 0; in.b < 2; in.b++) for (in.x = 0; in.x < 4; in.x++)
    for (in.y = 0; in.y < 2; in.y++) for (in.t = 0; in.t < 2; in.t++) for (in.u = 0; in.u < 2; in.u++)
    for (in.s = 0; in.s < 2; in.s++) for (in.v = 0; in.v < 2; in.v++) for (in.next = 0; in.next < 3; in.next++)
    for (in.data = 0; in.data < 3; in.data++) for (in.fails = 0; in.fails < FAILS; in.fails++)
    for (in.c = 0; in.c < CALLS; in.c++) {
        struct out one, two;
        one_run(&in, &one);
        two_run(&in, &two);
        all++;
        if (memcmp(&one, &two, sizeof one)) {
            printf("a=%u b=%u g=%u h=%u t=%u,%u s=%u calls=%u v=%u next=%u data=%u fails=%u: ", in.a, in.b, in.x,
                   in.y, in.t, in.u, in.s, in.c, in.v, in.next, in.data, in.fails);
            printf("fault %u, %u -> fault %u, %u\\n", one.fault, one.result, two.fault, two.result);
            return 1;
        }
    }
    printf("%lu inputs\\n", all);
    return 0;
}
"""


def native_difference(change: WorldChange, folder: Path) -> str:
    """An input on which the versions differ, and how; empty if none does."""
    text = _BEFORE
    for prefix, body in (("one", change.old), ("two", change.new)):
        text += "".join(f"#define {name} {prefix}_{name}\n" for name in _NAMES)
        text += "".join(f"#define {name} my_{name}\n" for name in _HEAP)
        text += body.replace("static unsigned calls; ", "").replace("#include <stdlib.h>", "static unsigned calls;")
        text += _RUN + "".join(f"#undef {name}\n" for name in (*_NAMES, *_HEAP))
    both = (change.old + change.new).replace(COUNT, "")
    sizes = {"FAILS": 4 if "alloc(" in both else 1, "CALLS": 4 if "count(" in both else 1}
    text += _MAIN
    for name, size in sizes.items():
        text = text.replace(name, str(size))
    (folder / "both.c").write_text(text)
    subprocess.run(["cc", "-w", "both.c", "-o", "both"], cwd=folder, check=True)
    done = subprocess.run(["./both"], cwd=folder, capture_output=True, text=True, check=False, timeout=60)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"the native run ended with {done.returncode}")
    return done.stdout.strip() if done.returncode else ""


@dataclass
class Tally:
    changes: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    false: list[tuple[int, str]] = field(default_factory=list)
    missed: list[tuple[int, str]] = field(default_factory=list)  # undecided, although an input shows a difference
    passed_over: int = 0

    def __str__(self) -> str:
        verdicts = ", ".join(f"{count} {name}" for name, count in sorted(self.verdicts.items()))
        return (
            f"{self.changes} changes ({self.passed_over} passed over): {verdicts}; {len(self.false)} false, "
            f"{len(self.missed)} differences found by trying only"
        )


def check_world_change(seed: int, tally: Tally) -> None:
    """In the current folder."""
    change = world_change(seed)
    tally.changes += 1
    Path("old.c").write_text(change.old)
    Path("new.c").write_text(change.new)
    try:
        answer = secateur.diff("old.c", "new.c", function="f", timeout=30.0)
    except secateur.SecateurError as error:
        if re.search(r"\berror:", str(error)):
            tally.passed_over += 1
        else:
            tally.false.append((seed, f"refused: {error}"))
        return
    tally.verdicts[answer.status] += 1
    _judge(seed, change, answer, tally)


def _judge(seed: int, change: WorldChange, answer: Diff, tally: Tally) -> None:
    unconfirmed = [each for one in answer.functions for each in one.unconfirmed]
    if unconfirmed:
        tally.false.append((seed, f"not confirmed: {unconfirmed[0].condition}: {unconfirmed[0].outcomes}"))
    if answer.found:
        return
    truth = native_difference(change, Path.cwd())
    if truth and answer.complete:
        tally.false.append((seed, f"{answer.status}, but {truth}"))
    elif truth:
        tally.missed.append((seed, f"{answer.status}, but {truth}"))


def check_world_changes(count: int, start: int) -> Tally:
    """Check the changes with `count` seeds from `start` on, continuing after failures."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for number in range(start, start + count):
            check_world_change(number, tally)
    return tally


def main(count: str = "100", start: str = "0") -> None:
    started = time.process_time()
    tally = check_world_changes(int(count), int(start))
    print(f"seeds from {start}: {tally}; {tally.changes / (time.process_time() - started):.1f} a second of CPU time")
    for number, what in (*tally.false, *tally.missed):
        print(f"seed {number}: {what}")


if __name__ == "__main__":
    main(*sys.argv[1:])
