"""Frontmatter: read, and edited without changing any other byte."""

from __future__ import annotations

from os import PathLike
from typing import Any, Mapping, Union

from interline._interline import Post, check, dumps, load, loads, parse

__all__ = ["Post", "check", "dump", "dumps", "load", "loads", "parse"]


def dump(
    post: Union[Post, Mapping[str, Any]],
    path: Union[str, "PathLike[str]"],
    content: str = "",
) -> None:
    """Writes a post, or metadata and content, to a file. The file is replaced as a whole."""
    if not isinstance(post, Post):
        post = Post(dumps(post, content))
    post.save(path)
