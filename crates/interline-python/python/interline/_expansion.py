"""The text of a prompt with its arguments."""

from __future__ import annotations

from typing import List, Sequence

from interline._interline import Diagnostic


class Expansion(str):
    """The text of a prompt with its arguments in place of the placeholders: a string that has what was noticed besides."""

    diagnostics: List[Diagnostic]
    """The problems of the arguments, with indices in the prompt."""
    unused: List[str]
    """The names of values that the prompt has no argument for."""

    def __new__(
        cls, text: str, diagnostics: Sequence[Diagnostic] = (), unused: Sequence[str] = ()
    ) -> "Expansion":
        made = super().__new__(cls, text)
        made.diagnostics = list(diagnostics)
        made.unused = list(unused)
        return made
