"""The pages of `schema/`, written in Markdown, as parts of pages: with anchors, and links that lead here."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from ludex.requests.schema import schema_folder

ADDRESS = "/documentation"


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page of the documentation as HTML, its title, and its sections with their anchors."""

    title: str
    html: str
    sections: Sequence[tuple[str, str]]


def names() -> list[str]:
    """Return the names of the pages that there are, those of the tours as `tour-of-NAME`."""
    folder = schema_folder()
    if folder is None:
        return []
    return [_name(file.relative_to(folder).as_posix()) for file in sorted(folder.rglob("*.md"))]


def _name(path: str) -> str:
    """Return what the page of a file is called.

    >>> _name("notation.md"), _name("tours/set.md")
    ('notation', 'tour-of-set')
    """
    place = PurePosixPath(path)
    return f"tour-of-{place.stem}" if place.parent.name == "tours" else place.stem


@lru_cache(maxsize=64)
def rendered(name: str) -> Rendered | None:
    """Return a page by its name, None if there is none. Read once a process."""
    folder = schema_folder()
    if folder is None or name not in names():
        return None
    tour = name.removeprefix("tour-of-")
    file = folder / "tours" / f"{tour}.md" if tour != name else folder / f"{name}.md"
    return render(file.read_text("utf-8"))


def render(text: str) -> Rendered:
    r"""Return a text in Markdown as a page; its first heading is the title.

    >>> found = render("# A title\n\n## Keys and labels\n\n[there](../notation.md#cards)")
    >>> found.title, found.sections
    ('A title', [('Keys and labels', 'keys-and-labels')])
    >>> found.html.splitlines()[1]
    '<p><a href="/documentation/notation#cards">there</a></p>'
    """
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL))
    title, sections = "", []
    kept: list[Token] = []
    skipping = False
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            said = _plain(tokens[place + 1])
            if token.tag == "h1" and not title:
                title, skipping = said, True
            else:
                token.attrSet("id", anchor(said))
                sections += [(said, anchor(said))] if token.tag == "h2" else []
        for child in token.children or ():
            if child.type == "link_open":
                child.attrSet("href", _leads(str(child.attrGet("href"))))
        if not skipping:
            kept.append(token)
        skipping = skipping and token.type != "heading_close"
    parser.renderer = _Renderer(parser)
    return Rendered(title, parser.renderer.render(kept, parser.options, {}), sections)


class _Renderer(RendererHTML):
    """Writes tables and code so that they scroll by themselves, by keyboard too; each has a name of its own."""

    def table_open(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:  # noqa: ANN401
        del options, env
        name = _numbered(tokens, idx, "Table")
        return f'<div class="wide" tabindex="0" role="region" aria-label="{name}"><table class="texts">'

    def table_close(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:  # noqa: ANN401
        del tokens, idx, options, env
        return "</table></div>"

    def fence(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:  # noqa: ANN401
        made = super().fence(tokens, idx, options, env)
        name = _numbered(tokens, idx, "Example")
        return made.replace("<pre>", f'<pre tabindex="0" role="region" aria-label="{name}">', 1)


def _numbered(tokens: Sequence[Token], place: int, name: str) -> str:
    kind = tokens[place].type
    return f"{name} {sum(one.type == kind for one in tokens[: place + 1])}"


def _plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or ())


def anchor(title: str) -> str:
    """Return the anchor of a heading.

    >>> anchor("Cards of SWISH: `a/b`")
    'cards-of-swish-ab'
    """
    return re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-")


def _leads(address: str) -> str:
    """Return where a link of a file leads on the site: other pages are here, other files at the API's documentation."""
    path, hash_, fragment = address.partition("#")
    if not path or "://" in path:
        return address
    if path.endswith(".md"):
        tour = "tours/" in path
        name = _name(f"tours/{PurePosixPath(path).name}" if tour else PurePosixPath(path).name)
        return f"{ADDRESS}/{name}{hash_}{fragment}"
    return "/api/v1/docs"
