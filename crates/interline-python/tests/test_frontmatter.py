"""Frontmatter: read, edited in place, written."""

import datetime
import math

import pytest
from hypothesis import given, settings, strategies as st

import interline
from interline import frontmatter

TEXT = (
    "---\n# who writes\ntitle: 'A' # for now\ndate: 2026-11-28\nat: 2026-11-28T10:00:00Z\n"
    "author:\n  name: Ada # née\n  mail: a@example.com\ntags: [a, b]\nbig: 123456789012345678901234567890\n"
    "version: 1.10\n---\nBody é\n"
)


def test_mapping():
    post = frontmatter.loads(TEXT)
    assert post["title"] == "A" and post["tags"] == ["a", "b"]
    assert post["date"] == datetime.date(2026, 11, 28)
    assert post["at"] == datetime.datetime(2026, 11, 28, 10, tzinfo=datetime.timezone.utc)
    assert post["big"] == 123456789012345678901234567890
    assert post.get("none") is None and post.get("none", 1) == 1
    assert list(post) == list(post.keys()) == ["title", "date", "at", "author", "tags", "big", "version"]
    assert len(post) == 7 and "tags" in post and "none" not in post
    assert post.content == "Body é\n"
    assert str(post) == post.text == TEXT
    assert post.format == "yaml" and post.diagnostics == []
    assert repr(post).startswith("<Post ['title', ")
    with pytest.raises(KeyError):
        post["none"]
    assert frontmatter.loads(TEXT, dates=False)["date"] == "2026-11-28"


def test_changes_in_place():
    post = frontmatter.loads(TEXT)
    post["tags"].append("ç")
    post["author"]["name"] = "Grace"
    post.metadata["draft"] = True
    del post["version"]
    expected = (
        TEXT.replace("[a, b]", "[a, b, ç]").replace("Ada", "Grace").replace("version: 1.10\n", "draft: true\n")
    )
    assert post.text == expected
    assert frontmatter.loads(post.text).metadata == post.metadata


def test_paths():
    post = frontmatter.loads(TEXT)
    post.set(["author", "name"], "Grace")
    assert post.text == TEXT.replace("Ada", "Grace")
    post.set(("tags", 1), "c")
    post.push("tags", "d")
    post.insert("tags", 0, "z")
    assert post["tags"] == ["z", "a", "c", "d"]
    assert "tags: [z, a, c, d]\n" in post.text
    post.remove(["author", "mail"])
    post.rename(["author", "name"], "called")
    assert "author:\n  called: Grace # née\ntags" in post.text
    assert post["author"] == {"called": "Grace"}
    post.set(["new", "deep", "er"], [1, {"a": None}])
    assert post["new"] == {"deep": {"er": [1, {"a": None}]}} == frontmatter.loads(post.text)["new"]
    post.push("fresh", "x")
    assert post["fresh"] == ["x"] == frontmatter.loads(post.text)["fresh"]
    for path in ("none", ["author", "none"], ["tags", 99], []):
        with pytest.raises(KeyError):
            post.remove(path)
    with pytest.raises(TypeError):
        post.set([1.5], 1)


def test_references_stay_after_a_call():
    post = frontmatter.loads(TEXT)
    tags = post["tags"]
    post.set("title", "B")
    tags.append("later")
    assert "tags: [a, b, later]" in post.text


def test_dates_and_wide_numbers_are_written_without_quotes():
    post = frontmatter.loads("---\na: '2020-01-01'\n---\n")
    day = datetime.date(2020, 1, 1)
    post["a"] = day
    post["b"] = [day, {"c": 2**70}]
    post.push("b", day)
    post.insert("b", 0, [datetime.datetime(2020, 1, 1, 2, 3, 4)])
    assert post.text == (
        "---\na: 2020-01-01\nb:\n  - - 2020-01-01T02:03:04\n  - 2020-01-01\n  - c: 1180591620717411303424\n  - 2020-01-01\n---\n"
    )
    assert frontmatter.loads(post.text).metadata == post.metadata


def test_a_change_that_is_refused_changes_nothing():
    post = frontmatter.loads(TEXT)
    with pytest.raises(interline.FrontmatterError):
        post.rename("title", "tags")
    with pytest.raises(interline.ConversionError) as caught:
        post["x"] = {"a": [object()]}
    assert str(caught.value).startswith("a[0]: `object` cannot be a value")
    assert post.text == TEXT


def test_content():
    post = frontmatter.loads(TEXT)
    post["title"] = "B"
    post.content = "New\n"
    assert post.text == TEXT.replace("'A'", "'B'").replace("Body é\n", "New\n")
    plain = frontmatter.loads("x\n")
    with pytest.raises(interline.FrontmatterError):
        plain.content = "---\na: 1\n---\n"
    assert plain.text == "x\n"


