"""The resources of the Model Context Protocol: stored objects, the glossary and the pages of the documentation."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from urllib.parse import unquote

from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.search.pages import documentation_folder

OBJECTS = "ludex://objects/"
"""The beginning of the URI of a stored object; its label or slug follows."""

_GLOSSARY = "ludex://glossary"
_DOCUMENTATION = "ludex://documentation/"
_INCLUDED = re.compile(r"^```\{include\} (\S+)\n.*?^```$", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r"^# +(.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class TextResource:
    """A text in Markdown with its URI, title and description."""

    uri: str
    title: str
    about: str
    text: str


@lru_cache(maxsize=4)
def texts(registry: Registry) -> dict[str, TextResource]:
    """Return the glossary and the pages of the documentation by their URIs."""
    about = "The facts of each kind of objects, the relations of the graph, and the statements of claims."
    glossary = TextResource(_GLOSSARY, "Glossary", about, "\n".join(_glossary(registry)))
    return {resource.uri: resource for resource in (glossary, *_pages())}


def label_of(uri: str) -> str | None:
    """Return the label or slug in the URI of an object, or None for other URIs.

    >>> label_of("ludex://objects/swish-36"), label_of("ludex://glossary")
    ('swish-36', None)
    """
    return unquote(uri.removeprefix(OBJECTS)) if uri.startswith(OBJECTS) else None


def _pages() -> Iterator[TextResource]:
    folder: Path | None = documentation_folder()
    for file in sorted(folder.rglob("*.md")) if folder is not None else ():
        name = file.relative_to(folder).with_suffix("").as_posix() if folder is not None else ""
        text = _INCLUDED.sub(partial(_included, file.parent), file.read_text(encoding="utf-8"))
        title = _TITLE.search(text)
        yield TextResource(f"{_DOCUMENTATION}{name}", title[1] if title else name, f"Documentation: {name}.", text)


def _included(folder: Path, directive: re.Match[str]) -> str:
    return (folder / directive[1]).read_text(encoding="utf-8")


def _glossary(registry: Registry) -> Iterator[str]:
    """Yield the lines of the glossary in Markdown."""
    yield "# Glossary"
    for kind in registry.kinds:
        yield f"\n## {kind.name}\n\n{kind.view.about}\n"
        yield from (f"- `{fact.name}`: {fact.about}" for fact in kind.facts)
    yield "\n## Relations\n"
    yield from (f"- `{item.name}`, inverse `{item.inverse}`: {item.about}" for item in registry.relations)
    yield "\n## Statements\n"
    yield from (f"- `{item.name}`: {item.about}" for item in registry.statements)
