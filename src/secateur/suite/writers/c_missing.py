"""Names that nobody defines, in `tests.c`: it must link although other functions of the sources use them."""

from __future__ import annotations

from secateur.suite.missing import Missing


def references(missing: Missing) -> list[str]:
    """For the top of the file. A weak reference needs no type, and uses the definition of a library if there is one."""
    if not missing.weak:
        return []
    lines = "".join(f"#pragma weak {name}\n" for name in missing.weak)
    return [f"/* Not defined in these sources, and not used by any test. */\n{lines}"]


def definitions(missing: Missing) -> list[str]:
    """For the names that the sources beside this file refer to: definitions that any other one replaces."""
    if not missing.functions and not missing.variables:
        return []
    lines = ["/* Not defined in any of the sources, and not used by any test. */"]
    for number, name in enumerate(missing.functions, 1):
        own = f"secateur_missing_function{number}"
        lines.append(f'__attribute__((weak)) void {own}(void) __asm__("{name}");')
        lines.append(f"void {own}(void)\n{{\n    __builtin_trap();\n}}")
    for number, name in enumerate(missing.variables, 1):
        own = f"secateur_missing_variable{number}"
        lines.append(f'__attribute__((weak, aligned(16))) char {own}[4096] __asm__("{name}") = {{0}};')
    return ["\n".join(lines) + "\n"]