def test_files(tmp_path):
    path = tmp_path / "post.md"
    path.write_bytes(TEXT.replace("\n", "\r\n").encode())
    post = frontmatter.load(path)
    post["title"] = "B"
    post.save()
    assert path.read_bytes().decode() == TEXT.replace("\n", "\r\n").replace("'A'", "'B'")
    other = frontmatter.load(path)
    other["title"] = "C"
    other.save()
    post["title"] = "D"
    with pytest.raises(interline.FileError) as caught:
        post.save()
    assert caught.value.code == "conflict"
    assert "'C'" in path.read_bytes().decode()
    frontmatter.dump({"a": 1}, tmp_path / "new.md", "Text.\n")
    assert (tmp_path / "new.md").read_text() == "---\na: 1\n---\nText.\n"
    frontmatter.dump(post, tmp_path / "new.md")
    assert (tmp_path / "new.md").read_bytes().decode() == post.text
    with pytest.raises(TypeError):
        frontmatter.loads(TEXT).save()
    (tmp_path / "bad.md").write_bytes(b"---\na: \xff\n---\n")
    with pytest.raises(interline.FileError) as caught:
        frontmatter.load(tmp_path / "bad.md")
    assert (caught.value.code, caught.value.line, caught.value.column) == ("not-utf8", 2, 4)


def test_errors_have_a_location(tmp_path):
    with pytest.raises(interline.FrontmatterError) as caught:
        frontmatter.loads("---\né: a\ntitle: b\ntitle: c\n---\n")
    error = caught.value
    assert (error.line, error.column, error.code, error.path) == (4, 1, "duplicate-key", None)
    assert str(error) == "4:1: key `title` is given twice: remove one of the two"
    assert "^^^^^" in error.report
    path = tmp_path / "a.md"
    path.write_text("---\na: [\n---\n")
    with pytest.raises(interline.FrontmatterError) as caught:
        frontmatter.load(path)
    assert caught.value.path == str(path) and str(caught.value).startswith(f"{path}:")


def test_toml_and_old_booleans():
    post = frontmatter.loads('+++\ntitle = "x"\n+++\nBody\n')
    assert post.format == "toml" and post["title"] == "x" and post.content == "Body\n"
    with pytest.raises(interline.FrontmatterError):
        post["title"] = "y"
    assert post.text == '+++\ntitle = "x"\n+++\nBody\n'
    text = "---\na: yes\nb: 'no'\nc: off\n---\n"
    assert frontmatter.loads(text).metadata == {"a": "yes", "b": "no", "c": "off"}
    assert frontmatter.loads(text, yaml_1_1=True).metadata == {"a": True, "b": "no", "c": False}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2024-02-30", "2024-02-30"),
        ("2024-1-02", "2024-1-02"),
        ("2001-12-14t21:59:43.10-05:00", datetime.datetime.fromisoformat("2001-12-14T21:59:43.100000-05:00")),
        ("2001-12-14 21:59:43.10 -5", datetime.datetime.fromisoformat("2001-12-14T21:59:43.100000-05:00")),
        ("2001-12-14 21:59:43", datetime.datetime(2001, 12, 14, 21, 59, 43)),
        ("2001-12-14T21:59", "2001-12-14T21:59"),
        ("2001-12-14T24:59:00", "2001-12-14T24:59:00"),
        ("2001-12-14T21:59:43+99:00", "2001-12-14T21:59:43+99:00"),
        ("18446744073709551616", 2**64),
        ("-9223372036854775809", -(2**63) - 1),
        (".inf", math.inf),
    ],
)
def test_plain_scalars(text, value):
    assert frontmatter.loads(f"---\na: {text}\n---\n")["a"] == value


texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    texts,
    st.dates(),
    st.datetimes(timezones=st.none()),
)
values = st.recursive(
    scalars, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)), max_leaves=8
)
mappings = st.dictionaries(texts, values, max_size=4)


@given(mappings)
@settings(deadline=None)
def test_what_is_written_is_read_again(metadata):
    written = frontmatter.dumps(metadata, "Body\n")
    assert frontmatter.parse(written) == (metadata, "Body\n")


@given(mappings, mappings)
@settings(deadline=None)
def test_a_mapping_that_is_changed_is_the_mapping_that_is_read(before, after):
    post = frontmatter.loads(frontmatter.dumps(before, "Body é\n"))
    post.metadata.clear()
    post.metadata.update(after)
    try:
        text = post.text
    except interline.FrontmatterError:
        return
    read = frontmatter.loads(text)
    assert read.content == "Body é\n"
    assert loose(read.metadata) == loose(after)


def loose(value):
    """A string that looks like a date is written as one where it replaces one."""
    if isinstance(value, dict):
        return {key: loose(item) for key, item in value.items()}
    if isinstance(value, list):
        return [loose(item) for item in value]
    if isinstance(value, datetime.date):
        return value.isoformat()
    return value


@given(st.text(max_size=60))
@settings(deadline=None)
def test_any_text_is_read_or_refused(text):
    for header in (text, f"---\n{text}\n---\n", f"+++\n{text}\n+++\n"):
        try:
            post = frontmatter.loads(header)
            assert post.text == header
            dict(post)
        except (interline.FrontmatterError, UnicodeEncodeError):
            continue
        assert post.text == header
