"""The functions of python-frontmatter.

    from interline.compat import frontmatter

Where a post was read from YAML, `dumps` keeps the comments, the order and the quotes of the header.
"""

from __future__ import annotations

import io
from os import PathLike
from typing import Any, Dict, Iterable, List, Optional, Tuple, Union

from interline._interline import Post as _Header
from interline.compat.frontmatter.default_handlers import (
    BaseHandler,
    JSONHandler,
    TOMLHandler,
    YAMLHandler,
)

__all__ = [
    "BaseHandler",
    "JSONHandler",
    "Post",
    "TOMLHandler",
    "YAMLHandler",
    "check",
    "checks",
    "detect_format",
    "dump",
    "dumps",
    "handlers",
    "load",
    "loads",
    "parse",
]

_File = Union[str, "PathLike[str]", Any]

handlers: List[BaseHandler] = [YAMLHandler(), JSONHandler(), TOMLHandler()]


def _text(text: Union[str, bytes], encoding: str = "utf-8") -> str:
    if isinstance(text, bytes):
        text = text.decode(encoding)
    return str(text).replace("\r\n", "\n")


def _read(fd: _File, encoding: str) -> Union[str, bytes]:
    read = getattr(fd, "read", None)
    if callable(read):
        text: Union[str, bytes] = read()
        return text
    if isinstance(fd, (str, PathLike)):
        with io.open(fd, "r", encoding=encoding) as file:
            return file.read()
    raise ValueError(f"Cannot open filename using type {type(fd)}")


def detect_format(text: str, handlers: Iterable[BaseHandler]) -> Optional[BaseHandler]:
    """Returns the first handler that can read a text; `None` when no handler can."""
    for handler in handlers:
        if handler.detect(text):
            return handler
    return None


def _parse(
    text: str, handler: Optional[BaseHandler], defaults: Dict[str, Any]
) -> Tuple[Dict[str, Any], str, Optional[str]]:
    """Returns the metadata, the content and the header."""
    metadata = defaults.copy()
    if handler is None:
        return metadata, text, None
    try:
        header, content = handler.split(text)
    except ValueError:
        return metadata, text, None
    found = handler.load(header)
    if isinstance(found, dict):
        metadata.update(found)
    return metadata, content.strip(), header


def parse(
    text: Union[str, bytes],
    encoding: str = "utf-8",
    handler: Optional[BaseHandler] = None,
    **defaults: Any,
) -> Tuple[Dict[str, Any], str]:
    """Returns the metadata and the content of a text."""
    text = _text(text, encoding).strip()
    metadata, content, _ = _parse(text, handler or detect_format(text, handlers), defaults)
    return metadata, content


def check(fd: _File, encoding: str = "utf-8") -> bool:
    """Returns whether a file has frontmatter, which may be empty."""
    return checks(_read(fd, encoding), encoding)


def checks(text: Union[str, bytes], encoding: str = "utf-8") -> bool:
    """Returns whether a text has frontmatter, which may be empty."""
    return detect_format(_text(text, encoding), handlers) is not None


def load(
    fd: _File,
    encoding: str = "utf-8",
    handler: Optional[BaseHandler] = None,
    **defaults: Any,
) -> "Post":
    """Reads a file or file object."""
    return loads(_read(fd, encoding), encoding, handler, **defaults)


def loads(
    text: Union[str, bytes],
    encoding: str = "utf-8",
    handler: Optional[BaseHandler] = None,
    **defaults: Any,
) -> "Post":
    """Reads a text."""
    text = _text(text, encoding)
    handler = handler or detect_format(text, handlers)
    stripped = text.strip()
    metadata, content, header = _parse(
        stripped, handler or detect_format(stripped, handlers), defaults
    )
    post = Post(content, handler, **metadata)
    if type(handler) is YAMLHandler:
        post._header = header
    return post


def dump(
    post: "Post",
    fd: _File,
    encoding: str = "utf-8",
    handler: Optional[BaseHandler] = None,
    **kwargs: Any,
) -> None:
    """Writes a post to a file or file object."""
    content = dumps(post, handler, **kwargs)
    write = getattr(fd, "write", None)
    if callable(write):
        write(content)
    elif isinstance(fd, (str, PathLike)):
        with io.open(fd, "w", encoding=encoding) as file:
            file.write(content)
    else:
        raise ValueError(f"Cannot open filename using type {type(fd)}")


def dumps(post: "Post", handler: Optional[BaseHandler] = None, **kwargs: Any) -> str:
    """Returns a post as a text."""
    if handler is None:
        handler = getattr(post, "handler", None) or YAMLHandler()
    header = getattr(post, "_header", None)
    if header is not None and type(handler) is YAMLHandler and not kwargs:
        edited = _edited(header, post.metadata)
        if edited is not None:
            return f"{edited}\n{post.content}".strip()
    return handler.format(post, **kwargs)


def _edited(header: str, metadata: Dict[str, Any]) -> Optional[str]:
    """Returns a header with the metadata; `None` when it cannot be edited."""
    try:
        read = _Header(f"---\n{header.strip(chr(10))}\n---\n", yaml_1_1=True)
        given = read.metadata
        if given != metadata or list(given) != list(metadata):
            given.clear()
            given.update(metadata)
        return read.text
    except ValueError:
        return None


class Post:
    """Content with its metadata."""

    _header: Optional[str] = None

    def __init__(
        self, content: str, handler: Optional[BaseHandler] = None, **metadata: Any
    ) -> None:
        self.content = str(content)
        self.metadata = metadata
        self.handler = handler

    def __getitem__(self, name: str) -> Any:
        return self.metadata[name]

    def __contains__(self, item: object) -> bool:
        return item in self.metadata

    def __setitem__(self, name: str, value: Any) -> None:
        self.metadata[name] = value

    def __delitem__(self, name: str) -> None:
        del self.metadata[name]

    def __bytes__(self) -> bytes:
        return self.content.encode("utf-8")

    def __str__(self) -> str:
        return self.content

    def get(self, key: str, default: Any = None) -> Any:
        """Returns the value of a key, or `default`."""
        return self.metadata.get(key, default)

    def keys(self) -> Iterable[str]:
        """Returns the keys."""
        return self.metadata.keys()

    def values(self) -> Iterable[Any]:
        """Returns the values."""
        return self.metadata.values()

    def to_dict(self) -> Dict[str, Any]:
        """Returns the metadata with the content under `content`."""
        return {**self.metadata, "content": self.content}
