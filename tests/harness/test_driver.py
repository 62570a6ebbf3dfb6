"""Drivers for all kinds of signatures: the text (golden files), that it compiles, and what is rejected."""

from __future__ import annotations

import os
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from secateur.harness.errors import HarnessError, NotNullableError, UnknownGlobalError, UnsupportedInputError
from secateur.options import Inputs

from .drivers import complaints, driver_for, driver_for_text, driver_in

GOLDEN = Path(__file__).parent / "golden"


def options_of(line: str) -> tuple[str, Inputs]:
    """The first line of a golden source: `// function --buffer 2 --symbolic g --assume 'x > 0'`."""
    function, *words = shlex.split(line.removeprefix("//"))
    pairs = list(zip(words[::2], words[1::2], strict=True))
    numbers = {name[2:].replace("-", "_"): int(value) for name, value in pairs if value.isdigit()}
    symbolic = tuple(value for name, value in pairs if name == "--symbolic")
    assume = tuple(value for name, value in pairs if name == "--assume")
    nullable = tuple(value for name, value in pairs if name == "--nullable")
    checks = tuple(value for name, value in pairs if name == "--check")
    alias = tuple(value for name, value in pairs if name == "--alias")
    inputs = Inputs(symbolic=symbolic, assume=assume, nullable=nullable, alias=alias, checks=checks)
    return function, replace(inputs, **numbers)  # type: ignore[arg-type]


@pytest.mark.parametrize("source", sorted(GOLDEN.glob("*.c")), ids=lambda path: path.stem)
def test_golden(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The driver matches the golden file, and clang accepts it without warnings. UPDATE_GOLDEN=1 rewrites the file."""
    monkeypatch.chdir(GOLDEN)
    function, options = options_of(source.read_text().splitlines()[0])
    text = driver_for(Path(source.name), function, options).text()
    assert complaints(text, GOLDEN) == ""
    expected = source.with_suffix(".driver")
    if os.environ.get("UPDATE_GOLDEN"):
        expected.write_text(text)
    assert text == expected.read_text()


@pytest.mark.parametrize("source", sorted(GOLDEN.glob("*.c")), ids=lambda path: path.stem)
def test_bitcode(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a source to include, the driver declares what it needs, with the same types and so the same inputs."""
    monkeypatch.chdir(GOLDEN)
    function, options = options_of(source.read_text().splitlines()[0])
    visible = tuple(name for name in options.symbolic if name != "level")
    options = replace(options, symbolic=visible, assume=())
    refused = {"handle": "'push' is static", "same_name_as_main": "give the file alone"}.get(source.stem)
    if refused:
        with pytest.raises(HarnessError, match=refused):
            driver_in(Path(source.name), "module.ll", function, options)
        return
    driver = driver_in(Path(source.name), "module.ll", function, options)
    assert "#include" not in driver.text()
    assert complaints(driver.text(), GOLDEN) == ""
    assert driver.inputs == driver_for(Path(source.name), function, options).inputs


@pytest.mark.parametrize(
    ("source", "parameter", "kind", "advice"),
    [
        ("int f(int (*callback)(int)) { return callback(1); }", "callback", "int (*)(int)", "wrapper"),
        ("int f(__float128 x) { return x > 0; }", "x", "__float128", "double"),
        ("#include <stdio.h>\nint f(FILE *in) { return getc(in); }", "in", "FILE *", "buffer"),
        ("struct hidden; int f(struct hidden *h) { return h != 0; }", "h", "struct hidden *", "defines"),
        ("#include <stdarg.h>\nint f(int n, ...) { return n; }", "...", "...", "wrapper"),
        ("int f(__int128 x) { return x > 0; }", "x", "__int128", "64-bit"),
        ("int f(struct { int a; } *p) { return p->a; }", "p", "struct (anonymous)", "name"),
        ("int f(void (**table)(void)) { return table != 0; }", "table", "void (**)(void)", "wrapper"),
    ],
)
def test_refuses(source: str, parameter: str, kind: str, advice: str, tmp_path: Path) -> None:
    """The error names what cannot be an input, with its type and advice."""
    with pytest.raises(UnsupportedInputError) as caught:
        driver_for_text(source, "f", tmp_path)
    assert (caught.value.parameter, caught.value.type) == (parameter, kind)
    assert advice in str(caught.value)


def test_unknown_global(tmp_path: Path) -> None:
    with pytest.raises(UnknownGlobalError, match="no global variable 'cuont' in the source; writable variables: count"):
        driver_for_text(
            "int count; const int k = 1; int f(void) { return count + k; }", "f", tmp_path, symbolic=("cuont",)
        )


@pytest.mark.parametrize("name", ["count", "nothing"])
def test_only_a_pointer_can_be_null(name: str, tmp_path: Path) -> None:
    source = "typedef char *text; int f(int *items, text name, int count) { return items && name && count; }"
    with pytest.raises(NotNullableError, match=f"f has no pointer '{name}'; pointers: items, name"):
        driver_for_text(source, "f", tmp_path, nullable=(name,))


def test_input_order_is_that_of_the_text(tmp_path: Path) -> None:
    """Recorded inputs are matched by their order, so `inputs` must not disagree with the text."""
    source = "struct s { int a; char *t; int b; }; int g; int f(struct s *p, int x) { return p->a + x + g; }"
    driver = driver_for_text(source, "f", tmp_path, buffer=2, symbolic=("g",))
    names = [leaf.name for leaf in driver.inputs]
    assert names == ["p->a", "p->t[0]", "p->t[1]", "p->b", "x", "g"]
    positions = [driver.text().index(f'("{name}")') for name in names]
    assert positions == sorted(positions)


def test_notes_tell_what_stays_null(tmp_path: Path) -> None:
    source = "struct n { int v; struct n *next; void (*done)(void); }; int f(struct n *l) { return l->v; }"
    notes = driver_for_text(source, "f", tmp_path, pointer_depth=1).notes
    assert notes == (
        "l->next is NULL, because it is beyond the pointer depth",
        "l->done is NULL, because a function pointer cannot be symbolic",
    )


def test_large_variables_are_observed_in_part(tmp_path: Path) -> None:
    """64 leaves per variable, 256 in all: a large table must not swamp the test."""
    tables = " ".join(f"int t{i}[100];" for i in range(9))
    source = f"{tables} int f(void) {{ return {' + '.join(f't{i}[0]' for i in range(9))}; }}"
    seen = [sight.name for sight in driver_for_text(source, "f", tmp_path).observations]
    assert len(seen) == 256
    assert seen[:2] == ["return", "t0[0]"]
    assert "t0[63]" in seen
    assert "t0[64]" not in seen
