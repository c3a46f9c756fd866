"""The reference is as the docstrings and stubs are."""

import importlib.util
import os
import pathlib

spec = importlib.util.spec_from_file_location("reference", pathlib.Path(__file__).parent / "reference.py")
reference = importlib.util.module_from_spec(spec)
spec.loader.exec_module(reference)

PAGE = pathlib.Path(__file__).parent.parent / "docs" / "reference.md"


def test_page():
    made = reference.reference()
    if "INTERLINE_WRITE_DOCS" in os.environ:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(made, "utf-8")
    assert PAGE.read_text("utf-8") == made, "`INTERLINE_WRITE_DOCS=1 scripts/test-python` writes it"


def test_every_name_is_documented():
    made = reference.reference()
    undocumented = [line for line in made.split("\n") if line.startswith("* ") and line.rstrip().endswith((":", "."))]
    assert not [line for line in undocumented if line.endswith(("`: ", "`. ", "`:"))]
    for title in (part for part in made.split("\n### ")[1:]):
        heading, _, rest = title.partition("\n\n")
        assert rest.strip(), heading
