"""What type checkers accept, and what they refuse. Checked, not run."""

from __future__ import annotations

from pathlib import Path
from typing import Iterator, List, Optional

import interline
from interline import agents, content, frontmatter, mustache, prompts
from interline.compat import chevron
from interline.compat import frontmatter as compat


def accepted(path: Path, chunks: List[str]) -> None:
    applied: interline.Applied = interline.apply(path, "x", boundary="keep", modes={"a": "append"})
    first: interline.Edit = applied.edits[0]
    text: str = first.apply(applied.text)
    line: int = applied.diagnostics[0].line
    interline.apply_text(text, interline.Response([interline.Patch("a", "b", mode="append")]))
    for edit in interline.stream(text, chunks, fenced="apply", replay="skip"):
        print(edit.start + line)
    post: frontmatter.Post = frontmatter.load(path)
    keys: Iterator[str] = iter(post)
    post.set(["a", 0], {"b": [1]})
    post.set("a", None)
    post["a"] = 1
    print(keys, post.get("a", 5))
    rendered: str = mustache.render("x", {"a": 1}, strict=True, partials={"a": "b"})
    mustache.Template(rendered, partials=lambda name: None).check(mustache.Context())
    agent: agents.Agent = agents.load([path, agents.Layer(path, "user")])["a"]
    model: Optional[str] = agent.model
    agent.convert("opencode", tools="keep")
    prompts.discover(path).expand("a", {"x": 1}, y="z")
    library = content.Library(path, categories={"a": "b", "c": ("d", ["*.md"])})
    print(model, library.content("a").text)
    print(compat.loads(b"x").metadata, chevron.render("x", warn=True))
    try:
        frontmatter.loads("x")
    except interline.Error as error:
        print(error.code, error.line)


def refused(path: Path) -> None:
    interline.apply(path, "x", boundary="kept")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    interline.apply_text("a", 5)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    interline.apply_text("a", "b", nothing=1)  # type: ignore[call-arg] # pyright: ignore[reportCallIssue]
    frontmatter.loads("x").text = "y"  # type: ignore[misc] # pyright: ignore[reportAttributeAccessIssue]
    agents.loads("x").convert("vim")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    mustache.render("x", escape="xml")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
