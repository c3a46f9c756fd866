"""The case files of the crates give the same through Python.

They are read from the clone that `INTERLINE_ROOT` names, which `scripts/test-python` sets.
"""

import json
import os
import pathlib
import re

import pytest

import interline
from interline import agents, frontmatter, mustache, prompts

CRATES = pathlib.Path(os.environ.get("INTERLINE_ROOT", pathlib.Path(__file__).parents[3])) / "crates"

SIMPLE = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}
# The text that is repeated may have braces of its own, in pairs.
REPEATED = r"\{(\d+)\*((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]+)\}|" + REPEATED + r"|(.))", re.DOTALL)


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
            cases[-1][1].setdefault(name.strip(), []).append(unquote(value.strip()))
    assert cases
    return [pytest.param(Case(fields), id=f"{file}: {name}") for name, fields in cases]


class Case(dict):
    """The fields of a case, each with its first value."""

    def __init__(self, fields):
        super().__init__({name: values[0] for name, values in fields.items()})
        self.fields = fields

    def all(self, name):
        return self.fields.get(name, [])


def rust(value):
    return unescape(value[1:-1]) if len(value) > 1 and value[0] == value[-1] == '"' else value


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
        for case in read("interline-mustache-context", file, rust):
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
    words = {"boundary": "boundary", "unmatched": "unmatched", "invalid_content": "invalid_content", "near": "near_names"}
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


def no_dialect_or_kind(case):
    """Without a kind, the rules of a dialect for all kinds hold in the crate, and those for agents in Python."""
    return "naming" not in case and ("kind" in case or "dialect" not in case)


def text_of(case):
    """The text of a case; `line` is a line of a header with a name."""
    if "text" in case:
        return case["text"]
    lines = "\n".join(case.all("line"))
    name = "" if lines.startswith("name:") else "name: x\n"
    return f"---\n{name}{lines}\n---\n" + "b\n" * int(case.get("lines", 1))


def located(found):
    """The lines of diagnostics, without the path."""
    return [re.sub(r"^(?:(?!\d+:\d+:).)*?:(?=\d+:\d+: )", "", str(one)) for one in found]


def agent_cases():
    for file in ("fences.md", "recovery.md", "values.md", "tools.md", "checks.md"):
        for case in read("interline-agent-md", file, rust):
            (fields,) = case.values
            if no_dialect_or_kind(fields):
                yield case


@pytest.mark.parametrize("case", list(agent_cases()))
def test_agents(case):
    text, path = text_of(case), case.get("path", "x.md")
    options = {"dialect": case.get("dialect", "native"), "kind": case.get("kind", "agent")}
    strict = case.get("recovery") == "strict"
    if "error" in case:
        with pytest.raises(interline.AgentError) as caught:
            agents.loads(text, path, strict=strict, **options)
        assert str(caught.value).replace("x.md:", "", 1) == case["error"]
        assert caught.value.code and caught.value.line and caught.value.report
        return
    agent = agents.loads(text, path, strict=strict, **options)
    keyword, names, denied = agent.tool_policy
    found = {
        "name": agent.name,
        "description": agent.description or "(none)",
        "model": agent.model or "(none)",
        "effort": agent.effort or "(none)",
        "body": agent.prompt,
        "tools": " | ".join(names) if keyword == "only" else keyword,
        "denied": " | ".join(denied),
        "written": agent.to_markdown() if "written" in case else None,
    }
    assert {name: found[name] for name in found if name in case} == {name: case[name] for name in found if name in case}
    if "extras" in case:
        expected = json.loads(case["extras"])
        assert agent.extras == (expected or {}) and list(agent.extras) == list(expected or {})
    assert located(agent.diagnostics) == case.all("reports")
    if "repaired" in case:
        assert agents.repair(text, **options)[0] == case["repaired"]


def conversions():
    for case in read("interline-agent-md", "dialects.md", rust):
        (fields,) = case.values
        # Without a kind, the crate finds out from the fields what these tools have for them; in Python it is an agent.
        depends = fields.get("to") in ("agent_skills", "codex", "copilot", "cursor", "goose")
        if "to" in fields and ("kind" in fields or not depends):
            yield case


@pytest.mark.parametrize("case", list(conversions()))
def test_dialects(case):
    agent = agents.loads(text_of(case), "x.md", dialect=case.get("from", "native"), kind=case.get("kind", "agent"))
    converted = agent.convert(case["to"], tools="keep" if case.get("names") == "keep" else "translate")
    assert converted.text == case.get("gives", converted.text)
    assert [str(found).split(": ", 1)[1] for found in converted.diagnostics] == case.all("lost")


