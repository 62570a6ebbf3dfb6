"""Checks lines against runs: their text, as `ensures`, is compiled into the driver, and random inputs are run. And
mutants that break lines: a wrapper that changes what the function returns or leaves behind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from secateur.conjectures.claim import Claim
from secateur.conjectures.quantity import Quantities, Quantity
from secateur.conjectures.runs import Runs, is_true
from secateur.frontend.build import compile_source
from secateur.harness.subject import load
from secateur.ir.debuginfo import CVoid, DebugInfo, Prototype, declaration, resolved
from secateur.jobs.function_invariants import FunctionInvariants, subject_and_words
from secateur.machine.fault import DEFAULT_CHECKS, FaultKind
from secateur.machine.machine import Machine
from secateur.machine.path import Ending
from secateur.options import Compiling, Limits
from secateur.options.jobs import InvariantsOptions

#: Numbers that random inputs are near to.
NEAR = (0, 10, 50, 100, 200, 255, 1000, 65535, *range(33, 127, 3))
LIMITS = Limits(max_instructions=100_000)
#: What a mutant does to a number when the function has returned; `{n}` differs from one to the next.
MUTATIONS = ("{x} = {x} ^ 1;", "{x} = {x} + {n};", "{x} = {x} - {n} * 40;", "{x} = {x} ^ 0x2aaaaaaa;", "{x} = !{x};")
#: The mutation that leaves the result as it is: it breaks what a result means for the rest.
OF_MEMORY = len(MUTATIONS) - 1


def texts_of(function: FunctionInvariants) -> list[str]:
    return [text for line in function.lines for text in line.ensures]


def broken_texts(source: Path | str, name: str, texts: Sequence[str], runs: int, seed: int = 7) -> tuple[set[str], int]:
    """The lines that a run breaks, and the number of runs in which the call returned."""
    if not texts:
        return set(), 0
    inputs = replace(InvariantsOptions().inputs, ensures=tuple(texts))
    subject = load([f"{source}:{name}"], Compiling(), inputs)
    checks = DEFAULT_CHECKS | {FaultKind.POSTCONDITION}
    machine = Machine(subject.program, "main", checks, LIMITS)
    machine.run(*machine.start(()))  # to know its inputs
    tries = Runs(subject.program, machine.variables, Quantities((), (), {}), checks, LIMITS)
    broken: set[str] = set()
    returned = 0
    for model in tries.random_models(seed, runs, NEAR):
        path = machine.run(*machine.start(model, concrete=True))
        if path.fault is not None and path.fault.kind is FaultKind.POSTCONDITION:
            broken.add(path.fault.message)
        returned += path.ending is Ending.RETURNED
    return broken, returned


@dataclass(frozen=True)
class Mutant:
    """A source with a function that does what another one does, and then changes what is seen."""

    source: Path
    name: str


def mutant(source: Path, name: str, folder: Path, number: int, words: Quantities) -> Mutant:
    """Changes everything that can be changed, by the mutation with this number."""
    prototype = DebugInfo(compile_source(source, Compiling()).text).signature(name)
    changed = [each for each in words.after if not each.is_pointer and not each.name.startswith("return.")]
    lines = [_mutated(each, number, place) for place, each in enumerate(changed) if not each.is_result]
    result = next((each for each in words.after if each.name == "return"), None)
    path = folder / f"{source.stem}_{name}_{number}.c"
    path.write_text(_wrapper(source, prototype, lines, result, number))
    return Mutant(path, name)


def _mutated(quantity: Quantity, number: int, place: int) -> str:
    text = MUTATIONS[number].format(x=quantity.text, n=place + 1)
    return f"if ({quantity.null_guard}) {text}" if quantity.null_guard else text


def _wrapper(source: Path, prototype: Prototype, lines: list[str], result: Quantity | None, number: int) -> str:
    name = prototype.name
    names = [each.name or f"argument{i}" for i, each in enumerate(prototype.parameters, 1)]
    parameters = ", ".join(
        declaration(each.type, given) for each, given in zip(prototype.parameters, names, strict=True)
    )
    is_void = prototype.result is None or isinstance(resolved(prototype.result), CVoid)
    head = f"{name}({parameters or 'void'})"
    call = f"original_{name}({', '.join(names)})"
    if is_void or prototype.result is None:
        body = [f"{call};", *lines]
        head = f"void {head}"
    else:
        body = [f"__typeof__({call}) returned = {call};", *lines]
        if number == OF_MEMORY:
            result = None
        if result is not None and result.is_pointer:
            body.append("returned = returned ? 0 : (__typeof__(returned))(void *)elsewhere;")
        elif result is not None:
            body.append(MUTATIONS[number].format(x="returned", n=1))
        body.append("return returned;")
        head = declaration(prototype.result, head)
    included = f'#define {name} original_{name}\n#include "{source.resolve()}"\n#undef {name}'
    inside = "\n".join(f"    {line}" for line in body)
    return f"{included}\nstatic char elsewhere[64];\n{head}\n{{\n    (void)elsewhere;\n{inside}\n}}\n"


def broken_claims(changed: Mutant, claims: Sequence[Claim], runs: int, seed: int = 3) -> list[Claim]:
    """The claims that runs of a mutant break."""
    specs = [f"{changed.source}:{changed.name}"]
    subject, words = subject_and_words(specs, InvariantsOptions(), changed.source.parent)
    machine = Machine(subject.program, "main", DEFAULT_CHECKS, LIMITS)
    machine.run(*machine.start(()))
    tries = Runs(subject.program, machine.variables, words, DEFAULT_CHECKS, LIMITS)
    tries.add(tries.random_models(seed, runs, NEAR))
    return [claim for claim in claims if any(not is_true(claim.term, row) for row in tries.rows)]
