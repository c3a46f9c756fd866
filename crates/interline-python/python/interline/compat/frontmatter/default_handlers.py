"""The handlers of python-frontmatter: YAML, JSON and TOML."""

from __future__ import annotations

import json
import re
from datetime import date, time
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Pattern, Tuple

from interline._interline import dumps as _dumps, parse as _parse

if TYPE_CHECKING:
    from interline.compat.frontmatter import Post

__all__ = ["BaseHandler", "JSONHandler", "TOMLHandler", "YAMLHandler"]


class BaseHandler:
    """Detects, splits, parses and writes a header. Other formats are subclasses."""

    FM_BOUNDARY: Optional[Pattern[str]] = None
    START_DELIMITER: Optional[str] = None
    END_DELIMITER: Optional[str] = None

    def __init__(
        self,
        fm_boundary: Optional[Pattern[str]] = None,
        start_delimiter: Optional[str] = None,
        end_delimiter: Optional[str] = None,
    ) -> None:
        self.FM_BOUNDARY = fm_boundary or self.FM_BOUNDARY
        self.START_DELIMITER = start_delimiter or self.START_DELIMITER
        self.END_DELIMITER = end_delimiter or self.END_DELIMITER
        if self.FM_BOUNDARY is None:
            raise NotImplementedError(
                "No frontmatter boundary defined. "
                f"Please set {type(self).__name__}.FM_BOUNDARY to a regular expression"
            )

    def detect(self, text: str) -> bool:
        """Returns whether this handler can read a text."""
        assert self.FM_BOUNDARY is not None
        return self.FM_BOUNDARY.match(text) is not None

    def split(self, text: str) -> Tuple[str, str]:
        """Splits a text into header and content."""
        assert self.FM_BOUNDARY is not None
        _, header, content = self.FM_BOUNDARY.split(text, 2)
        return header, content

    def load(self, fm: str) -> Any:
        """Parses a header."""
        raise NotImplementedError

    def export(self, metadata: Dict[str, Any], **kwargs: Any) -> str:
        """Writes a header."""
        raise NotImplementedError

    def format(self, post: "Post", **kwargs: Any) -> str:
        """Writes a post."""
        start = kwargs.pop("start_delimiter", self.START_DELIMITER)
        end = kwargs.pop("end_delimiter", self.END_DELIMITER)
        metadata = self.export(post.metadata, **kwargs)
        return f"{start}\n{metadata}\n{end}\n\n{post.content}\n".strip()


class YAMLHandler(BaseHandler):
    """YAML. With a `Loader` or `Dumper` of PyYAML, or another option of it, PyYAML reads or writes."""

    FM_BOUNDARY = re.compile(r"^-{3,}\s*$", re.MULTILINE)
    START_DELIMITER = END_DELIMITER = "---"

    def load(self, fm: str, **kwargs: Any) -> Any:
        if kwargs:
            import yaml

            kwargs.setdefault("Loader", yaml.SafeLoader)
            return yaml.load(fm, **kwargs)
        newline = chr(10)
        return _parse(f"---\n{fm.strip(newline)}\n---\n", yaml_1_1=True)[0]

    def export(self, metadata: Dict[str, Any], **kwargs: Any) -> str:
        if kwargs:
            import yaml

            kwargs.setdefault("Dumper", yaml.SafeDumper)
            kwargs.setdefault("default_flow_style", False)
            kwargs.setdefault("allow_unicode", True)
            return str(yaml.dump(metadata, **kwargs)).strip()
        if not metadata:
            return "{}"
        return _dumps(metadata)[4:-5].strip("\n")


class JSONHandler(BaseHandler):
    """JSON."""

    FM_BOUNDARY = re.compile(r"^(?:{|})$", re.MULTILINE)
    START_DELIMITER = ""
    END_DELIMITER = ""

    def split(self, text: str) -> Tuple[str, str]:
        header, content = super().split(text)
        return "{" + header + "}", content

    def load(self, fm: str, **kwargs: Any) -> Any:
        return json.loads(fm, **kwargs)

    def export(self, metadata: Dict[str, Any], **kwargs: Any) -> str:
        kwargs.setdefault("indent", 4)
        return json.dumps(metadata, **kwargs)


class TOMLHandler(BaseHandler):
    """TOML."""

    FM_BOUNDARY = re.compile(r"^\+{3,}\s*$", re.MULTILINE)
    START_DELIMITER = END_DELIMITER = "+++"

    def load(self, fm: str, **kwargs: Any) -> Any:
        newline = chr(10)
        return _parse(f"+++\n{fm.strip(newline)}\n+++\n")[0]

    def export(self, metadata: Dict[str, Any], **kwargs: Any) -> str:
        return "\n".join(f"{_toml_key(key)} = {_toml(value)}" for key, value in metadata.items())


def _toml_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _toml_string(key)


def _toml_string(text: str) -> str:
    # A basic string of TOML has the escapes of JSON, but for a delete.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _toml(value: Any) -> str:
    if isinstance(value, str):
        return _toml_string(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, Mapping):
        inner: List[str] = [f"{_toml_key(key)} = {_toml(item)}" for key, item in value.items()]
        return "{" + ", ".join(inner) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_toml, value)) + "]"
    raise TypeError(f"`{type(value).__name__}` cannot be written as TOML")
