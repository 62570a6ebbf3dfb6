from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress

import llvmlite.binding as llvm
import pytest

from secateur.ir.body_reader import ModuleTables, read_body
from secateur.ir.model import (
    Block,
    Body,
    Compare,
    ConditionalJump,
    Folded,
    Function,
    Global,
    IndirectJump,
    Instruction,
    Int,
    Jump,
    Phi,
    Position,
    Program,
    Register,
    Switch,
    Symbol,
    Terminator,
    Unsupported,
)
from secateur.ir.module_text import FunctionText
from secateur.ir.reader import IRSyntaxError, read
from secateur.ir.types import I32, POINTER, FunctionType

from .clang import CORPUS, compiled, corpus, promoted

_NAMES = sorted(path.stem for path in CORPUS.glob("*.c"))
_LONG_DOUBLE_ARITHMETIC = {"types": {"basic"}}


def _bodies(program: Program) -> Iterator[tuple[str, Body]]:
    for function in program.functions.values():
        if not function.is_declaration:
            yield function.name, function.body


def _targets(terminator: Terminator) -> tuple[str, ...]:
    match terminator:
        case Jump(target=target):
            return (target,)
        case ConditionalJump(if_true=if_true, if_false=if_false):
            return (if_true, if_false)
        case Switch(default=default, cases=cases):
            return (default, *(label for _, label in cases))
        case IndirectJump(targets=targets):
            return targets
        case _:
            return ()


def _results(block: Block) -> list[Register]:
    items: list[Phi | Instruction] = [*block.phis, *block.instructions]
    return [r for r in (getattr(i, "result", None) for i in items) if r is not None]


@pytest.mark.parametrize("name", _NAMES)
@pytest.mark.parametrize("form", [compiled, promoted])
def test_the_corpus_is_read_completely(name: str, form: object) -> None:
    assert callable(form)
    program = read(form((CORPUS / f"{name}.c").read_text(), f"{name}.c"))
    for variable in program.globals.values():
        assert isinstance(variable, Global)
    assert list(program.aliases.values()) == ([Symbol(POINTER, "original")] if name == "functions" else [])
    for function, body in _bodies(program):
        refused = [i for b in body.blocks.values() for i in b.instructions if isinstance(i, Unsupported)]
        assert all("of the LLVM text" not in i.reason for i in refused), refused
        if name != "unsupported" and function not in _LONG_DOUBLE_ARITHMETIC.get(name, ()):
            assert not refused


@pytest.mark.parametrize("name", _NAMES)
def test_bodies_are_consistent(name: str) -> None:
    program = read(corpus(name))
    for function, body in _bodies(program):
        results = [r.index for b in body.blocks.values() for r in _results(b)]
        first = len(program.functions[function].parameters)
        assert sorted(results) == list(range(first, body.register_count))
        before: dict[str, set[str]] = {label: set() for label in body.blocks}
        for block in body.blocks.values():
            for target in _targets(block.terminator):
                before[target].add(block.label)
        for block in body.blocks.values():
            for phi in block.phis:
                assert set(phi.incoming) == before[block.label] or name == "unsupported"
            assert all(i.position.line for i in block.instructions)


def _is_lane(register: Register) -> bool:
    return register.name.startswith("lane.")


@pytest.mark.parametrize("name", _NAMES)
def test_llvm_sees_the_same_instructions(name: str) -> None:
    text = corpus(name)
    program = read(text)
    for function in llvm.parse_assembly(text).functions:
        if function.is_declaration:
            assert program.functions[function.name].is_declaration
            continue
        body = program.functions[function.name].body
        for block in function.blocks:
            # An LLVM select is a phi in a later part of the block; the first test of a switch is our own.
            joins = [b for label, b in body.blocks.items() if label.startswith(f"{block.name}.join.")]
            ours = [body.blocks[block.name], *joins]
            instructions = [i for part in ours for i in part.instructions]
            tests = [i for i in instructions if isinstance(i, Compare) and i.result.name.startswith("case.")]
            names = [i.name for i in block.instructions if i.name]
            named = [r.name for part in ours for r in _results(part) if not r.name.isdigit() and not _is_lane(r)]
            assert named == [*names, *(t.result.name for t in tests)]
            stopped = any(isinstance(i, Unsupported) for i in instructions)
            count = sum(len(part.phis) for part in ours) + len(instructions) + 1 - len(tests)
            if any(_is_lane(r) for part in ours for r in _results(part)):
                continue  # an instruction on vectors is several
            assert count == len(list(block.instructions)) or (stopped and count <= len(list(block.instructions)) + 1)


