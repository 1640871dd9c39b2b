"""Operations that store caps (collections of cards without a set): a largest cap with its proof, or all caps."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.claims.storing import claims_of, store_claim
from ludex.catalogue.kinds.kind import Entry, NewLink, prepare
from ludex.catalogue.objects.links import count_neighbours, neighbours
from ludex.catalogue.objects.reading import read_views
from ludex.catalogue.objects.store_result import Duplicate, Stored
from ludex.catalogue.objects.storing import add_links_of_many, delete_links, rewrite, store
from ludex.catalogue.storage.snapshot import Reader, Writer
from ludex.engine.budget import Budget, BudgetExhausted, Cost
from ludex.engine.evidence import Evidence, StatedEvidence
from ludex.games.sets import solving
from ludex.games.sets.deck import Deck
from ludex.games.sets.kinds.position import CAP, CapDocument
from ludex.games.sets.kinds.statements import CAP_MAXIMUM, claim_maximum
from ludex.games.sets.known_results import KnownCap, known_cap
from ludex.games.sets.named_decks import NamedDeck
from ludex.games.sets.operations.decks import count_caps_of_deck, find_whole, prepare_whole, store_whole
from ludex.games.sets.position import Position, PositionError, PositionTooLarge
from ludex.games.sets.study.closed_forms import bound_evidence, cap_bound
from ludex.operations.collections import StoredBatch, store_members

MAX_STORED_CARDS = 4096
_SEARCHED_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class LargestCap:
    """The largest known cap of a deck, or among some cards.

    `proved` is true if there is no larger cap. No cap is larger than `upper_bound`, a bound that `method` proves.
    `bound` is a certificate of the bound among some cards, if there is one. `label` is None if the cap is not stored,
    because it has too many cards or because no time was left to compute its label. `stored` is the stored cap of this
    class, or None.
    """

    cards: Position
    proved: bool
    upper_bound: int
    method: str
    label: str | None = None
    stored: Stored | None = None
    bound: Mapping[str, Any] | None = None

    @property
    def size(self) -> int:
        """Return the number of cards."""
        return len(self.cards.cards)

    @property
    def created(self) -> bool:
        """Return whether the cap was newly stored."""
        return self.stored is not None and self.stored.created

    @property
    def evidence(self) -> Evidence | None:
        """Return what the proof that no cap is larger rests on, or None if this is not proved."""
        return self.bound_evidence if self.proved else None

    @property
    def bound_evidence(self) -> Evidence:
        """Return what the proof of the upper bound rests on."""
        if self.method == "integer-program":
            return Evidence.SEARCH if self.bound is None else Evidence.CERTIFICATE
        return bound_evidence(cap_bound(self.cards.deck, self.method))

    @property
    def as_response(self) -> "LargestCapResponse":
        """Return the cap as a response."""
        deck, known = self.cards.deck, (self.proved, self.evidence, self.upper_bound, self.bound_evidence, self.method)
        duplicate = None if self.stored is None else self.stored.duplicate_of
        return LargestCapResponse(
            self.label, deck.properties, deck.values, self.size, *known, list(self.cards.codes), self.bound, duplicate
        )


@dataclass(frozen=True, slots=True)
class LargestCapResponse:
    """The largest known cap of a deck, or among some cards. No cap is larger than `upper_bound`.

    `bound_evidence` states what the proof of `upper_bound` rests on, also if no cap of that size is known.
    `label` is null for a cap that is not stored because it has too many cards, or because there was no time left to
    compute its label. `method` is the method that proves the bound, or `none` if the cap consists of all cards.
    `bound` is a certificate of the bound among some cards (see schema/certificates.md). It is null for whole decks,
    whose claims have certificates, and if the search itself is the proof. `duplicate_of` is null if the cap is new.
    """

    label: str | None
    properties: int
    values: int
    size: int
    proved: bool
    evidence: StatedEvidence
    upper_bound: int
    bound_evidence: Evidence
    method: str
    cards: list[str]
    bound: Mapping[str, Any] | None
    duplicate_of: Duplicate | None


def find_largest_cap(source: Position | Deck, budget: Budget, naming: Budget | None = None) -> LargestCap:
    """Return a largest cap of a whole deck or among given cards, with its label. Nothing is read or stored.

    `naming` limits the computation of the label of the cap. By default, the search leaves a fifth of the budget's time
    for the label. Raises PositionError if there are too many sets, and BudgetExhausted if the budget is exhausted
    before any cap is known.
    """
    found, entry = _search(source, budget, naming)
    return found if entry is None else replace(found, label=entry.label)


def store_largest_cap(
    catalogue: Catalogue, source: Position | Deck, budget: Budget, naming: Budget | None = None
) -> LargestCap:
    """Find a largest cap as in :func:`find_largest_cap`, and store it. For a whole deck, also store the upper bound.

    If a largest cap of the deck is already proved, it is returned without a search. A larger cap or a better bound
    replaces the stored result. Otherwise the stored result is returned. A cap without a label is not stored.
    """
    deck = source if isinstance(source, Deck) else None
    if deck is not None:
        known = known_largest_cap(catalogue, deck)
        if known is not None and known.proved:
            _settle(catalogue, deck)
            return known
    before = budget.cost()
    found, entry = _search(source, budget, naming)
    cost = budget.cost().since(before)
    if entry is None:
        return found
    if deck is None:
        with catalogue.writing() as writer:
            stored = store(writer, entry)
        return replace(found, label=entry.label, stored=stored)
    whole = prepare_whole(deck)
    with catalogue.writing() as writer:
        stored = store_maximum(writer, whole, entry, found, cost)
        best = _known(writer, deck)
    if best is None:  # a larger cap is claimed but not stored
        return replace(found, label=entry.label, stored=stored)
    return replace(best, stored=stored) if best.label == stored.label and stored.created else best


def known_largest_cap(catalogue: Catalogue, deck: Deck) -> LargestCap | None:
    """Return the largest stored cap of a deck, or None."""
    with catalogue.reading() as reader:
        return _known(reader, deck)


def store_maximum(
    writer: Writer, whole: Entry[NamedDeck], entry: Entry[KnownCap], found: LargestCap, cost: Cost | None = None
) -> Stored:
    """Store a cap of a whole deck and the proved upper bound if they improve on the stored results.

    The largest known cap becomes the witness of the claim about its deck, and its document is marked accordingly.
    """
    deck = store_whole(writer, whole)
    stored = store(writer, entry)
    cap = solving.caps.Cap(found.cards.cards, found.proved, found.upper_bound, found.method)
    before = next(iter(claims_of(writer, deck.id, CAP_MAXIMUM.name)), None)
    best = _best(before, claim_maximum(found.cards.deck, cap).costing(cost))
    store_claim(writer, deck.id, best, known_better=True)
    _follow(writer, deck.id, deck.label, best, stored.id)
    return replace(stored, document=_document(writer, stored.id))


def _settle(catalogue: Catalogue, deck: Deck) -> None:
    """Make one cap the only witness of the claim about a deck. An import may have added a second cap."""
    with catalogue.reading() as reader:
        whole = find_whole(reader, deck)
        if whole is None or count_neighbours(reader, whole.id, "witnessed-by") <= 1:
            return
    with catalogue.writing() as writer:
        for claim in claims_of(writer, whole.id, CAP_MAXIMUM.name):
            _follow(writer, whole.id, whole.label, claim)


def _follow(writer: Writer, deck: int, label: str, claim: Claim, *caps: int) -> None:
    """Make one cap of the claimed size the witness of the claim, and update the documents of the caps.

    The claim has no witness if it was imported without its cap.
    """
    before = [neighbour.id for neighbour in neighbours(writer, deck, "witnessed-by", kind=CAP.name)]
    documents = {node: _document(writer, node) for node in (*before, *caps)}
    fitting = [node for node, document in documents.items() if document.size == claim.value][:1]
    if before != fitting:
        delete_links(writer, "witnesses", deck)
        add_links_of_many(writer, [(node, NewLink("witnesses", label)) for node in fitting])
    for node, document in documents.items():
        largest = node in fitting
        value = replace(CAP.read(document, ()), largest=largest, proved=claim.proved if largest else None)
        if (document.largest, document.proved) != (value.largest, value.proved):
            rewrite(writer, CAP, node, value)


def _document(reader: Reader, node: int) -> CapDocument:
    [found] = read_views(reader, CAP, [node])
    document = found.document()
    assert isinstance(document, CapDocument)
    return document


def _best(stored: Claim | None, new: Claim) -> Claim:
    """Combine two claims about the largest cap: the larger cap of the two, and the better bound with its method."""
    if stored is None or stored.proved:
        return stored or new
    larger = new if new.value > stored.value else stored
    tighter = new if (new.upper or 0) < (stored.upper or 0) else stored
    certificate = larger.certificate | {"bound": tighter.certificate.get("bound")}
    proved = larger.value == tighter.upper
    best = replace(larger, upper=tighter.upper, method=tighter.method, proved=proved, certificate=certificate)
    return replace(best, evidence=CAP_MAXIMUM.evidence_of(best))


def _known(reader: Reader, deck: Deck) -> LargestCap | None:
    whole = find_whole(reader, deck)
    claim = None if whole is None else next(iter(claims_of(reader, whole.id, CAP_MAXIMUM.name)), None)
    if whole is None or claim is None:
        return None
    for neighbour in neighbours(reader, whole.id, "witnessed-by", kind=CAP.name):
        document = _document(reader, neighbour.id)
        if document.size == claim.value:
            itself = Stored(neighbour.id, CAP, neighbour.label, False, document, tuple(range(document.size)))
            return LargestCap(
                document.position, claim.proved, claim.upper or claim.value, claim.method, neighbour.label, itself
            )
    return None


def _search(
    source: Position | Deck, budget: Budget, naming: Budget | None
) -> tuple[LargestCap, Entry[KnownCap] | None]:
    """Return a largest cap and its entry. The entry is None if the label of the cap cannot be computed."""
    share = budget if naming is not None else _most_of(budget)
    cap = (
        solving.caps.largest_cap(source, share)
        if isinstance(source, Deck)
        else solving.caps.largest_cap_within(source, share)
    )
    deck = source if isinstance(source, Deck) else source.deck
    bound = None
    if isinstance(source, Position) and cap.proved and cap.method == "integer-program":
        bound = solving.cap_proofs.prove_cap_size(source.sorted(), cap.size, share.quiet())
    found = LargestCap(Position(deck, cap.cards), cap.proved, cap.upper_bound, cap.method, bound=bound)
    return found, _named(found.cards, naming or budget)


def _most_of(budget: Budget) -> Budget:
    return replace(budget, seconds=None if budget.seconds is None else _SEARCHED_SHARE * budget.seconds)


def _named(cards: Position, budget: Budget) -> Entry[KnownCap] | None:
    if len(cards.cards) > MAX_STORED_CARDS:
        return None
    try:
        return prepare(CAP, known_cap(cards, budget), budget)
    except PositionTooLarge:
        return None
    except BudgetExhausted as exhausted:
        if exhausted.reason == "cancelled":
            raise
        return None


def store_caps(catalogue: Catalogue, deck: Deck, batch: int, budget: Budget) -> StoredBatch:
    """Store one batch of the classes of caps of a deck. Batches are numbered from 0. The empty cap is not stored.

    The caps are counted first, and the claim about their numbers is stored, unless it is stored already. Raises
    PositionError if the deck has too many classes of caps, and BudgetExhausted. Cost: one canonical form for each class
    of the batch, plus the cost of :func:`ludex.games.sets.study.cap_counts.count_caps` if the caps have not been
    counted yet.
    """
    counts, _ = count_caps_of_deck(catalogue, deck, budget, complete=True)
    if counts.representatives is None:
        raise PositionError(f"there are {sum(counts.classes):,} classes of caps, which are too many to store")
    members = [cards for of_size in counts.representatives for cards, _ in of_size if cards]

    def known(cards: tuple[int, ...]) -> KnownCap:
        position, largest = Position(deck, cards), len(cards) == counts.largest
        return KnownCap(position, solving.caps.is_complete(position), largest, True if largest else None)

    return store_members(catalogue, CAP, members, known, batch, budget)


def count_classes(catalogue: Catalogue, deck: Deck, budget: Budget) -> int:
    """Return the number of classes of caps of a deck. The empty cap is not counted."""
    counts, _ = count_caps_of_deck(catalogue, deck, budget, complete=True)
    return sum(counts.classes) - 1
