"""Templates."""

import dataclasses
import datetime
import json
import os
import pathlib

import pytest
from hypothesis import given, settings, strategies as st

import interline
from interline import mustache


def test_render():
    assert mustache.render("Hello {{name}}", {"name": "A & B"}) == "Hello A &amp; B"
    assert mustache.render("Hello {{name}}", {"name": "A & B"}, escape="none") == "Hello A & B"
    assert mustache.render("x") == "x"
    assert mustache.render("{{#.}}<{{.}}>{{/.}}", [1, 2.5, True, None, "a"]) == "<1><2.5><true><><a>"


def test_objects():
    @dataclasses.dataclass
    class Point:
        x: int
        y: object

    data = {"p": Point(1, pathlib.PurePosixPath("a/b")), "d": datetime.datetime(2026, 1, 2, 3, 4, 5), "n": 2**80}
    rendered = mustache.render("{{p.x}} {{{p.y}}} {{d}} {{n}}", data)
    assert rendered == f"1 a/b 2026-01-02 03:04:05 {2**80}"


def test_strict():
    with pytest.raises(interline.TemplateError) as caught:
        mustache.render("é {{nme}}", {"name": 1}, strict=True)
    error = caught.value
    assert str(error) == "1:3: undefined variable `nme` (did you mean `name`?)"
    assert (error.line, error.column, error.code) == (1, 3, "undefined-name")
    assert "^^^^^^^" in error.report
    assert mustache.render("{{a}}", {}, missing="keep") == "{{a}}"
    with pytest.raises(interline.TemplateError):
        mustache.render("{{#a}}{{/a}}", {}, strict_sections=True)
    with pytest.raises(interline.TemplateError) as caught:
        mustache.Template("a\n{{#b}}", name="t.mustache")
    assert (caught.value.code, caught.value.path, caught.value.line) == ("unclosed-section", "t.mustache", 2)


def test_partials(tmp_path):
    assert mustache.render("{{>p}}", {"x": 1}, partials={"p": "<{{x}}>"}) == "<1>"
    assert mustache.render("{{>p}}", {"x": 1}, partials=lambda name: f"{name}{{{{x}}}}") == "p1"
    assert mustache.render("[{{>p}}]", partials=lambda name: None) == "[]"
    (tmp_path / "p.mustache").write_text("file {{x}}")
    assert mustache.render("{{>p}}", {"x": 1}, partials=tmp_path) == "file 1"
    (tmp_path / "p.txt").write_text("text {{x}}")
    assert mustache.render("{{>p}}", {"x": 1}, partials=str(tmp_path), extensions=["txt"]) == "text 1"
    template = mustache.Template.load(tmp_path / "p.mustache")
    assert template.render({"x": 2}) == "file 2"


def test_lambdas():
    data = {
        "name": "Ada",
        "twice": lambda text: text * 2,
        "loud": lambda text, render: render(text).upper(),
        "within": lambda text, render: render(text, {"name": "Bob"}),
        "value": lambda text: "{{name}}!",
        "nothing": lambda text: None,
    }
    template = mustache.Template("{{#twice}}{{name}}{{/twice}} {{#loud}}{{name}}{{/loud}} {{#within}}{{name}}{{/within}} {{value}}{{nothing}}")
    for _ in range(2):
        assert template.render(data) == "AdaAda ADA Bob Ada!"
    nested = "{{#loud}}a{{#loud}}b{{#twice}}{{name}}{{/twice}}{{/loud}}c{{/loud}}"
    assert mustache.render(nested, data) == "ABADAADAC"
    assert mustache.render("{{#f}}x{{/f}}", lambdas={"f": lambda text: text * 3}) == "xxx"


def test_lambda_scopes():
    data = {"items": [{"n": 1}, {"n": 2}], "f": lambda text, render: render(text, {"extra": "e"})}
    assert mustache.render("{{#items}}{{#f}}{{n}}{{extra}} {{/f}}{{/items}}", data) == "1e 2e "


