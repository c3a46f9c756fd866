"""The complete mustache specification: templates, partials, lambdas, inheritance, contexts in layers."""

from interline._interline import Check, Context, Name, Template, render

__all__ = ["Check", "Context", "Name", "Template", "render"]
