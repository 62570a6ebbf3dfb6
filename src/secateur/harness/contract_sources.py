"""The contract of a function, from everywhere: declared, as an option, inferred."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from secateur.contracts.declared.attributes import from_attributes
from secateur.contracts.declared.comments import from_comments
from secateur.contracts.declared.declarations import with_headers
from secateur.contracts.declared.project import from_project
from secateur.contracts.inference import infer
from secateur.contracts.inference.evidence import Evidence
from secateur.contracts.meaning import meaning_of
from secateur.contracts.model import Basis, Clause, Contract, Origin, clause, combined
from secateur.frontend.build import compile_source
from secateur.frontend.compile import SOURCE_SUFFIXES
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
        clauses += infer(Evidence(signature, source, info, modules, sources, options))
    else:
        clauses = [each for each in clauses if each.is_certain]
    contract = combined(signature.name, clauses)
    return replace(contract, makers=tuple(_makers(contract, info)))


def _makers(contract: Contract, info: DebugInfo) -> Iterator[Prototype]:
    for name in dict.fromkeys(meaning_of(contract.clauses).made.values()):
        yield info.signature(name)


def _declared(source: Path, signature: Prototype, options: Compiling) -> Iterator[Clause]:
    yield from from_project(source, signature.name)
    if source.suffix not in SOURCE_SUFFIXES:
        return
    files = with_headers(source, options.include)
    for file in files:
        yield from from_comments(Path(file.name).read_text(errors="replace"), file.name, signature.name)
    yield from from_attributes(signature, files)


def _given(inputs: Inputs) -> Iterator[Clause]:
    for text in inputs.requires:
        yield clause(text, Origin(Basis.OPTION, "--requires"))
    for text in inputs.ensures:
        yield clause(text, Origin(Basis.OPTION, "--ensures"), after=True)
