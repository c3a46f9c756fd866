"""Applying a response to a text and to a file."""

import asyncio

import pytest

import interline

DOCUMENT = "é\n<!-- agent:status -->\n- build: unknown\n<!-- /agent:status -->\n"
RESPONSE = "<!-- patch:status -->\n- build: green\n<!-- /patch:status -->\n"
RESULT = DOCUMENT.replace("unknown", "green")


def made(document, edits):
    """Applies edits one after another."""
    for edit in edits:
        document = document[: edit.start] + edit.text + document[edit.end :]
    return document


def test_text():
    applied = interline.apply_text(DOCUMENT, RESPONSE, boundary="keep")
    assert applied.text == RESULT
    assert applied.changed and not applied.has_errors
    assert [(o.kind, o.index, o.status, o.component) for o in applied.outcomes] == [
        ("patch", 0, "applied", "status")
    ]
    assert made(DOCUMENT, reversed(applied.edits)) == RESULT


def test_file(tmp_path):
    path = tmp_path / "plan.md"
    path.write_bytes(DOCUMENT.replace("\n", "\r\n").encode())
    applied = interline.apply(path, RESPONSE)
    assert path.read_bytes().decode() == applied.text == RESULT.replace("\n", "\r\n")
    assert interline.apply(str(path), RESPONSE).changed is False


def test_missing_file(tmp_path):
    path = tmp_path / "none.md"
    with pytest.raises(FileNotFoundError) as caught:
        interline.apply(path, RESPONSE)
    assert isinstance(caught.value, interline.Error)
    assert (caught.value.code, caught.value.path) == ("not-found", str(path))


def test_parsed_response_and_patches():
    response = interline.parse_response(RESPONSE)
    assert [(p.name, p.content) for p in response.patches] == [("status", "- build: green\n")]
    made_by_hand = interline.Response([interline.Patch("status", "- build: green\n")])
    for answer in (response, made_by_hand):
        assert interline.apply_text(DOCUMENT, answer).text == RESULT


def test_set_component():
    assert interline.set_component(DOCUMENT, "status", "- build: green\n").text == RESULT
    module = "# M\n<!-- BEGIN_TF_DOCS -->\nold\n<!-- END_TF_DOCS -->\n"
    markers = ("BEGIN_TF_DOCS", "END_TF_DOCS")
    applied = interline.set_component(module, "BEGIN_TF_DOCS", "new\n", markers=markers)
    assert applied.text == module.replace("old", "new")
    missing = interline.set_component(DOCUMENT, "statsu", "x\n")
    assert missing.text == DOCUMENT and missing.has_errors
    assert "did you mean `status`?" in missing.response_diagnostics[0].message


def test_diagnostics_count_characters():
    response = "é🎉\n<!-- patch:status -->\nx\n"
    found = interline.parse_response(response).diagnostics[0]
    assert found.code == "unclosed-patch"
    assert response[found.start :].startswith("<!-- patch:status -->")
    assert (found.line, found.column) == (2, 1)
    assert str(found).startswith("2:1: ")
    assert "^^^" in found.report()
    with pytest.raises(AttributeError):
        found.code = "other"


def test_document():
    document = interline.parse_document(DOCUMENT)
    (component,) = document.components
    assert (component.name, component.line) == ("status", 2)
    assert DOCUMENT[component.start : component.end] == component.content == "- build: unknown\n"
    assert document.component("none") is None


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
@pytest.mark.parametrize("document", [DOCUMENT, DOCUMENT.replace("é", "e"), "🎉" * 50 + "\n", ""])
def test_stream_gives_what_apply_gives(size, document):
    response = "Hello é🎉.\n\n" + RESPONSE + "\nMore 🎉 text.\n"
    chunks = [response[at : at + size] for at in range(0, len(response), size)]
    whole = interline.apply_text(document, response)
    stream = interline.stream(document, chunks)
    assert made(document, stream) == whole.text
    assert stream.applied.text == whole.text
    assert stream.applied.edits == whole.edits
    assert stream.applied.diagnostics == whole.diagnostics
    assert stream.applied.response_diagnostics == whole.response_diagnostics


def test_async_stream():
    async def chunks():
        for chunk in RESPONSE.splitlines(keepends=True):
            await asyncio.sleep(0)
            yield chunk

    async def run():
        stream = interline.stream(DOCUMENT, chunks())
        return [edit async for edit in stream], stream.applied

    edits, applied = asyncio.run(run())
    assert made(DOCUMENT, edits) == applied.text == RESULT
    with pytest.raises(TypeError):
        list(interline.stream(DOCUMENT, chunks()))


def test_live_after_the_end():
    live = interline.Live(DOCUMENT)
    assert live.applied is None
    live.push(RESPONSE)
    live.finish()
    assert live.finish() == []
    with pytest.raises(RuntimeError):
        live.push("x")


def test_config(tmp_path):
    (tmp_path / ".agent-doc").mkdir()
    (tmp_path / ".agent-doc" / "components.toml").write_text('[status]\npatch = "append"\n')
    config = interline.ComponentsConfig.discover(tmp_path / "plan.md")
    assert config.components == ["status"] and config.diagnostics == []
    applied = interline.apply_text(DOCUMENT, RESPONSE, config=config)
    assert applied.outcomes[0].mode == "append" and "unknown" in applied.text and "green" in applied.text
    applied = interline.apply_text(DOCUMENT, RESPONSE, modes={"status": "prepend"})
    assert applied.outcomes[0].mode == "prepend"


def test_unknown_options():
    with pytest.raises(interline.OptionError) as caught:
        interline.apply_text(DOCUMENT, RESPONSE, boundary="kepe")
    assert str(caught.value) == "invalid boundary `kepe`: expected one of `refresh`, `keep`, `ignore`; did you mean `keep`?"
    with pytest.raises(TypeError) as caught:
        interline.apply_text(DOCUMENT, RESPONSE, boundry="keep")
    assert str(caught.value).endswith("did you mean `boundary`?")
