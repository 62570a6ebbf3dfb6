"""What a valid call of a function is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from secateur.contracts.model import Contract
from secateur.harness.subject import contract_for
from secateur.jobs.answer import Answer
from secateur.options.jobs import ContractOptions, ContractStyle
from secateur.report.contract_text import contract_comment, contract_json, contract_toml


@dataclass(frozen=True, slots=True)
class ContractAnswer(Answer):
    source: str
    contract: Contract
    options: ContractOptions

    @property
    def parts(self) -> list[str]:
        """In the notation; those that hold after the call begin with `ensures`."""
        return self.contract.texts

    def text(self, style: ContractStyle | str | None = None) -> str:
        """A section of `secateur.toml`, or a comment."""
        if (style or self.options.style) == ContractStyle.COMMENT:
            return contract_comment(self.contract)
        return contract_toml(self.contract, self.source)

    def data(self) -> dict[str, Any]:
        return {
            "tool": "secateur",
            "source": self.source,
            "function": self.contract.function,
            "contract": self.parts,
            "parts": contract_json(self.contract),
        }


def contract(sources: Sequence[str], options: ContractOptions) -> ContractAnswer:
    source, found = contract_for(sources, options.compiling, options.inputs)
    return ContractAnswer(str(source), found, options)
