"""The declarations of a game's pages, and the site that shows the pages."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from werkzeug.wrappers import Response

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.objects.reading import ObjectView
from ludex.catalogue.ownership import Key, Scope
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.budget import Budget
from ludex.jobs.store import JobStore
from ludex.requests.daily import DailyPuzzles, Row
from ludex.requests.request import ExecutionContext, Request
from ludex.web.comparison import Comparison, Match, PicturePair, RelationMatches
from ludex.web.declarations import (
    Experiment,
    Explain,
    Finding,
    GraphLink,
    GraphMap,
    ImportTab,
    Notation,
    ObjectAction,
    Picker,
    Steps,
)
from ludex.web.site.assets import Brand

Search = Callable[[str, float, str], AbstractContextManager[Budget]]


@dataclass(frozen=True, slots=True)
class Access:
    """The visitor's rights.

    `needed()` returns whether the visitor needs an API key for writing. `key()` returns the valid key in the visitor's
    `cookie`, or None. `recognised(secret)` returns the key that has the given secret, even if the key has been revoked.
    `storing(scope)` returns the catalogue for writing. If the visitor may not write, it raises the same problem as the
    API. `stores()` returns whether the visitor may write. `may_read_job(owner)` returns whether the visitor may read
    everything about a job of this owner.
    """

    needed: Callable[[], bool]
    cookie: str
    key: Callable[[], Key | None]
    recognised: Callable[[str], Key | None]
    storing: Callable[[Scope], Catalogue]
    stores: Callable[[], bool]
    may_read_job: Callable[[str | None], bool]


@dataclass(frozen=True, slots=True)
class Site:
    """The services that page views use.

    `games` contains the pages of the games in the catalogue, in navigation order. `search(kind, seconds, command)`
    occupies one of the computing slots that the site shares with the API, and yields the search budget. If the search
    exceeds the time limit, the error message recommends `command`, which has no time limit. `public_url` is the address
    of the site in citations, and `dataset` is the folder of the data set that visitors can download. `offline` is true
    if browsers keep pages for playing offline.
    """

    catalogue: Catalogue
    search: Search
    access: Access
    jobs: JobStore
    games: "tuple[GamePages, ...]" = ()
    public_url: str | None = None
    offline: bool = True
    dataset: Path | None = None

    @property
    def stores(self) -> bool:
        """Return whether the visitor may store objects and start jobs."""
        return self.access.stores()

    def may_read_job(self, owner: str | None) -> bool:
        """Return whether the visitor may read the arguments, log and result of a job that belongs to an owner."""
        return self.access.may_read_job(owner)

    def storing(self, scope: Scope = Scope.STORE) -> Catalogue:
        """Return the catalogue for writing. Raises a problem if the visitor may not write."""
        return self.access.storing(scope)

    def game_of(self, kind: Kind[Any, Any]) -> "GamePages":
        """Return the game to which a kind belongs."""
        return next(game for game in self.games if kind.address.startswith(f"{game.name}/"))


View = Callable[..., Mapping[str, Any] | Response]


@dataclass(frozen=True, slots=True)
class Page:
    """A page, or all pages whose addresses match one URL rule.

    Parameters
    ----------
    rule
        The address, as a Flask URL rule.
    view
        `view(site, **variables of the rule)` returns the context of `template`, or a response such as a redirect.
    title
        The window title. A `title` in the context overrides it.
    entry
        The name in the navigation. A page without a name is not listed in the navigation.
    section
        The address of the navigation entry to which the page belongs, by default the address of the page.
    computes
        Whether the page is served by the computation threads.
    about
        A one-sentence description for links to the page.
    """

    rule: str
    view: View
    template: str
    title: str = ""
    entry: str = ""
    section: str = ""
    computes: bool = False
    methods: tuple[str, ...] = ("GET",)
    about: str = ""


@dataclass(frozen=True, slots=True)
class Exhibits:
    """The context of the main page of a game and of its example on the home page.

    `shown()` returns the part of the context that does not depend on the catalogue; `stored(reader)` returns the rest.
    The templates are `game.html`, `example.html` and `source.html`, which credits authors and papers.
    """

    shown: Callable[[], Mapping[str, Any]]
    stored: Callable[[Reader], Mapping[str, Any]] = lambda _reader: {}


@dataclass(frozen=True, slots=True)
class DailyView:
    """A daily puzzle as shown on pages, and how its result is scored.

    Parameters
    ----------
    picture, task
        The puzzle as SVG, and the task as a sentence.
    pack, key
        The names under which the board stores the result (a number) in the browser.
    best
        The smallest possible result. The best result is worth three stars, a result of one more is worth two stars, and
        any other result is worth one star.
    goal, step
        `goal` is the number that stands for the best result in the text to share, such as the minimum number of moves
        or the size of the largest set. `step` is the amount by which this number changes for each additional unit of
        the result.
    """

    picture: str
    task: str
    pack: str
    key: str
    best: int
    goal: int
    step: int = 0


@dataclass(frozen=True, slots=True)
class DailyPages:
    """The daily puzzles of a game on the site.

    `view(reader, row)` describes the puzzle in a row of the list. `board(site, row, onward)` returns the context of the
    template `board.html`, which shows the puzzle as a live board within another page. `onward` is the address of the
    next step. `modules` and `styles` are the browser modules and the style sheets of the board.
    """

    puzzles: DailyPuzzles
    view: Callable[[Reader, Row], DailyView]
    board: Callable[[Site, Row, str], Mapping[str, Any]] | None = None
    modules: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LookupTab:
    """A game's tab on the page "Is it in the catalogue?", with the template `draw.html`.

    `read(text, context)` parses the visitor's text. `relations(site, thing)` returns the stored objects that are
    related to the thing by each relation, with the strongest relation first. `describe(site, thing, same, solve)`
    returns the rest of the template's context, including a solution if `solve` is true. `same` is the stored form of
    the thing, if there is one. `pair(thing, match)` draws the two objects side by side. `store(thing, context)` stores
    the thing and returns its label. `picker(text)` returns the context of the editor. `picker_field` is the form field
    for the values selected in the editor. These values are used if there is no text. All functions may raise Fault and
    BudgetExhausted.
    """

    name: str
    address: str
    read: Callable[[str, ExecutionContext], Any]
    relations: Callable[[Site, Any], Sequence[RelationMatches]]
    describe: Callable[[Site, Any, Match | None, bool], Mapping[str, Any]]
    pair: Callable[[Any, Match], PicturePair | None]
    store: Callable[[Any, ExecutionContext], str]
    picker: Callable[[str], Mapping[str, Any]] = lambda _text: {}
    picker_field: str = ""
    modules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaySection:
    """A game's section on the page `/play`: title, context of the template `play.html`, and browser modules."""

    title: str
    context: Callable[[Site], Mapping[str, Any]]
    modules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EmbeddedBoard:
    """The board of a game as embedded in other sites, with the template `embed.html`.

    `kind` is the kind of object that the board shows. `view(site, label)` returns the context of the template. The
    member `embed` of this context has the `label`, the `minimum` (or None), whether the minimum is `proved`, and the
    `pack` under which results are stored. `play_address(label)` is the address of the object on the page of the game.
    """

    kind: str
    view: Callable[[Site, str], Mapping[str, Any]]
    play_address: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class PlayGroup:
    """A section of the page `/play` that links to the pages of several games: its anchor, its title and a sentence."""

    name: str
    title: str
    about: str


