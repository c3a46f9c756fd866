"""Agent files, fragments, commands and content."""

import pytest

import interline
from interline import agents, content, prompts

REVIEWER = (
    "---\nname: reviewer\ndescription: Reads a change.\ntools: Read, Grep\nmodel: large\n"
    "color: green\nmaxTurns: 12\n---\nYou review.\n"
)


@pytest.fixture
def directory(tmp_path):
    (tmp_path / "user").mkdir()
    (tmp_path / "project").mkdir()
    (tmp_path / "user" / "reviewer.md").write_text("---\nname: reviewer\nmodel: small\n---\nYou review.\n")
    (tmp_path / "project" / "reviewer.md").write_text(REVIEWER)
    (tmp_path / "project" / "broken.md").write_text("---\nname: broken\nname: twice\n---\n")
    return tmp_path


def test_team(directory):
    team = agents.load([directory / "user", directory / "project"])
    assert list(team) == ["reviewer"] and len(team) == 1 and "reviewer" in team and 1 not in team
    agent = team["reviewer"]
    assert (agent.model, agent.tools, agent.prompt) == ("large", ["Read", "Grep"], "You review.\n")
    assert agent.description == "Reads a change."
    assert agent.extras["color"] == "green" and agent.extras["maxTurns"] == 12
    assert agent.tool_policy == ("only", ["Read", "Grep"], [])
    assert team.shadowed == [(str(directory / "user" / "reviewer.md"), str(directory / "project" / "reviewer.md"))]
    (problem,) = team.problems
    assert isinstance(problem.error, interline.AgentError)
    assert (problem.error.line, problem.error.column, problem.error.code) == (3, 1, "duplicate-key")
    assert problem.error.path == problem.path == str(directory / "project" / "broken.md")
    with pytest.raises(KeyError, match="did you mean `reviewer`"):
        team["reviewr"]
    assert team.get("none") is None


def test_layers(directory):
    layer = agents.Layer(directory / "user", "user", precedence=9)
    assert (layer.kind, layer.precedence, layer.path) == ("user", 9, str(directory / "user"))
    team = agents.load([layer, agents.Layer(directory / "project", "project")])
    assert team["reviewer"].model == "small"
    found = agents.layers("claude_code", workspace=directory, home=directory)
    assert str(directory / ".claude" / "agents") in [layer.path for layer in found]


def test_convert():
    converted = agents.loads(REVIEWER, dialect="claude_code").convert("opencode")
    assert "tools:\n  '*': false\n  read: true\n  grep: true\n" in converted.text
    assert "`Read` is `read` for OpenCode" in [found.message for found in converted.diagnostics]
    with pytest.raises(interline.OptionError, match="did you mean `opencode`"):
        agents.loads(REVIEWER).convert("opencod")


def test_check():
    found = agents.loads("---\nname: a\ntools: Reed\n---\nx\n").check("claude_code")
    assert "unknown-tool" in [one.code for one in found]


def test_one_file(directory):
    path = directory / "project" / "reviewer.md"
    assert agents.load_agent(path).name == "reviewer"
    with pytest.raises(interline.AgentError) as caught:
        agents.load_agent(directory / "project" / "broken.md")
    assert "^^^^" in caught.value.report
    with pytest.raises(FileNotFoundError):
        agents.load_agent(directory / "none.md")


def test_repair_and_fields():
    text = "---\nname: a\ndescription: Use when: asked\n---\nx\n"
    repaired, edits = agents.repair(text)
    assert repaired == text.replace("Use when: asked", '"Use when: asked"')
    assert edits
    assert agents.repair(repaired) == (repaired, [])
    assert agents.set_field(REVIEWER, "model", "small") == REVIEWER.replace("large", "small")
    assert agents.remove_field(REVIEWER, "color") == REVIEWER.replace("color: green\n", "")


def test_fragments(tmp_path):
    (tmp_path / "translate").mkdir()
    text = "---\nname: translate\ndescription: Translate text.\narguments: text, to=fr\n---\nTo {{to}}: {{text}}\n"
    (tmp_path / "translate" / "FRAGMENT.md").write_text(text)
    found = prompts.discover(tmp_path)
    assert list(found) == ["translate"] and not found.problems
    assert found.expand("translate", {"text": "{{to}}"}) == "To fr: {{to}}\n"
    assert found.expand("translate", text="a", to="de") == "To de: a\n"
    assert found.to_mcp_prompts()[0]["arguments"][0] == {"name": "text", "required": True}
    assert found["translate"].arguments == [("text", None, None), ("to", None, "fr")]
    assert prompts.expand(text, {"text": "a"}) == "To fr: a\n"
    more = found.expand("translate", text="a", tone="dry")
    assert isinstance(more, prompts.Expansion) and more.unused == ["tone"] and more.upper() == "TO FR: A\n"
    with pytest.raises(interline.FragmentError) as caught:
        found.expand("translate")
    assert caught.value.code == "missing-argument"
    with pytest.raises(KeyError):
        found["none"]


def test_commands(tmp_path):
    path = tmp_path / "review.md"
    path.write_text("---\ndescription: Review.\n---\nReview $ARGUMENTS\n")
    command = prompts.Command.load(path)
    assert (command.name, command.description) == ("review", "Review.")
    assert command.expand("the parser") == "Review the parser\n"
    short = prompts.Command("$1, $2.", dialect="native").expand("a")
    assert short == "a, ." and [found.code for found in short.diagnostics] == ["missing-argument"]
    gemini = prompts.Command('prompt = "Review {{args}}"\n', "review.toml", dialect="gemini")
    assert gemini.expand("the parser") == "Review the parser"


def test_content(tmp_path):
    (tmp_path / "guides").mkdir()
    (tmp_path / "guides" / "a.md.mustache").write_text("---\ntitle: For {{team}}\n---\nFor {{agent.name}} of {{team}}.\n")
    (tmp_path / "guides" / "b.md").write_text("Text.\n")
    library = content.Library(tmp_path, categories={"guides": "guides"}, collections={"all": ["guides"]})
    one = library.content("guides/a*", agent={"name": "Notary"}, variables={"team": "us"})
    assert one.text == bytes(one).decode() == "For Notary of us.\n"
    both = library.content("all", agent={"name": "Notary"}, variables={"team": "us"})
    assert both.content_type.startswith("multipart/mixed") and len(both) == 2
    assert [file.metadata for file in both.files] == [{"title": "For us"}, None]
    with pytest.raises(interline.ContentError) as caught:
        library.content("guides, guide")
    assert (caught.value.line, caught.value.column) == (1, 9)
