"""The modules for users of other packages; `peers/run.py` runs the suites of those."""

import datetime
import io

import pytest

from interline.compat import chevron, frontmatter

TEXT = "---\n# who\ntitle: 'A' # for now\ndraft: no\ndate: 2026-01-02\n---\n\nBody\n"


def test_comments_are_kept():
    post = frontmatter.loads(TEXT)
    assert post.metadata == {"title": "A", "draft": False, "date": datetime.date(2026, 1, 2)}
    assert post.content == "Body"
    assert frontmatter.dumps(post) == TEXT.strip()
    post["title"] = "B"
    post["tags"] = ["x"]
    assert frontmatter.dumps(post) == TEXT.strip().replace("'A'", "'B'").replace("-02\n", "-02\ntags:\n  - x\n")
    del post["draft"]
    assert "draft" not in frontmatter.dumps(post)


def test_defaults_are_written():
    post = frontmatter.loads(TEXT, layout="wide")
    assert post["layout"] == "wide"
    assert "layout: wide" in frontmatter.dumps(post)


def test_new_posts_and_handlers():
    post = frontmatter.Post("Body", title="A", nested={"a": [1, None]})
    assert frontmatter.dumps(post) == "---\ntitle: A\nnested:\n  a:\n    - 1\n    - null\n---\n\nBody"
    for handler in frontmatter.handlers[1:]:
        post.metadata = {"title": 'A "x"', "n": [1, True, {"b": 1.5}]}
        again = frontmatter.loads(frontmatter.dumps(post, handler=handler))
        assert again.metadata == post.metadata and type(again.handler) is type(handler)
    file = io.StringIO()
    frontmatter.dump(post, file)
    assert frontmatter.checks(file.getvalue()) and not frontmatter.checks("x")


def test_chevron(tmp_path, capsys):
    (tmp_path / "p.mustache").write_text("<{{x}}>")
    assert chevron.render("{{>p}}", {"x": 1}, partials_path=str(tmp_path)) == "<1>"
    assert chevron.render("\n<% x %>|{{x}}", {"x": 1}, def_ldel="<%", def_rdel="%>") == "\n1|{{x}}"
    assert chevron.render("{{x}}{{y}}", {"x": 1.0}, warn=True) == "1.0"
    assert "Could not find key 'y'" in capsys.readouterr().err
    assert chevron.render("{{x}}{{y}}", scopes=[{"x": 1}, {"x": 2, "y": 3}]) == "13"
    with pytest.raises(chevron.ChevronError, match="line 2"):
        chevron.render("\n{{#a}}{{x", def_ldel="{{", def_rdel="}}")
    with pytest.raises(ZeroDivisionError):
        chevron.render("{{#f}}{{/f}}", {"f": lambda text, render: 1 / 0})
