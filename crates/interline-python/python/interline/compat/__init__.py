"""Modules with the functions of other packages: `interline.compat.frontmatter` and `interline.compat.chevron`."""
