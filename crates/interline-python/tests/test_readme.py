"""The programs of the README run."""

import importlib.util
import pathlib

import pytest

spec = importlib.util.spec_from_file_location("readme", pathlib.Path(__file__).parent / "readme.py")
readme = importlib.util.module_from_spec(spec)
spec.loader.exec_module(readme)


@pytest.mark.parametrize("program", readme.programs())
def test_program(program):
    exec(compile(program, "README.md", "exec"), {"__name__": "__main__"})


def test_every_program_is_found():
    assert len(readme.programs()) == readme.README.read_text("utf-8").count("```python") > 5
