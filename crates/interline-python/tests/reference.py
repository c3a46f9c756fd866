"""Writes the reference of the package from its docstrings and stubs.

    python reference.py FILE
"""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Union

MODULES = [
    "interline",
    "interline.frontmatter",
    "interline.mustache",
    "interline.agents",
    "interline.prompts",
    "interline.content",
    "interline.compat.frontmatter",
    "interline.compat.chevron",
]
SOURCES = Path(__file__).parent.parent / "python" / "interline"
Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]

START = """# Reference

Every public name of the package, by module. Written from the docstrings and the type stubs: `INTERLINE_WRITE_DOCS=1 scripts/test-python`
writes it, and a test compares it with the package.

Indices are in characters, lines and columns from 1.
"""


def stub() -> Dict[str, ast.stmt]:
    """Returns the classes and functions of the native module by name."""
    tree = ast.parse((SOURCES / "_interline.pyi").read_text("utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}


def options() -> Dict[str, List[str]]:
    """Returns the keyword arguments of each `TypedDict` in `_options.pyi`."""
    tree = ast.parse((SOURCES / "_options.pyi").read_text("utf-8"))
    found: Dict[str, List[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            inherited = [field for base in node.bases for field in found.get(ast.unparse(base), [])]
            own = [ast.unparse(field) for field in node.body if isinstance(field, ast.AnnAssign)]
            found[node.name] = inherited + own
    return found


def signature(function: Function, drop: int) -> str:
    """Returns the arguments and the result of a function, without the first `drop` arguments."""
    arguments = function.args
    arguments.posonlyargs, arguments.args = [], (arguments.posonlyargs + arguments.args)[drop:]
    result = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    return f"({ast.unparse(arguments)}){result}"


def paragraph(text: Optional[str]) -> str:
    return inspect.cleandoc(text or "").strip()


def decorators(function: Function) -> List[str]:
    return [ast.unparse(decorator) for decorator in function.decorator_list]


def native_members(node: ast.ClassDef, made: type) -> Iterator[str]:
    """Yields the lines of the members of a native class."""
    seen = set()
    for item in node.body:
        if not isinstance(item, ast.FunctionDef) or item.name in seen:
            continue
        marks = decorators(item)
        if any(mark.endswith(".setter") for mark in marks):
            continue
        if item.name.startswith("_") and item.name != "__new__":
            continue
        seen.add(item.name)
        doc = paragraph(getattr(made, item.name).__doc__)
        if item.name == "__new__":
            yield f"* `{made.__name__}{signature(item, 1).split(' -> ')[0]}`"
        elif "property" in marks:
            result = ast.unparse(item.returns) if item.returns else "Any"
            yield f"* `{item.name}`: `{result}`. {doc}"
        else:
            yield f"* `{item.name}{signature(item, 0 if 'staticmethod' in marks else 1)}`: {doc}"


def python_members(made: type) -> Iterator[str]:
    """Yields the lines of the members of a class that is written in Python."""
    for name, member in vars(made).items():
        if name.startswith("_") and name != "__init__":
            continue
        if name == "__init__":
            yield f"* `{made.__name__}{plain_signature(member, 1).split(' -> ')[0]}`"
        elif isinstance(member, property):
            yield f"* `{name}`. {paragraph(member.__doc__)}"
        elif inspect.isfunction(member):
            yield f"* `{name}{plain_signature(member, 1)}`: {paragraph(inspect.getdoc(getattr(made, name)))}"


def plain_signature(function: Any, drop: int) -> str:
    """Returns the signature that the source has, which does not depend on the version of Python."""
    (node,) = ast.parse(inspect.cleandoc("\n" + inspect.getsource(function))).body
    assert isinstance(node, ast.FunctionDef)
    return signature(node, drop)


def attributes(made: type) -> Iterator[str]:
    """Yields the lines of attributes that are documented by the string below them."""
    source = inspect.getsource(made)
    body = ast.parse(inspect.cleandoc("\n" + source)).body[0]
    assert isinstance(body, ast.ClassDef)
    for field, doc in zip(body.body, body.body[1:]):
        if isinstance(field, ast.AnnAssign) and isinstance(doc, ast.Expr) and isinstance(doc.value, ast.Constant):
            yield f"* `{ast.unparse(field.target)}`: `{ast.unparse(field.annotation)}`. {str(doc.value.value)}"


def entry(name: str, made: Any, native: Dict[str, ast.stmt]) -> str:
    """Returns the section of a name."""
    node = native.get(getattr(made, "__name__", ""))
    is_native = getattr(made, "__module__", "") == "interline._interline" or not hasattr(made, "__code__")
    if inspect.isclass(made):
        bases = [base.__name__ for base in made.__bases__ if base is not object]
        title = f"### class `{name}`" + (f" ({', '.join(bases)})" if bases else "")
        if isinstance(node, ast.ClassDef):
            lines = list(native_members(node, made))
        else:
            lines = [*attributes(made), *python_members(made)]
        return "\n\n".join([title, paragraph(made.__doc__), *(["\n".join(lines)] if lines else [])])
    if isinstance(node, ast.FunctionDef) and is_native:
        arguments = signature(node, 0)
    elif inspect.isfunction(made):
        arguments = plain_signature(made, 0)
    else:
        return f"### `{name}`\n\n{type(made).__name__}"
    return f"### `{name}{arguments}`\n\n{paragraph(made.__doc__)}"


def reference() -> str:
    """Returns the page."""
    parts = [START]
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        native = stub() if "compat" not in module_name else {}
        parts.append(f"## `{module_name}`\n\n{paragraph(module.__doc__)}\n")
        for name in sorted(module.__all__, key=str.lower):
            made = getattr(module, name)
            if inspect.ismodule(made):
                continue
            parts.append(entry(name, made, native) + "\n")
    parts.append("## Keyword arguments\n\nThose of `Unpack[…]` above.\n")
    for name, fields in options().items():
        lines = "\n".join(f"* `{field}`" for field in fields)
        parts.append(f"### `{name}`\n\n{lines}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(reference(), "utf-8")
