"""The case files of the crates give the same through Python.

They are read from the clone that `INTERLINE_ROOT` names, which `scripts/test-python` sets.
"""

import json
import os
import pathlib
import re

import pytest

import interline
from interline import frontmatter, mustache

CRATES = pathlib.Path(os.environ.get("INTERLINE_ROOT", pathlib.Path(__file__).parents[3])) / "crates"

SIMPLE = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}
ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]+)\}|\{(\d+)\*([^}]*)\}|(.))", re.DOTALL)


def unescape(text):
    """Returns a text with the escapes of Rust."""

    def one(match):
        byte, code, count, repeated, simple = match.groups()
        if byte or code:
            return chr(int(byte or code, 16))
        if count:
            return repeated * int(count)
        return SIMPLE.get(simple, simple)

    return ESCAPE.sub(one, text)


def read(crate, file, unquote):
    """Returns the cases of a file whose fields are below headings."""
    cases = []
    for line in (CRATES / crate / "tests" / "cases" / file).read_text("utf-8").split("\n"):
        if line.startswith("### "):
            cases.append((line[4:], {}))
        elif line.startswith("    "):
            name, value = line.strip().split(":", 1)
            cases[-1][1].setdefault(name.strip(), unquote(value.strip()))
    assert cases
    return [pytest.param(fields, id=f"{file}: {name}") for name, fields in cases]


def rust(value):
    return unescape(value[1:-1]) if len(value) > 1 and value[0] == value[-1] == '"' else value


def as_json(value):
    if len(value) < 2 or value[0] != '"' or value[-1] != '"':
        return value
    return re.sub(r"<(\d+)\*([^>]*)>", lambda match: match[2] * int(match[1]), json.loads(value))


def refused(error):
    return f"refused: {error}"


@pytest.mark.parametrize("case", read("interline-frontmatter", "reading.md", rust))
def test_reading(case):
    text = case["text"]
    if "error" in case:
        with pytest.raises(interline.FrontmatterError) as caught:
            frontmatter.loads(text)
        assert str(caught.value) == case["error"]
        return
    metadata, body = frontmatter.parse(text, dates=False)
    expected = json.loads(case["json"].replace("\\u{2028}", "\u2028").replace("\\u{85}", "\x85"))
    assert plain(metadata) == plain(expected)
    assert frontmatter.loads(text, dates=False).content == body == case.get("body", body)


