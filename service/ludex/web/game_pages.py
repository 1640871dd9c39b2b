"""The declarations of a game's pages, and the site that shows the pages."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Blueprint, current_app, request, url_for
from werkzeug.local import LocalProxy
from werkzeug.wrappers import Response

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.objects.reading import ObjectView
from ludex.catalogue.ownership import Key, Scope
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.budget import Budget
from ludex.jobs.store import JobStore
from ludex.requests.daily import DailyPuzzles, Row
from ludex.requests.inputs import InputContext, SearchContext
from ludex.web.comparison import Comparison, Match, PicturePair, RelationMatches
from ludex.web.declarations import (
    Experiment,
    Explain,
    Finding,
    ImportTab,
    Notation,
    ObjectAction,
    PageLink,
    Steps,
)
from ludex.web.site.assets import Brand

SITE = "ludex.site"

AnyKind = Kind[Any, Any]

Search = Callable[[str, float, str], AbstractContextManager[Budget]]


@dataclass(frozen=True, slots=True)
class Access:
    """The visitor's rights.

    `key()` returns the key in the visitor's `cookie` if it is valid, and None otherwise. `recognised(secret)` returns
    the key that has the given secret, even if the key has been revoked. `redeemed(token)` returns the secret of the key
    of this machine if the token is that of a link that has not been used yet, and None otherwise. `storing(scope)`
    returns the catalogue for writing. If the visitor may not write, it raises the same problem as the API. `stores()`
    returns whether the visitor may write. `may_read_job(owner)` returns whether the visitor may read everything about
    the jobs of the given owner.
    """

    cookie: str
    key: Callable[[], Key | None]
    recognised: Callable[[str], Key | None]
    redeemed: Callable[[str], str | None]
    storing: Callable[[Scope], Catalogue]
    stores: Callable[[], bool]
    may_read_job: Callable[[str | None], bool]


@dataclass(frozen=True, slots=True)
class Site:
    """The services that page views use.

    `games` contains the pages of the games in the catalogue, in the order of the navigation. `search(kind, seconds,
    command)` holds one of the computing slots that the site shares with the API, and yields the budget of the search.
    If the search exceeds the time limit, the error message recommends `command`, which has no time limit. `public_url`
    is the address of the site in citations. `dataset` is the folder of the data set that visitors can download.
    `offline` is true if browsers keep pages for playing offline.
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

    @property
    def origin(self) -> str:
        """Return the address of the site, without a slash at the end: the public one, or that of the request."""
        return self.public_url or request.url_root.rstrip("/")

    def absolute(self, address: str) -> str:
        """Return an address of the site together with its scheme and host."""
        return self.origin + address.removeprefix(request.script_root)

    def may_read_job(self, owner: str | None) -> bool:
        """Return whether the visitor may read the arguments, log and result of a job that belongs to an owner."""
        return self.access.may_read_job(owner)

    def storing(self, scope: Scope = Scope.STORE) -> Catalogue:
        """Return the catalogue for writing. Raises a problem if the visitor may not write."""
        return self.access.storing(scope)

    def game_of(self, kind: Kind[Any, Any]) -> "GamePages":
        """Return the game to which a kind belongs."""
        return next(game for game in self.games if kind.address.startswith(f"{game.name}/"))


site: Site = LocalProxy(lambda: current_app.extensions[SITE])  # type: ignore[assignment]
"""The site of the current request, as Flask's `current_app` is its application."""


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """A link of the results overview to a page of a game: its endpoint, title and description, which is a sentence."""

    endpoint: str
    title: str
    about: str


@dataclass(frozen=True, slots=True)
class Exhibits:
    """The context of the main page of a game, and of the game's example on the home page.

    `shown()` returns the part of the context that does not depend on the catalogue, and `stored(reader)` returns the
    rest. The templates are `game.html`, `example.html`, and `source.html`, which credits authors and papers.
    """

    shown: Callable[[], Mapping[str, Any]]
    stored: Callable[[Reader], Mapping[str, Any]] = lambda _reader: {}


@dataclass(frozen=True, slots=True)
class DailyView:
    """A daily puzzle in the form that pages show, and the rules for scoring its result.

    Parameters
    ----------
    picture, task
        The puzzle as SVG, and the task as a sentence.
    pack, key
        The names under which the board stores the result (a number) in the browser.
    best
        The smallest possible result. The best result is worth three stars, a result of one more is worth two stars, and
        any other result is worth one star, unless the board has targets of its own.
    goal, step
        `goal` is the number that stands for the best result in the text to share. It may be the minimum number of moves
        or the size of the largest set. For each additional unit of the result, this number changes by `step`.
    difficulty
        The word for the difficulty of the puzzle, from :mod:`ludex.engine.difficulty`, or an empty string.
    """

    picture: str
    task: str
    pack: str
    key: str
    best: int
    goal: int
    step: int = 0
    difficulty: str = ""