def test_exceptions_of_lambdas():
    def fails(text, render):
        raise ValueError("no")

    with pytest.raises(interline.TemplateError) as caught:
        mustache.render("{{#f}}{{/f}}", {"f": fails})
    assert isinstance(caught.value.__cause__, ValueError)
    assert caught.value.code == "lambda"

    def interrupted(text):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        mustache.render("{{#f}}{{/f}}", {"f": interrupted})

    def partial(name):
        raise OSError("gone")

    with pytest.raises(interline.TemplateError) as caught:
        mustache.render("{{>p}}", partials=partial)
    assert isinstance(caught.value.__cause__, OSError)
    assert mustache.render("fine") == "fine"


def test_render_after_the_lambda():
    kept = []
    mustache.render("{{#f}}x{{/f}}", {"f": lambda text, render: kept.append(render) or ""})
    with pytest.raises(RuntimeError):
        kept[0]("x")

    def other(text, render):
        with pytest.raises(RuntimeError):
            kept[0]("x")
        return render(text)

    assert mustache.render("{{#f}}x{{/f}}", {"f": other}) == "x"


def test_lambda_that_recurs_without_end():
    with pytest.raises(interline.TemplateError):
        mustache.render("{{#f}}x{{/f}}", {"f": lambda text, render: render("{{#f}}x{{/f}}")})
    with pytest.raises(interline.TemplateError):
        mustache.render("{{>p}}", partials={"p": "{{>p}}"})


def test_context():
    outer = mustache.Context({"name": "interline", "tone": "dry"})
    inner = outer.child({"name": "notes.md"})
    inner.hide("tone")
    template = mustache.Template("{{name}}{{#tone}}, {{tone}}{{/tone}}")
    assert template.render(inner) == "notes.md" and template.render(outer) == "interline, dry"
    assert inner["name"] == "notes.md" and "tone" not in inner and inner.get("tone", 1) == 1
    assert inner.flatten() == {"name": "notes.md"} and inner.parent["name"] == "interline" and outer.parent is None
    inner["x"] = [1]
    assert list(inner) == inner.keys() and len(inner) == 2
    del inner["x"]
    with pytest.raises(KeyError):
        inner["x"]
    with pytest.raises(KeyError):
        del inner["x"]


def test_names_and_check():
    template = mustache.Template("{{a}}{{#b}}{{c.d}}{{/b}}{{>p}}", partials={"p": "{{e}}"})
    assert [(name.kind, name.path) for name in template.names()] == [
        ("variable", "a"),
        ("section", "b"),
        ("variable", "c.d"),
        ("partial", "p"),
        ("variable", "e"),
    ]
    checked = template.check({"a": 1, "b": {"x": 1}, "f": 1})
    assert {name.path for name in checked.missing} == {"c.d", "e"} and not checked.is_clean
    assert "f" in checked.unused
    assert str(checked.missing[0]).startswith("1:")


def test_limits():
    with pytest.raises(interline.TemplateError):
        mustache.render("{{#a}}xxxxxxxxxx{{/a}}", {"a": [1] * 1000}, max_output=100)


SUITE = pathlib.Path(os.environ.get("INTERLINE_ROOT", pathlib.Path(__file__).parents[3])) / "testing/suites/mustache-spec"


def specification():
    """The cases of the mustache specification but for lambdas, which it gives in other languages."""
    for file in sorted(SUITE.glob("*.json")):
        for case in json.loads(file.read_text())["tests"]:
            if "lambda" not in str(case["data"]):
                yield pytest.param(case, id=f"{file.stem}: {case['name']}")


@pytest.mark.parametrize("case", list(specification()))
def test_specification(case):
    assert mustache.render(case["template"], case["data"], partials=case.get("partials")) == case["expected"]


@given(st.text(max_size=40))
@settings(deadline=None)
def test_any_template_is_rendered_or_refused(text):
    try:
        assert isinstance(mustache.render("{{#a}}" + text + "{{/a}}", {"a": [1]}), str)
        mustache.render(text, {"a": {"b": text}})
    except (interline.TemplateError, UnicodeEncodeError):
        pass
