"""Programs that write into memory that grows: what they read there, and whether they may."""

from __future__ import annotations

from pathlib import Path

import secateur

WRITES = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    char *data = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&data, &length);
    if (!to) return 2;
    fprintf(to, "<%s>", argv[1]);
    fflush(to);
    char *early = data;
    putc('!', to);
    fclose(to);
    if (!data) return 3;
    printf("%zu %s\n", length, data);
    int is_wanted = strchr(data, 'x') != NULL;
    if (argv[1][0] == 'y') return early[0];
    if (argv[1][0] == 'z') return data[length + 1];
    free(data);
    return is_wanted;
}
"""


def _explored(folder: Path, **options: object) -> secateur.Run:
    source = folder / "writes.c"
    source.write_text(WRITES)
    return secateur.explore(str(source), arg=[2], out=folder / "out", **options)  # type: ignore[arg-type]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    run = _explored(tmp_path)
    faults = {(fault.kind, fault.line, fault.confirmed) for fault in run.faults}
    assert faults == {("use-after-free", 18, True), ("out-of-bounds", 19, True)}
    assert {b"3 <>!\n", b"4 <x>!\n"} <= {test.outcome.output for test in run.tests}
    replayed = secateur.replay(run.write())
    assert (len(replayed.tests), replayed.failed) == (len(run.tests), ())


def test_its_memory_may_fail(tmp_path: Path) -> None:
    run = _explored(tmp_path, malloc_fails="2")
    assert {2, 3} <= {test.outcome.status for test in run.tests}
    replayed = secateur.replay(run.write())
    assert (len(replayed.tests), replayed.failed) == (len(run.tests), ())


KEEPS = r"""
#include <stdio.h>
static FILE *kept;
static char *data;
static size_t length;
int main(int argc, char **argv) {
    kept = open_memstream(&data, &length);
    fputs("text", kept);
    if (argv[1][0] == 'a') kept = NULL;
    if (argv[1][0] == 'b') fclose(kept), data = NULL;
    return 0;
}
"""


def test_memory_that_a_stream_leads_to_is_no_leak(tmp_path: Path) -> None:
    source = tmp_path / "keeps.c"
    source.write_text(KEEPS)
    run = secateur.explore(str(source), arg=[1], check="leak", out=tmp_path / "out")
    leaks = {(fault.kind, fault.line, fault.confirmed) for fault in run.faults}
    assert leaks == {("leak", 7, True), ("leak", 10, True)}
    replayed = secateur.replay(run.write())
    assert (len(replayed.tests), replayed.failed) == (3, ())
