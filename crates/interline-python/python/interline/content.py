"""The files of a docroot, found by categories and collections, and rendered for an agent."""

from interline._interline import Content, File, Library

__all__ = ["Content", "File", "Library"]
