"""The pages that a search can find: pages of the site and its games, lists, the glossary, and the documentation."""

import re
from collections.abc import Iterator
from functools import lru_cache

from ludex.catalogue.exact_results.declaration import IntegerSequence, RecordTable, results_of
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.kinds.vocabulary import SearchPage
from ludex.catalogue.search.text_index import TextEntry, capital_words
from ludex.catalogue.search.translation import list_title
from ludex.version import shipped

PAGE, LIST, GLOSSARY, DOCUMENTATION = "page", "list", "glossary", "documentation"
"""The kinds of results that are not objects."""

_GLOSSARY = "/documentation/glossary"
_SEQUENCES = "/sequences"
_PAGES = (
    SearchPage("Home", "/", "Search, statistics, examples, the puzzle of the day, daily puzzle."),
    SearchPage("Explore", "/explore", "All kinds of objects, with the numbers of stored objects."),
    SearchPage("Cypher", "/cypher", "Query the catalogue as a graph in the language Cypher, with an editor."),
    SearchPage("Download", "/download", "Download the data set: the whole catalogue as files."),
    SearchPage("Make", "/make", "Generate and make new objects: forms that start jobs."),
    SearchPage("Graph", "/graph", "The catalogue as a graph: neighbours and relations of objects."),
    SearchPage("Paths", "/graph/paths", "Shortest paths between two objects in the graph."),
    SearchPage("Surroundings", "/graph/around", "The surroundings of an object in the graph, as a map."),
    SearchPage("Jobs", "/jobs", "Long computations: their progress and results."),
    SearchPage("API key", "/key", "Enter your API key, which lets you store objects and start jobs."),
    SearchPage("Learn", "/documentation", "Documentation: tutorials, guides, reference and explanations."),
    SearchPage("Glossary", _GLOSSARY, "The terms that pages, the API and the command line use."),
    SearchPage(
        "Requests and commands",
        "/documentation/commands",
        "All requests of the API and their commands.",
        ("command line",),
    ),
    SearchPage(
        "Complete families",
        "/documentation/completeness",
        "Families of objects whose number is known, with the number of stored members.",
    ),
    SearchPage("How to cite", "/documentation/citing", "Cite the project: BibTeX, licence.", ("licence", "citation")),
    SearchPage(
        "HTTP API", "/api/v1/docs", "Every request (OpenAPI, Swagger, REST), to try in the browser.", ("rest api",)
    ),
)
_NAME_ENDS = ("", " game", " card game", " puzzle", " rule", " rule game")
_BOOSTS = {PAGE: 1.15, LIST: 1.2, GLOSSARY: 1.0, DOCUMENTATION: 0.9}
_FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
_INCLUDED = re.compile(r"^```{include} (\S+)$", re.MULTILINE)
_HEADING = re.compile(r"^#{1,4} +(.*)$", re.MULTILINE)
_KEYWORDS = re.compile(r"^    keywords: (.*)$", re.MULTILINE)
_MARKUP = re.compile(r"[`*_\[\]{}()|#>]+")


@lru_cache(maxsize=4)
def page_entries(registry: Registry) -> tuple[TextEntry, ...]:
    """Return the entries of all pages, from the declarations and the documentation."""
    parts = (_site, _lists, _sequences, _records, _glossary)
    return (*(entry for part in parts for entry in part(registry)), *_documentation())


def _entry(title: str, kind: str, address: str, headings: str = "", body: str = "", names: str = "") -> TextEntry:
    return TextEntry(title, kind, address, headings, body, boost=_BOOSTS[kind], names=names)


