"""What the site shows of one game: the declaration that every game makes of its pages."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from ludex.catalogue.objects.reading import Shown
from ludex.catalogue.storage.snapshot import Reader
from ludex.requests.request import Request
from ludex.web.catalogue_pages.objects import ObjectAction, Steps
from ludex.web.documentation_pages.contents import CompletePart
from ludex.web.graph_pages.neighbours import GraphLink, GraphMap
from ludex.web.lookup_pages.comparison import Comparison
from ludex.web.lookup_pages.draw import LookupTab
from ludex.web.lookup_pages.notation import Notation
from ludex.web.making.forms import Form
from ludex.web.making.jobs import Picker
from ludex.web.page import Page
from ludex.web.play_pages.play import PlaySection
from ludex.web.results.deals import DealResults
from ludex.web.results.experiments import Experiment
from ludex.web.results.overview import Finding, ResultsCard


@dataclass(frozen=True, slots=True)
class Exhibits:
    """The exhibition of a game: the templates of its page and its example on the home page, and what they show.

    `template` is the page of the game, `source` names its authors and papers, `example` is a figure for the home page.
    `shown()` is their context that needs no catalogue, computed once a process; `stored(reader)` reads the rest.
    """

    template: str
    source: str
    example: str
    shown: Callable[[], Mapping[str, Any]]
    stored: Callable[[Reader], Mapping[str, Any]] = lambda _reader: {}


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """The puzzle of the day on the home page.

    `label(reader, day)` returns the label of the puzzle, the same in every installation, or None; `caption(document)`
    says what is to be done.
    """

    label: Callable[[Reader, date], str | None]
    caption: Callable[[Any], str]


@dataclass(frozen=True, slots=True, eq=False)
class GamePages:
    """The pages of one game. Every field but the first two is optional: without it the game lacks that page.

    Parameters
    ----------
    name, title
        The game's name in addresses, such as `swish`, and its name in texts.
    order
        The place of the game in the navigation: games are sorted by this number.
    package
        The package whose folders `templates` and `static` belong to the game. Templates are found as `NAME/file.html`,
        static files as `games/NAME/file`, browser modules as `NAME/module`.
    exhibits, daily
        The game's page and example, and the puzzle of the day.
    notation, lookup, comparison
        How things of the game are written, its tab of the page "Is it in the catalogue?", and its comparison.
    play, table
        The game's section of the page `/play`, and the address of its table, which a seed deals.
    forms, making, picker
        Forms that start jobs, the template of a section of the page `/make`, and where objects are collected.
    results, deals, experiments, findings
        The cards of the game's pages of results, and its parts of those that games share.
    completeness
        The families of objects whose size is known.
    steps, actions
        The solution of an object step by step, and what can be done with an object on other pages.
    graph_map, graph_links
        A map of a part of the graph, and links from an object's page in the graph.
    requests
        The requests and commands that the documentation lists.
    pages
        Pages that only this game has.
    """

    name: str
    title: str
    order: int = 100
    package: str = ""
    exhibits: Exhibits | None = None
    daily: DailyPuzzle | None = None
    notation: Notation | None = None
    lookup: LookupTab | None = None
    comparison: Comparison | None = None
    play: PlaySection | None = None
    table: str = ""
    forms: tuple[Form, ...] = ()
    making: str = ""
    picker: Picker | None = None
    results: tuple[ResultsCard, ...] = ()
    deals: DealResults | None = None
    experiments: tuple[Experiment, ...] = ()
    findings: Callable[[], Mapping[str, Sequence[Finding]]] | None = None
    completeness: Callable[[Reader], Iterable[CompletePart]] = lambda _reader: ()
    steps: Callable[[Reader, Shown], Steps | None] = lambda _reader, _shown: None
    actions: tuple[ObjectAction, ...] = ()
    graph_map: GraphMap | None = None
    graph_links: Callable[[Shown], Iterable[GraphLink]] = lambda _shown: ()
    requests: tuple[Request, ...] = ()
    pages: tuple[Page, ...] = ()

    @property
    def address(self) -> str:
        """Return the address of the game's page."""
        return f"/{self.name}"