@pytest.mark.parametrize("case", read("interline-agent-md", "commands.md", rust))
def test_commands(case):
    path, dialect = case.get("path", "x.md"), case.get("dialect", "native")
    if "text" not in case:
        path = "x.toml" if dialect == "gemini" else "x.md"
        text = f"prompt = {json.dumps(case['body'])}\n" if dialect == "gemini" else case["body"]
    else:
        text = case["text"]
    if "error" in case:
        with pytest.raises(interline.AgentError) as caught:
            prompts.Command(text, path, dialect=dialect).expand(case.get("arguments", ""))
        assert str(caught.value) == case["error"]
        return
    command = prompts.Command(text, path, dialect=dialect)
    found = {
        "name": command.name,
        "description": command.description or "(none)",
        "hint": command.argument_hint or "(none)",
        "declared": " | ".join(command.arguments),
    }
    assert {name: found[name] for name in found if name in case} == {name: case[name] for name in found if name in case}
    if "arguments" in case:
        expansion = command.expand(case["arguments"])
        assert expansion == case["gives"]
        assert located(expansion.diagnostics) == case.all("reports")


def fragment_text(case):
    if "text" in case:
        return case["text"]
    lines = ["name: x", "description: d"]
    for line in case.all("line"):
        key = line.split(":")[0].strip(" \"'")
        kept = [line if other.split(":")[0] == key else other for other in lines]
        lines = kept if line in kept else [*kept, line]
    return "---\n" + "\n".join(lines) + "\n---\nb\n"


@pytest.mark.parametrize("case", read("interline-fragments", "header.md", rust))
def test_headers_of_fragments(case, tmp_path):
    path = tmp_path / "x" / "FRAGMENT.md"
    path.parent.mkdir()
    path.write_bytes(fragment_text(case).encode())
    found = prompts.discover(tmp_path)
    if "error" in case:
        (problem,) = found.problems
        position, _field, message = case["error"].split(": ", 2)
        assert str(problem.error) == f"{path}:{position}: {message}"
        assert f"{problem.error.line}:{problem.error.column}" == position
        return
    assert found.problems == []
    (fragment,) = [found[name] for name in found]
    assert located(found.diagnostics) == case.all("reports")
    for name, value in (("name", fragment.name), ("description", fragment.description), ("body", None)):
        if name in case:
            assert (fragment.load_body() if name == "body" else value) == case[name]


def declared(text):
    """A fragment with arguments as a header has them; an argument whose default has a comma is written in quotes."""
    return f"---\nname: x\ndescription: d\narguments: {text}\n---\n"


@pytest.mark.parametrize("case", read("interline-fragments", "expansion.md", rust))
def test_expansion(case):
    text = declared(json.dumps(case["declare"])) + case["body"]
    values = json.loads(case.get("values", "{}"))
    if "error" in case:
        with pytest.raises(interline.FragmentError) as caught:
            prompts.expand(text, values)
        assert str(caught.value).endswith(case["error"]) and caught.value.code == "missing-argument"
        return
    expansion = prompts.expand(text, values)
    assert expansion == case["gives"]
    assert ", ".join(expansion.unused) == case.get("unused", "")


def text_blocks(file):
    """Yields the cases of the crate `text`: the blocks below a heading."""
    text = (CRATES / "interline-text" / "tests" / "it" / "cases" / file).read_text("utf-8")
    cases, block = [], None
    for line in text.split("\n"):
        if block is not None and line == "```":
            block = None
        elif block is not None:
            block.append(line)
        elif line.startswith("## "):
            cases.append((line[3:], {}))
        elif line.startswith("```"):
            block = cases[-1][1].setdefault(line[3:], [])
    for title, blocks in cases:
        yield pytest.param({name: "\n".join(lines) for name, lines in blocks.items()}, id=f"{file}: {title}")


@pytest.mark.parametrize("case", list(text_blocks("minimise.md")))
def test_edits_between(case):
    old, new = unescape(case["old"]), unescape(case["new"])
    marked = made = old
    for edit in reversed(interline.edits_between(old, new)):
        made = edit.apply(made)
        marked = interline.Edit(edit.start, edit.end, f"[{old[edit.start:edit.end]}|{edit.text}]").apply(marked)
    assert made == new and marked == unescape(case["edits"])


@pytest.mark.parametrize("case", list(text_blocks("report.md")))
def test_reports(case):
    plain, marks, related = "", [], []
    for character in unescape(case["text"]):
        if character in "«»":
            marks.append(len(plain))
        elif character == "‹":
            related.append(len(plain))
        elif character == "›":
            related[-1] = (related[-1], len(plain), "see here")
        else:
            plain += character
    found = interline.report(plain, *marks, "this is wrong", related=related, width=40)
    assert found == "error: this is wrong\n" + unescape(case["report"])


def test_most_cases_are_run():
    assert len(list(agent_cases())) > 150 and len(list(applying())) > 100 and len(list(templates())) > 100
