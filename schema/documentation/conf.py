"""Configuration of Sphinx for the documentation; `scripts/build-docs` runs it."""

import sys
from pathlib import Path

from ludex.version import __version__

sys.path.insert(0, str(Path(__file__).parent))

project = "Ludex"
author = "the authors of Ludex"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "formulas", "generated_tables"]

source_suffix = {".md": "markdown"}
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 4

# Docstrings mark code with single backticks, as Markdown does.
default_role = "literal"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints = "none"
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False

html_math_renderer = "mathml"
html_theme = "theme"
html_theme_path = ["."]
html_title = "Ludex"
_SITE = "../../service/ludex/web/static"
html_static_path = [f"{_SITE}/tokens.css", f"{_SITE}/site.css", f"{_SITE}/ludex.svg"]
html_favicon = f"{_SITE}/ludex.svg"
html_context = {
    "site_pages": [
        ("Daily", "daily"),
        ("Play", "play"),
        ("Explore", "explore"),
        ("Make", "make"),
        ("Learn", "documentation"),
    ]
}
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
# Examples with output are of the shell; they must not be highlighted as errors.
highlight_language = "none"
