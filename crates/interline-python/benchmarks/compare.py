"""Measures interline beside the packages that people use for the same.

    scripts/test-python --benchmark

The table has the best of several rounds for each, in microseconds a call, and how many times as long the others take.
"""

from __future__ import annotations

import io
import platform
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple

import chevron
import frontmatter as python_frontmatter
import jinja2
import pystache
import ruamel.yaml
import yaml

import interline
from interline import agents, frontmatter, mustache
from interline.compat import chevron as compat_chevron
from interline.compat import frontmatter as compat_frontmatter

POST = """---
# Written by hand.
title: Notes on a release  # for now
author:
  name: Ada
  mail: ada@example.com
tags: [release, notes, draft]
date: 2026-11-28
draft: true
weight: 12
related:
  - one.md
  - two.md
---
""" + "A line of text that is neither short nor long, with *emphasis* and a [link](a.md).\n" * 40

TEMPLATE = """# {{title}}
{{#author}}By {{name}} <{{mail}}>{{/author}}
{{#items}}
- {{name}}: {{value}}{{#done}} (done){{/done}}{{^done}} (open){{/done}}
{{/items}}
{{>footer}}
"""
FOOTER = "-- {{title}}, {{count}} items\n"
JINJA = """# {{ title }}
By {{ author.name }} <{{ author.mail }}>
{% for item in items %}- {{ item.name }}: {{ item.value }}{% if item.done %} (done){% else %} (open){% endif %}
{% endfor %}
-- {{ title }}, {{ count }} items
"""
DATA = {
    "title": "Work & more",
    "author": {"name": "Ada", "mail": "ada@example.com"},
    "items": [{"name": f"item {n}", "value": f"value {n}", "done": n % 3 == 0} for n in range(20)],
    "count": 20,
}

RUAMEL = ruamel.yaml.YAML()
SPLIT = re.compile(r"\A---\n(.*?\n)---\n(.*)\Z", re.DOTALL)


def best(call: Callable[[], Any]) -> float:
    """Returns the microseconds that a call takes."""
    call()
    count, elapsed = 1, 0.0
    while elapsed < 0.02:
        count *= 2
        start = time.perf_counter()
        for _ in range(count):
            call()
        elapsed = time.perf_counter() - start
    rounds = []
    for _ in range(9):
        start = time.perf_counter()
        for _ in range(count):
            call()
        rounds.append((time.perf_counter() - start) / count)
    return min(rounds) * 1e6


def pyyaml_load() -> Any:
    header, body = SPLIT.match(POST).groups()  # type: ignore[union-attr]
    return yaml.load(header, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)), body


def pyyaml_set() -> str:
    metadata, body = pyyaml_load()
    metadata["title"] = "New"
    dumped = yaml.dump(metadata, Dumper=getattr(yaml, "CSafeDumper", yaml.SafeDumper), allow_unicode=True)
    return f"---\n{dumped}---\n{body}"


def ruamel_load() -> Any:
    header, body = SPLIT.match(POST).groups()  # type: ignore[union-attr]
    return RUAMEL.load(header), body


def ruamel_set() -> str:
    metadata, body = ruamel_load()
    metadata["title"] = "New"
    out = io.StringIO()
    RUAMEL.dump(metadata, out)
    return f"---\n{out.getvalue()}---\n{body}"


def frontmatter_set(module: Any) -> str:
    post = module.loads(POST)
    post["title"] = "New"
    return str(module.dumps(post))


def interline_set() -> str:
    post = frontmatter.loads(POST)
    post.set("title", "New")
    return post.text


def interline_change() -> str:
    post = frontmatter.loads(POST)
    post["tags"].append("new")
    return post.text


COMPILED = mustache.Template(TEMPLATE, partials={"footer": FOOTER})
JINJA_COMPILED = jinja2.Environment(autoescape=True).from_string(JINJA)
PYSTACHE = pystache.Renderer(partials={"footer": FOOTER})
PARSED = pystache.parse(TEMPLATE)

