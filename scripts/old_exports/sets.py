"""Lines of old exports about SET: what they are today."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ludex.catalogue.catalogue import Reader
from ludex.catalogue.kind import Linked, prepare
from ludex.catalogue.kinds.sets.cap import CAP
from ludex.catalogue.kinds.sets.deck import DECK
from ludex.catalogue.kinds.sets.found_set import FOUND_SET
from ludex.catalogue.kinds.sets.game import PLAYED
from ludex.catalogue.kinds.sets.position import POSITION
from ludex.catalogue.kinds.sets.statements import claim_counts, claim_maximum, claim_no_set
from ludex.catalogue.reading import find, find_keys, value_of
from ludex.engine.deal_statistics import DealStatistic
from ludex.sets.deck import Deck
from ludex.sets.known import KnownPosition, known_cap
from ludex.sets.making.game_record import from_document
from ludex.sets.named_decks import built_in_slug, listed_deck, whole_deck
from ludex.sets.position import Position
from ludex.sets.solving.caps import Cap
from ludex.sets.study.cap_counts import CapCounts

from .line import About, Conversion, Line, Made


def _deck_of(line: Line) -> Deck:
    return Deck(line["properties"], line["values"])


def _cards(line: Line) -> Position:
    return Position.from_codes(_deck_of(line), line["cards"])


def _deck(_reader: Reader, line: Line) -> Iterator[Made]:
    deck = listed_deck(line["title"], line["description"], _cards(line))
    yield Made(DECK, deck, [line["slug"], *line.get("aliases", ())])


def _found_set(_reader: Reader, line: Line) -> Iterator[Made]:
    yield Made(FOUND_SET, _cards(line).sorted())


def _position(_reader: Reader, line: Line) -> Iterator[Made]:
    position, sets = _cards(line), line.get("sets")
    known = KnownPosition(position, sets, line.get("has_set", None if sets is None else sets > 0))
    yield Made(POSITION, known)
    label = prepare(POSITION, known).label
    for indices in line.get("found", ()):
        found = Position(position.deck, tuple(sorted(position.cards[index] for index in indices)))
        places = [position.cards.index(card) for card in found.cards]
        yield Made(FOUND_SET, found, links=[Linked("lies-in", label, detail={"indices": places})])


def _cap(_reader: Reader, line: Line) -> Iterator[Made]:
    yield Made(CAP, known_cap(_cards(line)))


def _cap_maximum(reader: Reader, line: Line) -> Iterator[Made | About]:
    cards, proved = _cards(line), line["proved"]
    deck = cards.deck
    claim = claim_maximum(deck, Cap(cards.sorted().cards, proved, line["upper_bound"], line["method"]))
    yield Made(DECK, whole_deck(deck), [built_in_slug(deck)], claims=[claim])
    known = replace(known_cap(cards), largest=True, proved=proved)
    entry = prepare(CAP, known)
    witnessed = Linked("witnesses", prepare(DECK, whole_deck(deck)).label)
    if find_keys(reader, [entry.key]):
        stored = value_of(reader, find(reader, entry.label, CAP))
        yield About(entry.label, CAP, [witnessed], value=replace(stored, largest=True, proved=proved))
    else:
        yield Made(CAP, known, links=[witnessed])


def _cap_counts(_reader: Reader, line: Line) -> Iterator[Made]:
    deck = _deck_of(line)
    counts = CapCounts(deck, tuple(line["by_size"]), tuple(line["classes"]), line["complete"])
    yield Made(DECK, whole_deck(deck), [built_in_slug(deck)], claims=[claim_counts(counts)])


def _no_set_statistic(_reader: Reader, line: Line) -> Iterator[Made]:
    deck = _deck_of(line)
    named = {name: value for name, value in line.items() if name not in ("kind", "properties", "values")}
    yield Made(DECK, whole_deck(deck), [built_in_slug(deck)], claims=[claim_no_set(DealStatistic(**named))])


def _game(_reader: Reader, line: Line) -> Iterator[Made]:
    yield Made(PLAYED, from_document(line["game"]))


CONVERSIONS: Mapping[str, Conversion] = {
    "set-deck": _deck,
    "found-set": _found_set,
    "set-position": _position,
    "set-cap": _cap,
    "set-cap-maximum": _cap_maximum,
    "set-cap-counts": _cap_counts,
    "no-set-statistic": _no_set_statistic,
    "set-game": _game,
}
