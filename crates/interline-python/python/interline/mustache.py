"""The complete mustache specification: templates, partials, lambdas, inheritance, contexts in layers."""

from interline._interline import Check, Context, MissingName, Name, Template, render

__all__ = ["Check", "Context", "MissingName", "Name", "Template", "render"]
