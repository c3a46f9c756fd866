"""Random objects, threads and memory."""

import datetime
import gc
import os
import pickle
import subprocess
import sys
import threading

import pytest
from hypothesis import given, settings, strategies as st

import interline
from interline import agents, content, frontmatter, mustache, prompts

SMALL = "---\ntitle: A\ntags: [a, b]\n---\nBody\n"


class Odd:
    """Raises, or is a mapping that lies about itself."""

    def __init__(self, kind):
        self.kind = kind

    def keys(self):
        raise RuntimeError("keys")

    def __str__(self):
        return 5 if self.kind else "odd"

    def __call__(self, *arguments):
        raise RuntimeError("called")


class Lying(dict):
    def items(self):
        return [1, 2]


odd = st.sampled_from(
    [
        Odd(0), Odd(1), Lying(a=1), object(), object, print, b"bytes", bytearray(b"x"), {1, 2}, range(3), 1j, "\ud800",
        float("nan"), float("inf"), 10**4200, datetime.timedelta(1), datetime.time(1, 2), (x for x in "ab"), Ellipsis,
        {1: 2}, {None: 1}, {(1,): 1}, {"\ud800": 1}, {1: 1, "1": 2}, type, NotImplemented, memoryview(b"x"),
    ]
)
objects = st.recursive(
    st.one_of(odd, st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.tuples(inner, inner), st.dictionaries(st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)

CALLS = [
    lambda a, b: mustache.render(a, b),
    lambda a, b: mustache.render("{{a}}{{#b}}{{.}}{{/b}}", a, partials=b),
    lambda a, b: mustache.render("{{#a}}{{>x}}{{/a}}", {"a": a}, lambdas=b),
    lambda a, b: mustache.Template("{{a}}", **b).check(a),
    lambda a, b: mustache.Context(a).child(b).flatten(),
    lambda a, b: frontmatter.loads(SMALL).set(a, b),
    lambda a, b: frontmatter.loads(SMALL).push("tags", a),
    lambda a, b: frontmatter.loads(SMALL).insert("tags", a, b),
    lambda a, b: frontmatter.loads(SMALL).update(a),
    lambda a, b: frontmatter.loads(SMALL)[a],
    lambda a, b: frontmatter.loads(SMALL).metadata.update({"x": a}),
    lambda a, b: frontmatter.dumps(a, b),
    lambda a, b: frontmatter.load(a),
    lambda a, b: interline.apply_text(a, b),
    lambda a, b: interline.apply_text("x", "y", modes=a, markers=b),
    lambda a, b: interline.apply_text("x", "y", **b),
    lambda a, b: interline.set_component("x", a, b),
    lambda a, b: list(interline.stream(a, b)),
    lambda a, b: interline.Response(a, text=b),
    lambda a, b: interline.Edit(a, b, "x"),
    lambda a, b: agents.load(a),
    lambda a, b: agents.loads(a, b),
    lambda a, b: agents.set_field(SMALL, a, b),
    lambda a, b: agents.layers("claude_code", workspace=a, home=b),
    lambda a, b: prompts.discover(a),
    lambda a, b: prompts.expand(SMALL, a),
    lambda a, b: content.Library(a, categories=b),
    lambda a, b: content.Library(".", categories={"a": "."}).content("a/none*", agent=a, variables=b),
]

EXPECTED = (interline.Error, TypeError, ValueError, KeyError, OverflowError, RuntimeError, AttributeError, OSError)


@given(st.sampled_from(CALLS), objects, objects)
@settings(deadline=None, max_examples=int(os.environ.get("INTERLINE_EXAMPLES", "600")))
def test_any_object_is_taken_or_refused(call, a, b):
    try:
        call(a, b)
    except EXPECTED:
        pass


def deep(levels, around):
    value = 1
    for _ in range(levels):
        value = around(value)
    return value


@pytest.mark.parametrize("around", [lambda x: [x], lambda x: {"a": x}, lambda x: (x,)])
@pytest.mark.parametrize("take", [mustache.Context, frontmatter.dumps, lambda x: mustache.render("{{a}}", x)])
def test_deep_objects(around, take):
    with pytest.raises(interline.ConversionError) as caught:
        take({"a": deep(100_000, around)})
    assert caught.value.code == "too-deep" and len(str(caught.value)) < 200


def test_cyclic_objects():
    cycle = {}
    cycle["a"] = [cycle, cycle]
    post = frontmatter.loads(SMALL)
    for take in (mustache.Context, frontmatter.dumps, lambda x: post.set("x", x), post.update):
        with pytest.raises(interline.ConversionError) as caught:
            take(cycle)
        assert caught.value.code == "too-deep"


def test_objects_that_hold_one_another_many_times():
    value = "x"
    for _ in range(60):
        value = [value, value]
    with pytest.raises(interline.ConversionError) as caught:
        mustache.Context({"a": value})
    assert caught.value.code == "too-many-values"


def test_an_object_that_changes_while_it_is_read():
    class Growing(dict):
        def items(self):
            self["more"] = 1
            return super().items()

    assert mustache.render("{{more}}", Growing(a=1)) == "1"

    class Clearing:
        def __init__(self, dictionary):
            self.dictionary = dictionary

        def __fspath__(self):
            self.dictionary.clear()
            return "x"

    given = {}
    given.update({"a": 1, "path": Clearing(given), "b": 2})
    os.PathLike.register(Clearing)
    assert mustache.render("{{a}}{{path}}{{b}}", given) == "1x2"
    assert given == {}


def test_errors_are_pickled():
    with pytest.raises(interline.FrontmatterError) as caught:
        frontmatter.loads("---\na: 1\na: 2\n---\n")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.line, again.code, again.report) == (
        str(caught.value), 3, "duplicate-key", caught.value.report
    )


def test_threads(tmp_path):
    template = mustache.Template("{{#items}}{{#f}}{{n}}{{/f}}{{/items}}")
    post = frontmatter.loads(SMALL)
    log = tmp_path / "log.md"
    log.write_text("<!-- agent:log patch=append -->\n<!-- /agent:log -->\n")
    failures = []

    def work(number):
        try:
            data = {"items": [{"n": n} for n in range(20)], "f": lambda text, render: f"{number}:{render(text)} "}
            expected = "".join(f"{number}:{n} " for n in range(20))
            for _ in range(40):
                assert template.render(data) == expected
                assert frontmatter.loads(SMALL)["title"] == "A"
                try:
                    post.set(f"key{number}", number)
                except RuntimeError:
                    pass  # Another thread changes it now.
            for line in range(5):
                patch = interline.Patch("log", f"- {number} {line}\n")
                interline.apply(log, interline.Response([patch]), boundary="keep")
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert sum(line.startswith("- ") for line in log.read_text().splitlines()) == 30


LEAK = """
import resource, sys
from interline import frontmatter, mustache, apply_text, agents
import interline
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
text = "---\\ntitle: A\\ntags: [a, b]\\n---\\nBody\\n"
document = "<!-- agent:a -->\\nx\\n<!-- /agent:a -->\\n"
patch = "<!-- patch:a -->\\ny\\n<!-- /patch:a -->\\n"
template = mustache.Template("{{#f}}{{a}}{{/f}}")
def call():
    post = frontmatter.loads(text)
    post["tags"].append("c")
    post.text
    template.render({"a": 1, "f": lambda t, render: render(t)})
    apply_text(document, patch).edits
    list(interline.stream(document, [patch]))
    agents.loads(text.replace("title", "name"))
    try:
        frontmatter.loads("---\\na: [\\n---\\n")
    except interline.Error:
        pass
count = int(sys.argv[1])
for _ in range(max(count // 10, 200)):
    call()
before = peak()
for _ in range(count):
    call()
print(peak() - before)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs the module `resource`")
def test_memory():
    """A million calls with INTERLINE_CALLS=125000: a round has eight."""
    count = os.environ.get("INTERLINE_CALLS", "1000")
    run = subprocess.run([sys.executable, "-c", LEAK, count], stdout=subprocess.PIPE, check=True, text=True)
    gc.collect()
    # Kilobytes. A leak of one object in each round would take more.
    assert int(run.stdout) < 512
