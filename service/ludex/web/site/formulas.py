"""Formulas in TeX between dollar signs, as MathML that browsers show without a script."""

import re
from functools import lru_cache

from latex2mathml.converter import convert
from markupsafe import Markup, escape

_PARTS = re.compile(r"\$\$(.+?)\$\$|\$(.+?)\$|`(.+?)`", re.DOTALL)


@lru_cache(maxsize=4096)
def mathml(formula: str, *, display: bool = False) -> Markup:
    """Return a TeX formula as MathML.

    >>> mathml("n").startswith("<math"), "<mi>n</mi>" in mathml("n")
    (True, True)
    """
    return Markup(convert(formula, display="block" if display else "inline"))


def typeset(text: object) -> Markup:
    """Return a text as HTML: `$...$` is a formula in the line, `$$...$$` one on its own, and backticks mark code.

    >>> typeset("a & $b$").startswith("a &amp; <math"), typeset("5 < `x`")
    (True, Markup('5 &lt; <code>x</code>'))
    """
    source, parts, end = str(text), list[Markup](), 0
    for found in _PARTS.finditer(source):
        display, inline, code = found.groups()
        part = Markup("<code>{}</code>").format(code) if code else mathml(display or inline, display=bool(display))
        parts += [escape(source[end : found.start()]), part]
        end = found.end()
    return Markup("").join([*parts, escape(source[end:])])
