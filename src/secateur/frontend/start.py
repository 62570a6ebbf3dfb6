"""The function that runs before `main`: what the C library and the loader do when a process starts.

It makes the command line, if the program is given one, resolves `ifunc`s, registers the destructors, runs the
constructors by priority and calls `main` with its arguments.
A program that needs none of this starts at `main`. It is LLVM code like the user's, so every analysis sees it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from secateur.frontend.symbols import RESOLVE

if TYPE_CHECKING:
    from llvmlite.binding import ModuleRef, ValueRef

START, WORLD = "__secateur_start", "__secateur_world"
"""What runs first; and, in a program that is given a command line, what makes it and all else that it finds."""


_LEAVE = "__secateur_destructors"
_ENTRY = re.compile(r'\{ i32 (\d+), ptr (@(?:"[^"]*"|[-\w.$]+)), ptr [^}]*\}')
#: `main(argc, argv, envp)`; constructors get the same. The data are defined in `runtime/process.c`.
_ARGUMENTS = (("i32", "1"), ("ptr", "@__secateur_arguments"), ("ptr", "@__secateur_environment"))
_GIVEN = (("i32", "%count"), ("ptr", "%words"), ("ptr", "%variables"))
_DEBUG = """
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!6}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "<secateur>/start.c", directory: ".")
!2 = distinct !DISubprogram(name: "start", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!3 = distinct !DISubprogram(name: "leave", file: !1, line: 2, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !{i32 2, !"Debug Info Version", i32 3}
!7 = !DILocation(line: 1, scope: !2)
!8 = !DILocation(line: 2, scope: !3)
"""


def start_code(program: ModuleRef) -> str:
    """LLVM text of a module with the start function; empty if the program can start at its `main`."""
    functions = {function.name: function for function in program.functions}
    resolvers = [function for name, function in functions.items() if name.startswith(RESOLVE)]
    constructors = [functions[name] for name in _listed(program, "llvm.global_ctors") if name in functions]
    destructors = [functions[name] for name in _listed(program, "llvm.global_dtors") if name in functions]
    main = functions["main"]
    called = [*resolvers, *constructors]
    world = functions.get(WORLD)
    if not called and not destructors and not list(main.arguments) and world is None:
        return ""
    return "\n".join(
        [
            *_declarations([main, *called, *destructors, *([world] if world else ())], functions),
            *_start(called, main, has_destructors=bool(destructors), has_world=world is not None),
            *(_leave(destructors) if destructors else ()),
            _DEBUG,
        ]
    )


def _listed(program: ModuleRef, name: str) -> list[str]:
    """The functions of a list of constructors or destructors, in the order in which constructors run: by priority."""
    found: list[tuple[int, str]] = []
    for variable in program.global_variables:
        if variable.name == name:
            found = [(int(priority), token.strip('@"')) for priority, token in _ENTRY.findall(str(variable))]
    ordered = [function for _, function in sorted(found, key=lambda each: each[0])]
    return ordered[::-1] if name == "llvm.global_dtors" else ordered


def _declarations(called: Iterable[ValueRef], functions: dict[str, ValueRef]) -> Iterator[str]:
    for _, value in _ARGUMENTS[1:]:
        yield f"{value} = external global ptr"
    for function in dict.fromkeys(each.name for each in called):
        result, _, parameters = str(functions[function].global_value_type).partition(" (")
        yield f'declare {result} @"{function}"({parameters}'
    if "atexit" not in {each.name for each in called}:
        yield "declare i32 @atexit(ptr)"


def _start(called: Iterable[ValueRef], main: ValueRef, has_destructors: bool, has_world: bool = False) -> Iterator[str]:
    yield f"define i32 @{START}() !dbg !2 {{"
    given = _GIVEN if has_world else _ARGUMENTS
    if has_world:
        yield "  %w = alloca ptr\n  %v = alloca ptr"
        yield f"  %count = call i32 @{WORLD}(ptr %w, ptr %v), !dbg !7"
        yield "  %words = load ptr, ptr %w, !dbg !7\n  %variables = load ptr, ptr %v, !dbg !7"
    if has_destructors:  # the first that is registered runs last
        yield f"  %registered = call i32 @atexit(ptr @{_LEAVE}), !dbg !7"
    for function in called:
        yield f"  {_call(function, given)}, !dbg !7"
    result = _result(main)
    if result == "i32":
        yield f"  %status = {_call(main, given)}, !dbg !7"
        yield "  ret i32 %status, !dbg !7"
    else:
        yield f"  {_call(main, given)}, !dbg !7"
        yield "  ret i32 0, !dbg !7"
    yield "}"


def _leave(destructors: Iterable[ValueRef]) -> Iterator[str]:
    yield f"define internal void @{_LEAVE}() !dbg !3 {{"
    yield from (f"  {_call(function)}, !dbg !8" for function in destructors)
    yield "  ret void, !dbg !8"
    yield "}"


def _call(function: ValueRef, given: Sequence[tuple[str, str]] = _ARGUMENTS) -> str:
    kind = str(function.global_value_type)
    types = [str(argument.type) for argument in function.arguments]
    passed = [f"{each} {_argument(number, each, given)}" for number, each in enumerate(types)]
    return f'call {kind if "..." in kind else _result(function)} @"{function.name}"({", ".join(passed)})'


def _argument(number: int, kind: str, given: Sequence[tuple[str, str]]) -> str:
    expected, value = given[number] if number < len(given) else ("", "")
    return value if kind == expected else "zeroinitializer"


def _result(function: ValueRef) -> str:
    return str(function.global_value_type).partition(" (")[0]
