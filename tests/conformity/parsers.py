"""Every parser of a notation, with texts that it takes: whatever else it is given it refuses, and says why."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from operator import itemgetter
from typing import Any

from ludex.api.middleware.problems import ProblemError
from ludex.api.routing.cursors import decode_cursor, encode_cursor
from ludex.api.routing.request_data import arguments_of, read_json
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.label import has_shape_of_label, is_slug, is_storable
from ludex.catalogue.lists.filters import ListingError
from ludex.catalogue.objects.reading import SeveralObjects, UnknownObject
from ludex.catalogue.transfer.export import read_line
from ludex.catalogue.transfer.imports.trusted_lines import trusted_rows
from ludex.engine.exact_json import exact_json, exact_json_text, written_number
from ludex.engine.formula import Formula
from ludex.games.planarity import requests as planarity
from ludex.games.planarity.requests.import_with_solutions import read_solution
from ludex.games.planarity.requests.inputs import DrawingInput, drawing_of_text
from ludex.games.planarity.requests.levels import LEVELS
from ludex.games.planarity.untangle import read_untangle
from ludex.games.sets import requests as sets
from ludex.games.sets.deck import Deck
from ludex.games.sets.game_record import from_document
from ludex.games.sets.position import Position as SetPosition
from ludex.games.sets.requests.solving import POSITIONS as SET_POSITIONS
from ludex.games.swish import requests as swish
from ludex.games.swish.card import Card
from ludex.games.swish.deck import built_in_deck
from ludex.games.swish.position import Position as SwishPosition
from ludex.games.swish.requests.solving import POSITIONS as SWISH_POSITIONS
from ludex.graphs.formats import read_digraph, read_graph
from ludex.requests.declaration import declaration_of, marks_of
from ludex.requests.fields import SERVED, Argument, Option, Text
from ludex.requests.imports import KindImport
from ludex.requests.session import Session
from tests.catalogue.importing import import_export

REFUSES = (ValueError, ProblemError, ListingError, UnknownObject, SeveralObjects)
"""What a parser raises for a text that it does not take."""

_CARDS = ("*o", "*../.../.../..o", "*o./...", "*.o/o.*/...", "." * 30 + "*" + "." * 200 + "o")
_SET_CARDS = ("0121", "0000", "1202", "2", "zz", "012345678")
_DRAWINGS = (
    '{"points": [[0, 0], [2, 2], [2, 0], [0, 2]], "edges": [[0, 1], [2, 3]]}',
    '{"points": [[0, 0], [0.5, 1.25], [1e2, 3]], "edges": [[0, 1]], "name": "a", "id": 7}',
    '{"drawing": {"points": [[0, 0], [9, 1], [12, 7], [7, 12]], "edges": [[0, 2], [1, 3]]}, "swaps": []}',
    '{"points": [[0, 0], [2, 2], [2, 0], [0, 2]], "edges": [[0, 1], [2, 3]], "swaps": [[1, 2]], "min_swaps": 1}',
)
_GRAPHS = ("A_", "Bg", "DQc", "E?~o", "4:0-2,1-3", "2:0-1", "8:0-1,1-2,2-3,3-4,4-5,5-6,6-7\tname", ">>graph6<<DQc")
_LABELS = ("swish-card-1x2-nkmudhghzxw3gov4", "planarity-census-5-pupz6eti7lpixywd", "swish-36", "set-3-4", "easy")
_FORMULAS = ("p cnf 2 2\n1 2 0\n-1 -2 0\n", "c of\np cnf 3 1\n1 -2\n3 0\n%\n0\n")
_DIGRAPHS = ("c two\np sp 2 1\na 1 2 1\n", "p sp 3 2\na 1 2 1\na 3 1 1\n")
_WORDS = ("4x3", "0-1 3-2", "0,1,2", "100", "0-1:2", "split", "1..5", "2:0-1>3", "0.5", "5", "[1, 2]", '{"a": 1}')
_RECORD = (
    '{"properties": 1, "values": 3, "seed": 0, "sets": null, "solver": "lookup", "dealt": ["2", "0", "1"], "rounds": '
    '[{"table": 3, "set": ["0", "1", "2"], "drawn": []}, {"table": 0, "set": null, "drawn": []}], "finished": "deck"}'
)
_CARD_TEXTS = (
    *("*o,o*", "*o./... o../.*.", '{"cards": ["*o"], "symmetry": "square"}', '{"cards": ["0121"]}', "0000,0121"),
    *_CARDS,
    *_SET_CARDS,
)


@dataclass(frozen=True, slots=True)
class Parser:
    """A function of a text, and texts that it takes or nearly does."""

    name: str
    read: Callable[[str], object]
    examples: Sequence[str]
    weight: int = 20
    """How many inputs it is given, beside the others."""


def parsers(catalogue: Catalogue, lines: Sequence[str]) -> list[Parser]:
    """Return the parsers, with what they look up in a catalogue; `lines` are those of its export."""
    cursors = [encode_cursor(after, "ab") for after in ((4, 17), ("a", None), (2**62,), ("é",))]
    named = {
        "card of SWISH": (Card.from_code, _CARDS),
        "cards of SWISH": (lambda text: SwishPosition.from_codes(text.split(",")), ["*o,o*", "*o./...,o../.*."]),
        "deck of SWISH": (built_in_deck, ["swish-36", "swish-60", "swish-4x3"]),
        "card of SET": (Deck(4, 3).number, _SET_CARDS),
        "cards of SET": (lambda text: SetPosition.from_codes(Deck(4, 3), text.split(",")), ["0000,0121", "1202"]),
        "game of SET": (lambda text: from_document(exact_json(text)), [_RECORD]),
        "drawing": (partial(_drawing, catalogue), [*_DRAWINGS, *_GRAPHS, *_LABELS]),
        "drawing with its solution": (read_solution, _DRAWINGS),
        "Untangle": (read_untangle, _GRAPHS),
        "graph6": (read_graph, _GRAPHS),
        "DIMACS": (Formula.from_dimacs, _FORMULAS),
        "directed graph": (read_digraph, _DIGRAPHS),
        "line of an export": (partial(read_line, catalogue.registry), lines),
        "line of an export, trusted": (partial(_trusted, catalogue), lines),
        "label": (lambda text: (has_shape_of_label(text), is_slug(text), is_storable(text)), _LABELS),
        "cursor": (lambda text: decode_cursor(text, "ab"), cursors),
        "query": (lambda text: arguments_of(text.encode("utf-8", "replace")), ["limit=5&sort=-edges", "a=%c3%a9&b="]),
        "number": (written_number, ["5.0", "0.50", "1e3", "-0"]),
        "JSON": (lambda text: exact_json_text(exact_json(text)), _DRAWINGS),
        "JSON of a body": (lambda text: read_json(text.encode("utf-8", "surrogatepass")), _DRAWINGS),
    }
    found = [Parser(name, read, examples) for name, (read, examples) in named.items()]
    for one in (LEVELS, SWISH_POSITIONS, SET_POSITIONS):
        examples = [*_DRAWINGS, *_GRAPHS] if one is LEVELS else _CARD_TEXTS
        found.append(Parser(f"import of {one.items}", partial(_imported, one, catalogue), examples))
    # Its claims are proved again.
    found.append(Parser("line of an export, checked", partial(_checked, catalogue), lines, weight=1))
    words = [*_WORDS, *_DRAWINGS, *_GRAPHS, *_CARD_TEXTS, *_LABELS]
    return found + [Parser(f"word: {name}", read, words) for name, read in sorted(_of_words(), key=itemgetter(0))]


def _drawing(catalogue: Catalogue, text: str) -> object:
    asked = DrawingInput.model_validate(drawing_of_text(text), context=SERVED)
    return asked.read(Session(catalogue, served=True))


def _imported(one: KindImport, catalogue: Catalogue, text: str) -> object:
    one.fits(text)
    return one.read(text, Session(catalogue, served=True))


def _checked(catalogue: Catalogue, text: str) -> None:
    for one in import_export(catalogue, [text], seconds=0.01).lines:
        raise ValueError(one.reason)


def _trusted(catalogue: Catalogue, text: str) -> object:
    try:
        return trusted_rows(catalogue.registry, [text])
    except (LookupError, TypeError, AttributeError, RecursionError) as error:
        # As an import takes them; no line is looked at closely.
        raise ValueError(repr(error)) from error


def _of_words() -> Iterator[tuple[str, Callable[[str], Any]]]:
    """Yield each function that makes of a word of a command what a field holds, with its name."""
    seen = set()
    for request in chain(swish.REQUESTS, sets.REQUESTS, planarity.REQUESTS):
        declared = declaration_of(request)
        marks = [one for field in declared.fields.values() for one in marks_of(field, Argument | Option | Text)]
        marks += [given.argument for given in declared.given.values()]
        for one in marks:
            if not isinstance(one, Argument | Option | Text) or one.read is None or one.read is str:
                continue
            # Lines with or without a name are read by `partial(read_named, function)`.
            named, inner = (one.read.func, one.read.args) if isinstance(one.read, partial) else (one.read, ())
            if (named, inner) not in seen:
                seen.add((named, inner))
                name = ".".join([named.__name__, *(function.__qualname__ for function in inner)])
                yield f"{named.__module__.removeprefix('ludex.requests.')}.{name}", one.read
