"""Citations of stored objects and of Ludex in the formats of reference managers: BibTeX, RIS and CSL JSON."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from ludex.version import RELEASE_YEAR, __version__

if TYPE_CHECKING:
    from ludex.catalogue.objects.reading import ObjectView

AUTHOR = "The Ludex developers"


@dataclass(frozen=True, slots=True)
class CitationFormat:
    """A citation format: the media type, the file suffix, and the function that writes a citation."""

    media_type: str
    suffix: str
    write: "Callable[[Citation], str]"


@dataclass(frozen=True, slots=True)
class Citation:
    """The content of the citation of an object.

    `url` is None unless the public address of the installation is configured.
    """

    label: str
    title: str
    url: str | None
    version: str = __version__
    year: int = RELEASE_YEAR


def cite(found: "ObjectView", public_url: str | None) -> Citation:
    """Return the citation of an object. `public_url` is the setting LUDEX_PUBLIC_URL.

    The title contains the title of the object, or its label if it has no title.
    """
    words, name = found.kind.words, json.loads(found.text()).get("title") or ""
    named = f": {' '.join(name.split())}" if name else f" {found.label}"
    title = f"{words[:1].upper()}{words[1:]}{named}"
    return Citation(found.label, title, None if public_url is None else f"{public_url}/objects/{found.label}")


def write_bibtex(citation: Citation) -> str:
    r"""Return a BibTeX entry.

    >>> print(write_bibtex(Citation("set-card-3-4-x", "SET card set-card-3-4-x", None, "1.0.0", 2026)), end="")
    @misc{set-card-3-4-x,
      author = {{The Ludex developers}},
      title = {{SET card set-card-3-4-x}},
      year = {2026},
      version = {1.0.0},
      howpublished = {Ludex, version 1.0.0},
      note = {Label set-card-3-4-x}
    }
    """
    fields = {
        "author": f"{{{AUTHOR}}}",
        "title": f"{{{_latex(citation.title)}}}",
        "year": str(citation.year),
        "version": citation.version,
        "howpublished": f"Ludex, version {citation.version}",
        "note": f"Label {citation.label}",
    }
    if citation.url is not None:
        fields["url"] = citation.url
    lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items())
    return f"@misc{{{citation.label},\n{lines}\n}}\n"


_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        **{sign: f"\\{sign}" for sign in "&%$#_"},
    }
)


def _latex(text: str) -> str:
    r"""Return text with the special characters of LaTeX escaped. Braces stay balanced, which BibTeX requires.

    >>> print(_latex("50 % {hard"))
    50 \% \textbraceleft{}hard
    """
    return text.translate(_LATEX)


def write_ris(citation: Citation) -> str:
    r"""Return a RIS record.

    >>> print(write_ris(Citation("set-card-3-4-x", "SET card set-card-3-4-x", None, "1.0.0", 2026)), end="")
    TY  - DATA
    AU  - The Ludex developers
    TI  - SET card set-card-3-4-x
    PY  - 2026
    ET  - 1.0.0
    PB  - Ludex
    AN  - set-card-3-4-x
    ER  -
    """
    fields = [
        ("TY", "DATA"),
        ("AU", AUTHOR),
        ("TI", citation.title),
        ("PY", str(citation.year)),
        ("ET", citation.version),
        ("PB", "Ludex"),
        ("AN", citation.label),
    ]
    if citation.url is not None:
        fields.append(("UR", citation.url))
    return "".join(f"{tag}  - {value}\r\n" for tag, value in [*fields, ("ER", "")])


def write_csl_json(citation: Citation) -> str:
    """Return a CSL JSON list with one item."""
    item: dict[str, object] = {
        "id": citation.label,
        "type": "dataset",
        "author": [{"literal": AUTHOR}],
        "title": citation.title,
        "issued": {"date-parts": [[citation.year]]},
        "version": citation.version,
        "publisher": "Ludex",
        "number": citation.label,
    }
    if citation.url is not None:
        item["URL"] = citation.url
    return json.dumps([item], ensure_ascii=False, indent=2) + "\n"


FORMATS: Mapping[str, CitationFormat] = MappingProxyType(
    {
        "bibtex": CitationFormat("application/x-bibtex", "bib", write_bibtex),
        "ris": CitationFormat("application/x-research-info-systems", "ris", write_ris),
        "csl-json": CitationFormat("application/vnd.citationstyles.csl+json", "csl.json", write_csl_json),
    }
)
"""The formats by name."""
