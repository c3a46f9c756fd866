"""Prompt fragments in layers, and commands of agent tools."""

from interline._interline import Command, Fragment, Fragments, Problem, SearchLayer as Layer, discover, expand

__all__ = ["Command", "Fragment", "Fragments", "Layer", "Problem", "discover", "expand"]
