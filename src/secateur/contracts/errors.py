"""What is wrong with a contract, with the place in the user's text."""

from __future__ import annotations

from secateur.errors import SecateurError


class ContractError(SecateurError):
    """A part that cannot be read. The message has the text and a caret below the column (from 0) of the mistake."""

    def __init__(self, problem: str, text: str, column: int, where: str = "", advice: str = "") -> None:
        self.problem, self.text, self.column = problem, text, column
        line = text[: len(text)].replace("\n", " ").replace("\t", " ")
        told = f"{problem}\n    {line}\n    {' ' * column}^"
        super().__init__(f"{told}\n{advice}" if advice else told, where)
