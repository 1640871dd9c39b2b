"""Functions that format numbers, names, times and formulas for pages. Templates use them as filters.

TeX formulas between dollar signs become MathML, which browsers show without a script.
"""

import re
from decimal import Decimal
from functools import lru_cache

from latex2mathml.converter import convert
from markupsafe import Markup, escape

_MOST_DIGITS_WRITTEN_OUT = 9
_COMPOUND = re.compile(r"(?<=\bno) |(?<=\bx) ")
_MINUTE, _HOUR, _DAY = 60, 3600, 86400


def grouped(number: int | float) -> str:
    """Return a number with thousands separators.

    >>> grouped(58320), grouped(0.25)
    ('58,320', '0.25')
    """
    return f"{number:,}"


def first_sentence(text: str) -> str:
    """Return the first sentence of a text. The rest of the text is for readers of the API.

    >>> first_sentence("The graph of the drawing. The detail lists vertices."), first_sentence("A card")
    ('The graph of the drawing.', 'A card')
    """
    first, end, _ = text.partition(". ")
    return first + end.strip()


def number_written(number: int) -> tuple[str, str]:
    """Return an integer as text. If it is long, only its first digits and an exponent of ten are shown.

    >>> number_written(58_320), number_written(18_534_567_890_123)
    (('58,320', ''), ('1.9', '13'))
    """
    if number < 10**_MOST_DIGITS_WRITTEN_OUT:
        return f"{number:,}", ""
    digits, _, exponent = f"{Decimal(number):.1e}".partition("e+")
    return digits, exponent


def value_written(value: object) -> str:
    """Return a JSON value as human-readable text. An unknown value is shown as a dash.

    >>> value_written(None), value_written(True), value_written(12000), value_written([3, 1]), value_written("a")
    ('–', 'yes', '12,000', '3, 1', 'a')
    >>> value_written([[0, 10], [None, 1]]), value_written({"by_size": 3})
    ('0: 10, –: 1', 'by size: 3')
    """
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, dict):
        return ", ".join(f"{words(str(name))}: {value_written(item)}" for name, item in value.items()) or "none"
    if isinstance(value, list):
        each = [
            ": ".join(map(value_written, item)) if isinstance(item, list) else value_written(item) for item in value
        ]
        return ", ".join(each) or "none"
    return str(value)


def words(name: str) -> str:
    """Return an identifier as words. The prefixes `no` and `x` keep their hyphen.

    >>> words("min_swaps"), words("no-swish-sets"), words("x_type")
    ('min swaps', 'no-swish sets', 'x-type')
    """
    return _COMPOUND.sub("-", name.replace("_", " ").replace("-", " "))


def capital(text: str) -> str:
    """Return a text with its first letter capitalized.

    >>> capital("x-types of SET")
    'X-types of SET'
    """
    return text[:1].upper() + text[1:]


def coded(text: str) -> Markup:
    """Convert a text to HTML. Text in backticks is marked as code.

    >>> coded("at most `upper` & so")
    Markup('at most <code>upper</code> &amp; so')
    """
    parts = enumerate(map(escape, text.split("`")))
    return Markup("").join(Markup("<code>{}</code>").format(part) if place % 2 else part for place, part in parts)


def duration(seconds: float) -> str:
    """Return a duration as text with a unit.

    >>> duration(0.02), duration(0.5), duration(90), duration(7200), duration(10**6)
    ('less than 0.1 s', '0.5 s', '1.5 minutes', '2 hours', '12 days')
    """
    for unit, least in (("days", _DAY), ("hours", _HOUR), ("minutes", _MINUTE)):
        if seconds >= least:
            number = seconds / least
            return f"{round(number):,} {unit}" if number > 10 else f"{round(number, 1):g} {unit}"
    return "less than 0.1 s" if seconds < 0.1 else f"{seconds:.2g} s"


def counted(number: int, name: str) -> str:
    """Return a number followed by a noun. The noun is plural unless the number is 1.

    >>> counted(1, "swap"), counted(1200, "swap")
    ('1 swap', '1,200 swaps')
    """
    return f"{number:,} {name}{'s' * (number != 1)}"


_PARTS = re.compile(r"\$\$(.+?)\$\$|\$(.+?)\$|`(.+?)`", re.DOTALL)


@lru_cache(maxsize=4096)
def mathml(formula: str, *, display: bool = False) -> Markup:
    """Return a TeX formula as MathML.

    >>> mathml("n").startswith("<math"), "<mi>n</mi>" in mathml("n")
    (True, True)
    """
    return Markup(convert(formula, display="block" if display else "inline"))


def typeset(text: object) -> Markup:
    """Return a text as HTML: `$...$` is an inline formula, `$$...$$` is a displayed formula, and backticks mark code.

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


_TAP = re.compile(r"\b([Tt])ap\b")


def clicked(text: str) -> str:
    """Return an instruction for a mouse, given the instruction for a touch screen.

    >>> clicked("Tap an edge, or tap two vertices.")
    'Click an edge, or click two vertices.'
    """
    return _TAP.sub(lambda found: "Click" if found[1] == "T" else "click", text)


def by_pointer(text: str) -> Markup:
    """Return an instruction as HTML that says "tap" on touch screens, and "click" elsewhere.

    >>> by_pointer("Tap it")
    Markup('<span class="coarse">Tap</span><span class="fine">Click</span> it')
    """

    def both(found: re.Match[str]) -> str:
        return f'<span class="coarse">{found[0]}</span><span class="fine">{clicked(found[0])}</span>'

    return Markup(_TAP.sub(both, str(escape(text))))


FILTERS = {
    "by_pointer": by_pointer,
    "clicked": clicked,
    "coded": coded,
    "first_sentence": first_sentence,
    "typeset": typeset,
    "grouped": grouped,
    "written": number_written,
    "words": words,
    "capital": capital,
    "value": value_written,
    "counted": counted,
}
