"""The contract of a function, from everywhere: declared, as an option, inferred."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from secateur.contracts.declared.attributes import from_attributes
from secateur.contracts.declared.comments import from_comments
from secateur.contracts.declared.declarations import with_headers
from secateur.contracts.declared.project import from_project
from secateur.contracts.errors import ContractError
from secateur.contracts.inference import infer, infer_conditions
from secateur.contracts.inference.evidence import Evidence
from secateur.contracts.meaning import meaning_of
from secateur.contracts.model import Basis, Clause, Contract, Origin, clause, combined, names_of
from secateur.frontend.build import compile_source
from secateur.frontend.compile import SOURCE_SUFFIXES
from secateur.harness.contract_plan import contract_plan, made_names
from secateur.ir.ctype import CEnum, CPointer, CType, resolved
from secateur.ir.debuginfo import DebugInfo, Prototype
from secateur.options import Compiling, Inputs


def contract_of(
    signature: Prototype,
    source: Path,
    info: DebugInfo,
    sources: Sequence[Path],
    options: Compiling,
    inputs: Inputs,
) -> Contract:
    """Raises ContractError for a part that cannot be read."""
    clauses = [*_declared(source, signature, options), *_given(inputs)]
    if inputs.infer and signature.name != "main":
        files = (source, *(each for each in dict.fromkeys(sources) if each != source))
        modules = [compile_source(each, options).text for each in files]
        inferred = infer(Evidence(signature, source, info, modules, sources, options))
        clauses += [each for each in inferred if not (inputs.alias and meaning_of([each]).inside)]  # options win
    else:
        clauses = [each for each in clauses if each.is_certain]
    contract = combined(signature.name, clauses)
    contract = replace(contract, makers=tuple(_makers(contract, info)))
    known = {v.name: v.type for v in info.globals()} | {p.name: p.type for p in signature.parameters}
    return replace(contract, clauses=tuple(each for each in contract.clauses if _can_hold(each, contract, known)))


def likely(contract: Contract, specs: Sequence[str], options: Compiling) -> Contract:
    """A contract with what the function alone shows about its numbers and lengths. `specs`: its file and name first."""
    source, _, function = specs[0].rpartition(":")
    files = [Path(source), *map(Path, specs[1:])]
    info = DebugInfo(compile_source(files[0], options).text)
    signature = info.signature(function)
    if not any(isinstance(resolved(p.type), CPointer | CEnum) for p in signature.parameters):
        return contract
    evidence = Evidence(signature, files[0], info, [compile_source(files[0], options).text], files)
    known = {v.name: v.type for v in info.globals()} | {p.name: p.type for p in signature.parameters}
    made = combined(function, (*contract.clauses, *infer_conditions(evidence)))
    made = replace(made, makers=contract.makers)
    return replace(made, clauses=tuple(each for each in made.clauses if _can_hold(each, made, known)))


def _makers(contract: Contract, info: DebugInfo) -> Iterator[Prototype]:
    for name in dict.fromkeys(meaning_of(contract.clauses).made.values()):
        yield info.signature(name)


def _can_hold(part: Clause, contract: Contract, known: Mapping[str, CType]) -> bool:
    """Whether inputs can be made for a part. What was only inferred is dropped if not."""
    if part.is_certain:
        return True
    made = [each for each in contract.clauses if each is not part and meaning_of([each]).made]
    try:
        contract_plan(replace(contract, clauses=(*made, part)), known, 1)
    except ContractError:
        return False
    return True


def fitting(contract: Contract, signature: Prototype, info: DebugInfo) -> Contract:
    """The parts of a contract that are about what another function has, too."""
    names = {each.name for each in signature.parameters} | {each.name for each in info.globals()} | {"result"}
    functions = {each.name for each in info.functions()}
    makers = tuple(info.signature(each.name) for each in contract.makers if each.name in functions)
    contract = replace(contract, function=signature.name, makers=makers)
    names |= functions | {"any"}  # that a pointer calls
    names |= {each.name for each in makers} | {name for _, _, made in made_names(contract) for name in made}
    own = (each for each in contract.clauses if names_of(each) <= names or meaning_of([each]).fails)
    return replace(contract, clauses=tuple(own))


def _declared(source: Path, signature: Prototype, options: Compiling) -> Iterator[Clause]:
    yield from from_project(source, signature.name)
    if source.suffix not in SOURCE_SUFFIXES:
        return
    files = with_headers(source, options.include)
    for file in files:
        yield from from_comments(Path(file.name).read_text(errors="replace"), file.name, signature)
    yield from from_attributes(signature, files, options.define)


def _given(inputs: Inputs) -> Iterator[Clause]:
    for text in inputs.requires:
        yield clause(text, Origin(Basis.OPTION, "--requires"))
    for text in inputs.ensures:
        yield clause(text, Origin(Basis.OPTION, "--ensures"), after=True)