@dataclass(frozen=True, slots=True)
class DailyPages:
    """The daily puzzles of a game on the site.

    `view(reader, row)` describes the puzzle in a row of the list. `board(reader, row, onward)` returns the context of
    the template `board.html`, which shows the puzzle as a live board on another page. `onward` is the address of the
    next step. `modules` and `styles` are the browser modules and the style sheets of the board.
    """

    puzzles: DailyPuzzles
    view: Callable[[Reader, Row], DailyView]
    board: Callable[[Reader, Row, str], Mapping[str, Any]] | None = None
    modules: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LookupTab:
    """The page on which visitors draw a level of a game or lay out its cards, with the template `draw.html`.

    The view with the given `endpoint` calls `show_tab`. `name` is the name of its tab beside those of other games,
    `title` is its heading, and `about` states what visitors do. `read(text, context)` parses the text of the
    visitor. `relations(thing)` returns, for each relation, the stored objects that have this relation to the thing.
    The strongest relation comes first. `describe(thing, same, solve)` returns the rest of the context of the
    template. It includes a solution if `solve` is true. `same` is the stored form of the thing, if there is one.
    `pair(thing, match)` draws the thing and the stored object side by side. `store(thing, context)` stores the
    thing and returns its label. `picker(text)` returns the context of the editor. `picker_field` is the form field
    for the values that are selected in the editor. These values are used if there is no text. `play(thing, text)`
    is the address at which a thing that is not stored can be played, or an empty string. All functions may raise
    Fault and BudgetExhausted.
    """

    name: str
    endpoint: str
    read: Callable[[str, InputContext], Any]
    relations: Callable[[Any], Sequence[RelationMatches]]
    describe: Callable[[Any, Match | None, bool], Mapping[str, Any]]
    pair: Callable[[Any, Match], PicturePair | None]
    store: Callable[[Any, SearchContext], str]
    picker: Callable[[str], Mapping[str, Any]] = lambda _text: {}
    picker_field: str = ""
    modules: tuple[str, ...] = ()
    title: str = "Make your own"
    about: str = ""
    play: Callable[[Any, str], str] = lambda _thing, _text: ""

    @property
    def address(self) -> str:
        """Return the address of the page in the current request."""
        return url_for(self.endpoint)


@dataclass(frozen=True, slots=True)
class PlaySection:
    """The section of a game without packs on the page `/play`.

    It has a title, the context of the template `play.html`, and browser modules.
    """

    title: str
    context: Callable[[], Mapping[str, Any]]
    modules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PackPages:
    """The packs of a game on the site: their section on the page `/play`, and their pages `/play/NAME/packs/SLUG`.

    Parameters
    ----------
    kind, noun
        The name of the kind of the packs, and the noun for a level, such as `level` or `table`.
    lead
        The task of the game as a sentence.
    play
        `play(label, slug)` returns the address at which a level is played. The slug of the pack may be empty.
    goal, best
        Return the best result of a level in words, and as the smallest number that the browser can store for it, or
        None if it is unknown. Both are given the document of the level.
    targets
        Returns the greatest stored results that earn two stars and one star. By default, the usual rule applies.
    more
        Links to the tutorial, which comes first, and to games that do not belong to a pack.
    worksheet
        Returns the address of the worksheet of a pack, which is given by its slug.
    filters
        The filters of the levels among which a puzzle for the visitor is chosen.
    first_grade
        The grade of the first puzzle for a visitor.
    solutions
        The kinds of objects that show a solution of a level, so that the page of the level folds links to them.
    action
        What one does in the game, as a short imperative without a full stop, for the home page.
    """

    kind: str
    noun: str
    lead: str
    play: Callable[[str, str], str]
    goal: Callable[[Any], str]
    best: Callable[[Any], int | None] = lambda _level: 0
    targets: Callable[[Any], Sequence[int]] = lambda _level: ()
    more: tuple[PageLink, ...] = ()
    worksheet: Callable[[str], str] | None = None
    filters: Mapping[str, str] = field(default_factory=dict)
    first_grade: int = 4
    solutions: tuple[str, ...] = ()
    action: str = ""