ROWS: List[Tuple[str, List[Tuple[str, Callable[[], Any]]]]] = [
    (
        "load a post of 3.6 KB, and read its metadata",
        [
            ("interline", lambda: frontmatter.loads(POST).metadata),
            ("interline.compat", lambda: compat_frontmatter.loads(POST)),
            ("python-frontmatter", lambda: python_frontmatter.loads(POST)),
            ("PyYAML with a regular expression", pyyaml_load),
            ("ruamel.yaml", ruamel_load),
        ],
    ),
    (
        "set one key of it",
        [
            ("interline", interline_set),
            ("interline, in the mapping", interline_change),
            ("interline.compat", lambda: frontmatter_set(compat_frontmatter)),
            ("python-frontmatter", lambda: frontmatter_set(python_frontmatter)),
            ("PyYAML with a regular expression", pyyaml_set),
            ("ruamel.yaml", ruamel_set),
        ],
    ),
    (
        "render a template with 20 items and a partial",
        [
            ("interline", lambda: mustache.render(TEMPLATE, DATA, partials={"footer": FOOTER})),
            ("interline, compiled", lambda: COMPILED.render(DATA)),
            ("interline.compat", lambda: compat_chevron.render(TEMPLATE, DATA, partials_dict={"footer": FOOTER})),
            ("chevron", lambda: chevron.render(TEMPLATE, DATA, partials_dict={"footer": FOOTER})),
            ("pystache", lambda: pystache.Renderer(partials={"footer": FOOTER}).render(TEMPLATE, DATA)),
            ("pystache, compiled", lambda: PYSTACHE.render(PARSED, DATA)),
            ("jinja2, compiled", lambda: JINJA_COMPILED.render(DATA)),
        ],
    ),
    (
        "set a managed section",
        [
            ("interline", lambda: interline.set_component(SECTION, "toc", "- new\n").text),
            ("regular expression", lambda: MANAGED.sub("\\1- new\n\\2", SECTION)),
        ],
    ),
    (
        "a call: `frontmatter.check` of a short text",
        [("interline", lambda: frontmatter.check("x")), ("an empty function of Python", lambda: NOTHING("x"))],
    ),
]

SECTION = POST + "<!-- agent:toc -->\n- old\n<!-- /agent:toc -->\n" + "More text.\n" * 20
MANAGED = re.compile(r"(<!-- agent:toc -->\n).*?(<!-- /agent:toc -->)", re.DOTALL)


def NOTHING(text: str) -> bool:
    return False


def check() -> None:
    """The calls do the same, but for what the others lose."""
    assert frontmatter.loads(POST).metadata == python_frontmatter.loads(POST).metadata == pyyaml_load()[0]
    assert interline_set() == POST.replace("Notes on a release", "New")
    assert "# for now" in ruamel_set() and "# for now" not in frontmatter_set(python_frontmatter)
    expected = chevron.render(TEMPLATE, DATA, partials_dict={"footer": FOOTER})
    assert COMPILED.render(DATA) == compat_chevron.render(TEMPLATE, DATA, partials_dict={"footer": FOOTER}) == expected
    assert interline.set_component(SECTION, "toc", "- new\n").text == MANAGED.sub("\\1- new\n\\2", SECTION)


def readable() -> Tuple[int, int, int]:
    """Returns how many of a hundred agent files there are, and how many interline and PyYAML read."""
    with tempfile.TemporaryDirectory() as name:
        texts: Dict[str, str] = {}
        for number in range(100):
            agent = f"agent-{number}"
            texts[agent] = (
                f"---\nname: {agent}\ndescription: Use when: the user asks for number {number}\ntools: Read, Grep\n---\nYou help.\n"
            )
            (Path(name) / f"{agent}.md").write_text(texts[agent])
        read = len(agents.load(name))
    yaml_read = 0
    for text in texts.values():
        try:
            python_frontmatter.loads(text)
            yaml_read += 1
        except yaml.YAMLError:
            pass
    return 100, read, yaml_read


def main() -> None:
    check()
    print(f"Python {platform.python_version()}, {platform.machine()}, interline beside {', '.join(versions())}\n")
    print("| | µs | times interline |\n|---|---:|---:|")
    for title, calls in ROWS:
        print(f"| **{title}** | | |")
        first = 0.0
        for name, call in calls:
            took = best(call)
            first = first or took
            print(f"| {name} | {took:.2f} | {took / first:.1f} |")
    count, read, yaml_read = readable()
    print(f"\nOf {count} agent files with `: ` in a description, interline reads {read}, python-frontmatter {yaml_read}.")


def versions() -> List[str]:
    from importlib.metadata import version

    names = ["python-frontmatter", "PyYAML", "ruamel.yaml", "chevron", "pystache", "jinja2"]
    return [f"{name} {version(name)}" for name in names]


if __name__ == "__main__":
    sys.exit(main())