def plain(value):
    """Wide numbers are strings in the files; infinite floats null."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, int) and not -(2**63) <= value < 2**64:
        return str(value)
    if isinstance(value, str) and re.fullmatch(r"\+\d{19,}", value):
        return value[1:]
    if isinstance(value, float) and value in (float("inf"), float("-inf")) or value != value:
        return None
    return value


@pytest.mark.parametrize("case", read("interline-frontmatter", "errors.md", rust))
def test_errors(case):
    with pytest.raises(interline.FrontmatterError) as caught:
        frontmatter.loads(case["text"])
    assert str(caught.value) == case["error"]
    assert caught.value.report == case.get("report", caught.value.report)


@pytest.mark.parametrize("case", read("interline-frontmatter", "edit.md", rust))
@pytest.mark.parametrize("frame", ["---\n{}---\nbody\n", "---\n{}---", "\ufeff---\t\r\n{}---  \r\n\r\n\r\nsession: x\r\n---\r\n"])
def test_edits(case, frame):
    text = frame.replace("{}", case["block"])
    for name, change in {
        "set": lambda post: post.set("session", "new-id"),
        "hard": lambda post: post.set("session", "no: # 'q' \"d\""),
        "add": lambda post: post.set("added", "v"),
        "remove": lambda post: post.remove("session"),
        "rename": lambda post: post.rename("session", "renamed"),
    }.items():
        try:
            post = frontmatter.loads(text)
        except interline.FrontmatterError as error:
            # A post is read as a whole, which has a reason of its own to refuse a key that is given twice.
            assert case[name].startswith("refused: ") and error.code == "duplicate-key"
            continue
        try:
            change(post)
            found = post.text
        except interline.FrontmatterError as error:
            found = refused(error)
        except KeyError:
            found = text
        expected = case[name]
        assert found == (expected if expected.startswith("refused: ") else frame.replace("{}", expected)), name


FILES = sorted(path.name for path in (CRATES / "interline-mustache-context" / "tests" / "cases").glob("*.md"))
# Fields with settings that Python does not have, or that are about what it does not show.
UNKNOWN = {"limits", "chain", "names", "places"}


def templates():
    for file in FILES:
        for case in read("interline-mustache-context", file, as_json):
            (fields,) = case.values
            if not UNKNOWN & fields.keys() and fields.get("escape") != "json" and "λ" not in str(fields):
                yield case


@pytest.mark.parametrize("case", list(templates()))
def test_templates(case):
    options = {
        "partials": json.loads(case.get("partials", "{}")),
        "escape": case.get("escape", "none"),
        "missing": case.get("missing", "empty"),
        "strict_sections": case.get("sections") == "strict",
    }
    try:
        template = mustache.Template(case["template"], name=case.get("name"), **options)
        data = json.loads(case.get("data", "{}"))
        found = {"out": template.render(data)}
        if isinstance(data, dict):
            assert template.render(mustache.Context(data)) == found["out"]
    except interline.TemplateError as error:
        found = {"error": str(error)}
        assert error.report and error.line
    assert found == {key: case[key] for key in ("out", "error") if key in case}


def blocks(file):
    """Yields the cases of a file whose fields are in code blocks."""
    defaults = {}
    text = (CRATES / "interline-patch-template" / "tests" / "cases" / file).read_text("utf-8")
    for match in re.finditer(r"^```(case|defaults)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        fields = {}
        for line in match[2].split("\n")[:-1]:
            key, _, value = line.partition(" ")
            fields.setdefault(key, []).append(unescape(value))
        if match[1] == "defaults":
            defaults = fields
        elif "document" in fields and "response" in fields:
            yield pytest.param({**defaults, **fields}, id=f"{file}:{text[: match.start()].count(chr(10)) + 1}")


def applying():
    for path in sorted((CRATES / "interline-patch-template" / "tests" / "cases").glob("*.md")):
        for case in blocks(path.name):
            (fields,) = case.values
            if fields.get("id") != ["random"]:
                yield case


@pytest.mark.parametrize("case", list(applying()))
def test_applying(case):
    first = {key: value[0] for key, value in case.items()}
    words = {"boundary": "boundary", "unmatched": "unmatched", "unsafe": "invalid_content", "near": "near_names"}
    words.update(prefix="prefix", replay="replay", summary="summary")
    options = {name: first[key] for key, name in words.items() if key in first}
    if first.get("id", "derived") != "derived":
        options["boundary_id"] = first["id"]
    if "mode" in case:
        options["modes"] = dict(value.split(" ") for value in case["mode"])
    if "config" in case:
        lines = []
        for value in case["config"]:
            name, *settings = value.split(" ")
            lines.append(f"[{json.dumps(name)}]")
            lines += ["{} = {}".format(key, json.dumps(word)) for key, word in (one.split("=") for one in settings)]
        options["config"] = interline.ComponentsConfig("\n".join(lines) + "\n")
    of_response = {
        key: first[key].replace("_", "-")
        for key in ("unterminated", "fence_recovery", "whole_fence", "fenced")
        if key in first
    }
    document, response = first["document"], first["response"]
    applied = interline.apply_text(document, interline.parse_response(response, **of_response), **options)
    assert applied.text == (document if "unchanged" in first else first["result"])
    text = document
    for edit in reversed(applied.edits):
        text = edit.apply(text)
    assert text == applied.text
    stream = interline.stream(document, [response[:5], response[5:]], **of_response, **options)
    text = document
    for edit in stream:
        text = edit.apply(text)
    assert text == applied.text