@dataclass(frozen=True, slots=True)
class EmbeddedBoard:
    """The board of a game that other sites can embed, with the template `embed.html`.

    `kind` is the kind of the objects that the board shows. `view(label)` returns the context of the template. The
    member `embed` of the context contains the `label`, the `minimum` (or None), whether the minimum is `proved`, and
    the `pack` under which results are stored. `play_address(label)` is the address of the object on the page of the
    game.
    """

    kind: str
    view: Callable[[str], Mapping[str, Any]]
    play_address: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Form:
    """A form that starts a job of an operation.

    It has a name in addresses, its fields, and the fields under "More". If it starts a `research` job, the page of
    results links to it, and otherwise the page of making.

    `example` contains the initial values. `text` is the help text of an additional text field with the title
    `text_title`. `read` converts the content of this field to arguments. `preview(arguments)` returns the context
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
    preview: Callable[[Any], Mapping[str, Any]] | None = None
    research: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class SharedResults:
    """A page of results to which several games contribute.

    Parameters
    ----------
    rule
        The address.
    name
        The name in the results overview.
    about
        `about(contributions)` returns a description for the overview, which is a single sentence.
    view
        `view(contributions)` returns the page, or another response. `contributions` contains the
        games that declare this page, together with their contributions.
    """

    rule: str
    name: str
    about: "Callable[[Contributions], str]"
    view: "Callable[[Contributions], str | Response]"


Contributions = Sequence[tuple["GamePages", Any]]


@dataclass(frozen=True, slots=True, eq=False)
class GamePages:
    """The pages of one game.

    All fields except the first two are optional. If a field is omitted, the pages to which it belongs do not exist.

    Some pages of the platform also include templates of the game, if it has them: `make.html` on the page `/make`, and
    `graph_start.html` and `graph_links.html` on the pages of the graph.

    Parameters
    ----------
    name, title
        The game's name in addresses (such as `swish`) and its display name.
    order
        Games are sorted by this number in the navigation.
    package
        The package with the folders `templates` and `static`. Templates have the names `NAME/file.html`, static files
        have the names `games/NAME/file`, and browser modules have the names `NAME/module`.
    shared_packages
        Pairs of a name and a package. Such a package has the same folders, and several games share it.
    brand
        The colour and the mark of the game.
    exhibits, daily
        The main page of the game with its example on the home page, and the daily puzzles of the game.
    notation, lookup, comparison
        The text notation of the game, its page for drawing or laying out, and the comparison of two things.
    claims
        For each statement, a function `explain(claim, subject)`. It returns the explanation of a claim for people.
    packs, play
        The packs of the game, or its section on the page `/play` if it has no packs.
    embed
        The board that other sites can embed.
    forms, imports
        The forms that start jobs, and the imports of objects from text.
    results
        The links of the results overview to pages of the game.
    shared_results
        The results pages that the game shares with other games. Each has the contribution of this game.
    experiments, settled, corrected
        The parts of the results pages that belong to the game. Settled questions and corrected errors are findings.
    steps, actions
        `steps` are the solutions of objects in steps. `actions` are links from the page of an object.
    requests
        The requests and commands that the documentation lists.
    blueprint
        The pages that the game adds, as a Flask blueprint.
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
    packs: PackPages | None = None
    play: PlaySection | None = None
    embed: EmbeddedBoard | None = None
    forms: tuple[Form, ...] = ()
    imports: tuple[ImportTab, ...] = ()
    results: tuple[ResultsPage, ...] = ()
    shared_results: tuple[tuple[SharedResults, Any], ...] = ()
    experiments: tuple[Experiment, ...] = ()
    settled: Callable[[], Sequence[Finding]] = tuple
    corrected: Callable[[], Sequence[Finding]] = tuple
    steps: Callable[[Reader, ObjectView], Steps | None] = lambda _reader, _shown: None
    actions: tuple[ObjectAction, ...] = ()
    requests: tuple[Any, ...] = ()
    blueprint: Blueprint | None = None

    @property
    def address(self) -> str:
        """Return the address of the main page of the game."""
        return url_for(f"games.{self.name}")

    def play_address(self, kind: str, label: str, document: Mapping[str, Any]) -> str:
        """Return the address at which an object of a kind can be played.

        Return an empty string if the object cannot be played.
        """
        actions = (action for action in self.actions if action.name == "Play" and action.kind == kind)
        return next((action.address(label) for action in actions if action.fits(document)), "")