@dataclass(frozen=True, slots=True)
class PlayPage:
    """A game's page `/play/NAME` with the template `play.html`: its view, and the section of `/play` with its link.

    If the game has them, the link has a description, a picture as SVG, and the address of a tutorial.
    """

    view: View
    group: PlayGroup
    about: str = ""
    picture: Callable[[], str] | None = None
    tutorial: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A form that starts a job of an operation: its name in addresses, its fields, and the fields under "More".

    `example` contains the initial values. `text` is the help text of an additional text field with the title
    `text_title`. `read` converts the content of this field to arguments. `preview(arguments, site)` returns the context
    of the template `preview.html`.
    """

    name: str
    title: str
    about: str
    operation: str
    fields: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    example: Mapping[str, str] | None = None
    text: str = ""
    text_title: str = ""
    read: Callable[[Mapping[str, str]], dict[str, Any]] = lambda _values: {}
    preview: Callable[[Any, Site], Mapping[str, Any]] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SharedResults:
    """A results page to which several games contribute.

    Parameters
    ----------
    rule, template, title
        The address, the template and the window title.
    name
        The name in the results overview.
    about
        `about(contributions)` returns a one-sentence description for the overview.
    view
        `view(site, contributions)` returns the context of the template, or a response. `contributions` contains the
        games that declare this page, each with its contribution.
    """

    rule: str
    template: str
    title: str
    name: str
    about: "Callable[[Contributions], str]"
    view: "Callable[[Site, Contributions], Mapping[str, Any] | Response]"


Contributions = Sequence[tuple["GamePages", Any]]


@dataclass(frozen=True, slots=True, eq=False)
class GamePages:
    """The pages of one game.

    All fields except the first two are optional. If a field is omitted, the corresponding pages do not exist.

    Parameters
    ----------
    name, title
        The game's name in addresses (such as `swish`) and its display name.
    order
        Games are sorted by this number in the navigation.
    package
        The package with the folders `templates` and `static`. Templates are found as `NAME/file.html`, static files as
        `games/NAME/file`, and browser modules as `NAME/module`.
    shared_packages
        Pairs of a name and a package with the same folders, for packages that several games share.
    brand
        The colour and the mark of the game.
    exhibits, daily
        The game's main page with its example on the home page, and its daily puzzles.
    notation, lookup, comparison
        The game's text notation, its tab on the page "Is it in the catalogue?", and how two things of the game are
        compared.
    claims
        For each statement, `explain(claim, subject)` returns the explanation of a claim for human readers.
    play, play_page
        The game's section on the page `/play`, and its own page `/play/NAME`.
    embed, offline
        `embed` is the board that pages of other sites can embed. `offline(site, pack, label)` returns the addresses
        that browsers keep for playing offline: the addresses of an object, and of a limited number of objects after it
        in a pack. It may raise UnknownObject.
    forms, making, picker, imports
        Forms that start jobs, whether the page `/make` includes the template `make.html`, the page that collects
        objects, and the imports of objects from text.
    results
        Results pages that only this game has. The overview links to these pages.
    shared_results
        The results pages that the game shares with other games, each with this game's contribution.
    experiments, settled, corrected
        The game's parts of the results pages. Settled questions and corrected errors are findings.
    steps, actions
        The solution of an object in steps, and links from an object's page.
    graph_map, graph_links
        A map of a part of the graph, and links from an object's page in the graph.
    requests
        The requests and commands that the documentation lists.
    pages
        All other pages of the game.
    """

    name: str
    title: str
    order: int = 100
    package: str = ""
    shared_packages: tuple[tuple[str, str], ...] = ()
    brand: Brand | None = None
    exhibits: Exhibits | None = None
    daily: DailyPages | None = None
    notation: Notation | None = None
    lookup: LookupTab | None = None
    comparison: Comparison | None = None
    claims: Mapping[str, Explain] = field(default_factory=dict)
    play: PlaySection | None = None
    play_page: PlayPage | None = None
    embed: EmbeddedBoard | None = None
    offline: Callable[[Site, str, str], Sequence[str]] | None = None
    forms: tuple[Form, ...] = ()
    making: bool = False
    picker: Picker | None = None
    imports: tuple[ImportTab, ...] = ()
    results: tuple[Page, ...] = ()
    shared_results: tuple[tuple[SharedResults, Any], ...] = ()
    experiments: tuple[Experiment, ...] = ()
    settled: Callable[[], Sequence[Finding]] = tuple
    corrected: Callable[[], Sequence[Finding]] = tuple
    steps: Callable[[Reader, ObjectView], Steps | None] = lambda _reader, _shown: None
    actions: tuple[ObjectAction, ...] = ()
    graph_map: GraphMap | None = None
    graph_links: Callable[[ObjectView], Iterable[GraphLink]] = lambda _shown: ()
    requests: tuple[Request, ...] = ()
    pages: tuple[Page, ...] = ()

    @property
    def address(self) -> str:
        """Return the address of the main page of the game."""
        return f"/{self.name}"

    def play_address(self, kind: str, label: str, document: Mapping[str, Any]) -> str:
        """Return the address at which an object of a kind can be played, or an empty string if it cannot be played."""
        actions = (action for action in self.actions if action.name == "Play" and action.kind == kind)
        return next((action.address(label) for action in actions if action.fits(document)), "")
