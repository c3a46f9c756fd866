"""The functions of chevron.

    from interline.compat import chevron
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator as _Iterator
from os import path as _path
from typing import Any, Callable, Dict, FrozenSet, List, Mapping, Optional, Sequence, Set, Tuple

from interline._errors import TemplateError
from interline._interline import Context, Template

__all__ = ["ChevronError", "main", "render"]


class ChevronError(SyntaxError):
    """A template that cannot be parsed."""


_DEFAULTS = ("{{", "}}")
_TRIPLE = re.compile(r"\{\{\{\s*(.+?)\s*\}\}\}")
_VARIABLE = re.compile(r"\{\{\s*([^\s{}#^/>!=&<$][^{}]*?)\s*\}\}")


class _Names:
    """The names of a template, by what they are used for."""

    def __init__(self, template: Template) -> None:
        tested: Set[str] = set()
        segments: Set[str] = set()
        for name in template.names():
            if name.kind == "partial":
                continue
            parts = name.path.split(".")
            segments.update(parts)
            if name.kind in ("section", "inverted"):
                tested.add(parts[-1])
        segments.discard("")
        self.tested: FrozenSet[str] = frozenset(tested)
        self.segments = segments


def _value(value: Any, key: str, names: _Names, around: Tuple[int, ...] = ()) -> Any:
    """Makes plain data of an object, as chevron would see it."""
    kind = type(value)
    if kind is str or value is None:
        return value
    if kind is bool:
        # Printed as Python prints it. False has to be false where it is tested.
        return False if not value and key in names.tested else str(value)
    if kind is int:
        return False if value == 0 and key in names.tested else value
    if kind is float:
        return False if value == 0 and key in names.tested else str(value)
    if key not in names.tested and isinstance(value, (dict, list, tuple)) and not value:
        return ""
    if id(value) in around:
        return str(value)
    around = (*around, id(value))
    if kind is dict:
        return {str(name): _value(item, str(name), names, around) for name, item in value.items()}
    if isinstance(value, Mapping):
        return {str(name): _value(value[name], str(name), names, around) for name in value}
    fields = getattr(value, "_fields", None)
    if fields is not None and isinstance(value, tuple) and key not in names.tested:
        return {name: _value(getattr(value, name), name, names, around) for name in fields}
    if isinstance(value, (Sequence, _Iterator)) and not isinstance(value, (str, bytes)):
        return [_value(item, key, names, around) for item in value]
    if callable(value):
        return _lambda(value)
    if getattr(value, "_CHEVRON_return_scope_when_falsy", False):
        return False if key in names.tested and not value else str(value)
    if key in names.tested and not value:
        return False
    found = _attributes(value, names, around)
    return found if found else str(value)


def _attributes(value: Any, names: _Names, around: Tuple[int, ...]) -> Dict[str, Any]:
    found: Dict[str, Any] = {}
    for name in names.segments:
        try:
            item = value[name]
        except (TypeError, AttributeError, KeyError, IndexError):
            try:
                item = getattr(value, name)
            except AttributeError:
                continue
        found[name] = _value(item, name, names, around)
    return found


def _lambda(function: Callable[..., Any]) -> Callable[[str, Any], str]:
    def call(text: str, render: Any) -> str:
        return str(function(_TRIPLE.sub(r"{{& \1 }}", text), render))

    return call


def _error(error: TemplateError, shift: int) -> ChevronError:
    names = re.findall(r"`([^`]*)`", error.message)
    line = (error.line or 1) - shift
    name = re.sub(r"^\W+|\W+$", "", names[0]) if names else ""
    if error.code in ("unclosed-tag", "empty-tag"):
        return ChevronError(f"unclosed tag at line {line}")
    if error.code == "bad-delimiters":
        return ChevronError(f"unclosed set delimiter tag\nat line {line}")
    if error.code == "stray-close":
        return ChevronError(
            f'Trying to close tag "{name}"\nLooks like it was not opened.\nline {line + 1}'
        )
    if error.code == "mismatched-close":
        opened = re.sub(r"^\W+|\W+$", "", names[1]) if len(names) > 1 else ""
        return ChevronError(
            f'Trying to close tag "{name}"\nlast open tag is "{opened}"\nline {line + 1}'
        )
    if error.code == "unclosed-section":
        return ChevronError(
            f'Unexpected EOF\nthe tag "{name}" was never closed\nwas opened at line {line}'
        )
    return ChevronError(error.message)


def render(
    template: Any = "",
    data: Any = {},
    partials_path: Optional[str] = ".",
    partials_ext: str = "mustache",
    partials_dict: Mapping[str, str] = {},
    padding: str = "",
    def_ldel: str = "{{",
    def_rdel: str = "}}",
    scopes: Optional[List[Any]] = None,
    warn: bool = False,
    keep: bool = False,
) -> str:
    """Renders a template with data."""
    if not isinstance(template, str):
        template = template.read()
    delimiters = (def_ldel, def_rdel)
    # A tag that is alone on its line, so that the line is removed with it.
    prefix = "" if delimiters == _DEFAULTS else "{{=%s %s=}}\n" % delimiters

    def source(text: str) -> str:
        if keep and delimiters == _DEFAULTS:
            text = _VARIABLE.sub(r"{{ \1 }}", text)
        return prefix + text

    def partial(name: str, get: Callable[[str], str] = partials_dict.__getitem__) -> Optional[str]:
        try:
            found = get(name)
        except KeyError:
            if not partials_path:
                return None
            ending = f".{partials_ext}" if partials_ext else ""
            try:
                with io.open(_path.join(partials_path, name + ending), encoding="utf-8") as file:
                    found = file.read()
            except OSError:
                return None
        return source(found)

    def unseen(name: str) -> Optional[str]:
        # A mapping may note which partials are rendered.
        if isinstance(partials_dict, dict):
            return partial(name, lambda key: dict.__getitem__(partials_dict, key))
        return partial(name)

    try:
        text = source(template)
        names = _Names(Template(text, partials=unseen))
        compiled = Template(text, partials=partial, missing="keep" if keep else "empty")
        if scopes is None:
            given: Any = _value(data, "", names)
        else:
            given = Context()
            for scope in reversed(scopes):
                given = given.child(_value(scope, "", names))
        if warn:
            checked = compiled.check(given)
            for missing in [*checked.missing, *checked.absent_sections]:
                sys.stderr.write(f"Could not find key '{missing.path}'\n")
        rendered = compiled.render(given)
    except TemplateError as error:
        if error.__cause__ is not None:
            raise error.__cause__
        raise _error(error, 1 if prefix else 0) from error
    return rendered.replace("\n", "\n" + padding) if padding else rendered


def main(template: str, data: Optional[str] = None, **kwargs: Any) -> str:
    """Renders the template in a file with the data in another, which is YAML or JSON."""
    loader = kwargs.pop("yaml_loader", None) or "SafeLoader"
    with io.open(template, encoding="utf-8") as file:
        text = file.read()
    loaded: Any = {}
    if data is not None:
        with io.open(data, encoding="utf-8") as file:
            try:
                import yaml

                loaded = yaml.load(file, Loader=getattr(yaml, loader))
            except ImportError:
                import json

                loaded = json.load(file)
    return render(text, loaded, **kwargs)
