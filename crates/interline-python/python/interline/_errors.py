"""The exceptions of the package. All derive from `Error`."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple


class Error(Exception):
    """An error of this package.

    Its text is one line that begins with the location where there is one. The attributes have the parts.
    """

    code: str
    """A stable name of the kind of the error, such as `duplicate-key`. Errors and diagnostics of one meaning have one name."""
    path: Optional[str]
    """The file; `None` for an error about a string that has no name."""
    line: Optional[int]
    """The line in the whole file or string, from 1."""
    column: Optional[int]
    """The column in characters, from 1."""
    report: Optional[str]
    """The message with an excerpt of the source and carets, where the source is known."""

    def __init__(
        self,
        message: str,
        code: str = "error",
        path: Optional[str] = None,
        line: Optional[int] = None,
        column: Optional[int] = None,
        report: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.path = path
        self.line = line
        self.column = column
        self.report = report

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> Tuple[Any, ...]:
        fields = (self.message, self.code, self.path, self.line, self.column, self.report)
        state: Dict[str, Any] = self.__dict__.copy()
        return (type(self), fields, state)


class ConversionError(Error, TypeError):
    """A Python object that has no representation as a value, or an option of the wrong type."""


class OptionError(Error, ValueError):
    """A keyword that an option does not know."""


class FrontmatterError(Error, ValueError):
    """Frontmatter that cannot be read, or an edit that is refused."""


class TemplateError(Error, ValueError):
    """A template that cannot be parsed or rendered."""


class AgentError(Error, ValueError):
    """An agent or command file that cannot be read or written."""


class FragmentError(Error, ValueError):
    """A prompt fragment that cannot be read or expanded."""


class ContentError(Error, ValueError):
    """Content of a docroot that cannot be found, read or rendered."""


class FileError(Error, OSError):
    """A file that cannot be read or replaced."""


class MissingFileError(FileError, FileNotFoundError):
    """A file that does not exist."""