def test_globals() -> None:
    program = read(
        "@a = internal global i32 5, align 4\n"
        "@b = external thread_local(initialexec) global ptr, align 8\n"
        '@c = private unnamed_addr constant [2 x i8] c"x\\00", section "s", comdat, align 1\n'
        '@"d = alias " = dso_local global ptr @a\n'
        "@e = weak hidden alias i32, ptr @a\n"
        "@f = ifunc i32 (i32), ptr @g\n"
        "@g = alias i32 (i32), getelementptr (i8, ptr @a, i64 2)\n"
    )
    assert list(program.globals) == ["a", "b", "c", "d = alias "]
    a, b, c, d = program.globals.values()
    assert (a.initializer, a.internal, a.constant, a.align) == (Int(I32, 5), True, False, 4)
    assert (b.initializer, b.thread_local, b.internal) == (None, True, False)
    assert (c.constant, c.internal, c.align) == (True, True, 1)
    assert (d.initializer, d.align) == (Symbol(POINTER, "a"), 8)
    assert program.aliases["e"] == Symbol(POINTER, "a")
    assert isinstance(program.aliases["g"], Folded)


def test_heads_of_functions() -> None:
    program = read(
        "%struct.S = type { i32, i32 }\n"
        "declare !dbg !7 noundef i32 @printf(ptr noundef captures(none), ...) #1\n"
        "define internal fastcc noundef range(i32 0, 9) i32 @f(ptr byval(%struct.S) align 8 %s, i32 signext %0) "
        "unnamed_addr #0 section \"x\" comdat align 16 {\n  ret i32 %0\n}\n"
    )  # fmt: skip
    printf, f = program.functions.values()
    assert printf.is_declaration
    assert printf.type == FunctionType(I32, (POINTER,), True)
    assert f.internal
    assert not f.is_declaration
    assert [(p.index, p.name) for p in f.parameters] == [(0, "s"), (1, "0")]
    assert list(f.by_value) == [0]
    with pytest.raises(ValueError, match="declared but not defined"):
        _ = printf.body


def test_an_error_in_an_unused_function_does_not_matter() -> None:
    program = read("define void @f() {\ne:\n  ret void\n}\ndefine void @g() {\nnonsense\n}\n")
    assert program.functions["f"].body.blocks
    with pytest.raises(IRSyntaxError) as error:
        _ = program.functions["g"].body
    assert error.value.line == 6


def test_only_what_is_used_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    text = promoted("\n".join(f"int f{n}(int n) {{ return n > {n} ? n : {n}; }}" for n in range(20)))
    bodies: list[Position] = []

    def counted(text: FunctionText, parameters: tuple[Register, ...], position: Position, tables: ModuleTables) -> Body:
        bodies.append(position)
        return read_body(text, parameters, position, tables)

    monkeypatch.setattr("secateur.ir.reader.read_body", counted)
    program = read(text)
    assert bodies == []
    for _ in range(2):
        assert all(program.functions[f"f{number}"].body.blocks for number in range(5))
    assert [position.line for position in bodies] == [1, 2, 3, 4, 5]


def test_damaged_text_is_refused_in_order() -> None:
    """Whatever is wrong with a line, the reader reports it as IRSyntaxError: no other exception escapes."""
    choose = random.Random(7)
    lines = corpus("control").split("\n")
    places = [i for i, line in enumerate(lines) if line.startswith(("  ", "@", "define", "declare"))]
    for _ in range(100):
        damaged = list(lines)
        for place in choose.sample(places, 20):
            words = damaged[place].split(" ")
            position = choose.randrange(len(words))
            words[position : position + 1] = choose.choice([[], [words[position]] * 2, [choose.choice("(]{%,@!")]])
            damaged[place] = " ".join(words)
        try:
            program = read("\n".join(damaged))
        except IRSyntaxError:
            continue
        for mapping in (program.globals, program.functions, program.aliases):
            for name in mapping:
                with suppress(IRSyntaxError):
                    item = mapping[name]
                    if isinstance(item, Function) and not item.is_declaration:
                        assert item.body.blocks