def _site(registry: Registry) -> Iterator[TextEntry]:
    for game in registry.games:
        about = "The game: its rules, exact results, and lists."
        name = game.kinds[0].address.partition("/")[0]
        names = "\n".join(f"{known}{end}" for known in (name, game.title) for end in _NAME_ENDS)
        yield _entry(game.title, PAGE, f"/{name}", "rules of the game", about, f"{names}\ngame {name}\nrule of {name}")
        for page in game.vocabulary.pages:
            yield _entry(page.title, PAGE, page.address, page.about, game.title, "\n".join(page.names))
    shared = dict.fromkeys(page for game in registry.games for page in game.vocabulary.shared_pages)
    for page in (*_PAGES, *shared):
        games = " ".join(game.title for game in registry.games if page in game.vocabulary.shared_pages)
        yield _entry(page.title, PAGE, page.address, page.about, games, "\n".join(page.names))


def _lists(registry: Registry) -> Iterator[TextEntry]:
    for game in registry.games:
        for kind in game.kinds:
            names = (kind.words, kind.plural, kind.name)
            title, address = list_title(kind, game.title), f"/{kind.address}"
            yield _entry(title, LIST, address, " ".join(names), kind.view.about, "\n".join(names))


def sequence_address(name: str) -> str:
    """Return the address of the page of an integer sequence."""
    return f"{_SEQUENCES}/{name}"


def _sequences(registry: Registry) -> Iterator[TextEntry]:
    """Yield the pages of the integer sequences. A search finds them by title, name and A-number."""
    sequences = results_of(registry, IntegerSequence)
    if sequences:
        about = "Exact integer sequences, with their terms, proofs and OEIS A-numbers."
        yield _entry("Integer sequences", PAGE, _SEQUENCES, about)
    for sequence in sequences:
        names = f"{sequence.name} {f'OEIS {sequence.oeis}' if sequence.oeis else ''}"
        yield _entry(sequence.title, PAGE, sequence_address(sequence.name), names, sequence.definition)


def _records(registry: Registry) -> Iterator[TextEntry]:
    for table in results_of(registry, RecordTable):
        yield _entry(table.title, PAGE, f"/records/{table.name}", f"{table.name} record table", table.definition)


def _glossary(registry: Registry) -> Iterator[TextEntry]:
    for kind in registry.kinds:
        for fact in kind.facts:
            title = f"{capital_words(fact.title)} ({kind.words_of_several})"
            names = (fact.name.replace("_", " "), *fact.mark.synonyms, *fact.mark.opposites)
            address = f"{_GLOSSARY}#{kind.name}.{fact.name}"
            yield _entry(title, GLOSSARY, address, " ".join(names), fact.about, "\n".join(names))
    for relation in registry.relations:
        title = f"{capital_words(relation.name)} (relation)"
        yield _entry(title, GLOSSARY, f"{_GLOSSARY}#{relation.name}", relation.inverse, relation.about)
    for statement in registry.statements:
        title = f"{capital_words(statement.name.partition('.')[2])} (statement)"
        yield _entry(title, GLOSSARY, f"{_GLOSSARY}#{statement.name}", "", statement.about)


def _documentation() -> Iterator[TextEntry]:
    """Yield the pages of the documentation, which are served below `/docs`. Their keywords are other names."""
    folder = shipped("documentation")
    for file in sorted(folder.rglob("*.md")) if folder is not None else ():
        text = file.read_text(encoding="utf-8")
        included = (file.parent / name for name in _INCLUDED.findall(text))
        text += "".join(other.read_text(encoding="utf-8") for other in included if other.is_file())
        keywords, text = _KEYWORDS.search(text), _FENCE.sub(" ", text)
        headings = [_MARKUP.sub(" ", title).strip() for title in _HEADING.findall(text)] or [capital_words(file.stem)]
        # The changelog has all words, but explains none of them.
        body, shown = ("", []) if file.stem == "changelog" else (_MARKUP.sub(" ", text), headings[1:])
        about = " ".join((file.stem, file.stem.replace("-", ""), *shown))
        names = "" if keywords is None else keywords[1].replace(", ", "\n")
        address = file.relative_to(folder).with_suffix(".html").as_posix() if folder is not None else ""
        yield _entry(headings[0], DOCUMENTATION, f"/docs/{address}", about, body, names)
