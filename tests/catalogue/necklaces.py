"""A game for the tests of the catalogue: necklaces, words of small letters up to rotation.

A necklace holds its letters, has the multiset of them, may be the mirror image of another, may have a known weight
(least number of repainted beads, a bound at first, then proved), and may lie in boxes, which have names.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.claims.claim import Claim, Sense, Statement
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import DerivedLink, Identity, Kind, Naming, NewLink, ObjectContent, View, prepare
from ludex.catalogue.kinds.registry import GameKinds
from ludex.catalogue.kinds.relation import Relation
from ludex.engine.evidence import Evidence
from ludex.engine.fact import DocumentPart, Fact
from ludex.engine.keys import content_key

HUGE = 10**30


@dataclass(frozen=True)
class Necklace:
    word: str
    weight: int | None = None
    proved: bool = False
    note: str = ""

    def __post_init__(self) -> None:
        if not self.word.isalpha() or not self.word.islower():
            raise ValueError(f"a necklace is made of small letters, not {self.word!r}")

    @property
    def turns(self) -> list[str]:
        return [self.word[place:] + self.word[:place] for place in range(len(self.word))]

    @property
    def order(self) -> tuple[int, ...]:
        """The place of each bead in the least turn."""
        start = min(range(len(self.word)), key=lambda place: self.turns[place])
        return tuple((place - start) % len(self.word) for place in range(len(self.word)))


class LetterDocument(Document):
    kind: Literal["toy-letter"] = "toy-letter"
    letter: Annotated[str, Fact()]


class MultisetDocument(Document):
    kind: Literal["toy-multiset"] = "toy-multiset"
    letters: str
    different: Annotated[int, Fact()] = Field(description="How many letters differ.")


class Weight(DocumentPart):
    weight: Annotated[int | None, Fact(natural=True)]
    known: Annotated[bool, Fact()]


class NecklaceDocument(Document):
    kind: Literal["toy-necklace"] = "toy-necklace"
    word: str
    length: Annotated[int, Fact()]
    period: Annotated[int, Fact(leading=False)]
    note: Annotated[str, Fact()]
    weighed: Weight
    multiset: str
    turns: list[str]


class BoxDocument(Document):
    kind: Literal["toy-box"] = "toy-box"
    title: Annotated[str, Fact()]
    room: Annotated[int, Fact()]


def room_of(title):
    return 2**62 if title == "endless" else len(title)


def key_of(word):
    return content_key("necklace", min(Necklace(word).turns).encode())


def identify_necklace(one, _budget):
    """Return its identity; it is linked with its mirror image."""
    derived_links = (
        [] if key_of(one.word[::-1]) == key_of(one.word) else [DerivedLink("mirror-of", key_of(one.word[::-1]))]
    )
    return Identity(key_of(one.word), (len(one.word),), one.order, tuple(derived_links))


def write_letter(letter, named):
    return ObjectContent(LetterDocument(label=named.label, letter=letter))


def write_multiset(letters, named):
    document = MultisetDocument(label=named.label, letters=letters, different=len(set(letters)))
    held = [NewLink("holds", prepare(LETTER, letter), place) for place, letter in enumerate(letters)]
    return ObjectContent(document, held)


def write_necklace(necklace, named):
    multiset = prepare(MULTISET, "".join(sorted(necklace.word)))
    document = NecklaceDocument(
        label=named.label,
        word=necklace.word,
        length=len(necklace.word),
        period=len(set(necklace.turns)),
        note=necklace.note,
        weighed=Weight(weight=necklace.weight, known=necklace.proved),
        multiset=multiset.label,
        turns=necklace.turns,
    )
    claims = []
    if necklace.weight is not None:
        claims = [
            Claim(
                "toy.weight",
                value=necklace.weight,
                proved=necklace.proved,
                evidence=Evidence.SEARCH if necklace.proved else None,
                method="weighing",
                upper=necklace.weight,
            )
        ]
    return ObjectContent(document, [NewLink("has-multiset", multiset, detail=[1, 2])], claims)


def read_necklace(document, claims):
    return Necklace(document.word, document.weighed.weight, document.weighed.known, document.note)


def check_necklace(necklace, _budget) -> Iterator[str]:
    if (
        necklace.proved
        and necklace.weight is not None
        and necklace.weight < HUGE
        and necklace.weight != len(necklace.word)
    ):
        yield f"the weight is {len(necklace.word)}"


def merge_necklace(stored, new, matching):
    assert sorted(matching) == list(range(len(stored.word)))
    if new.proved and not stored.proved:
        return replace(stored, weight=new.weight, proved=True)
    return None


LETTER = Kind(
    "toy-letter",
    "toys/letters",
    LetterDocument,
    lambda letter, _: Identity(content_key("letter", letter.encode()), (letter,)),
    write_letter,
    lambda document, _: document.letter,
    View("the letters"),
)
MULTISET = Kind(
    "toy-multiset",
    "toys/multisets",
    MultisetDocument,
    lambda letters, _: Identity(content_key("multiset", letters.encode()), (len(letters),)),
    write_multiset,
    lambda document, _: document.letters,
    View("letters without an order"),
)
NECKLACE = Kind(
    "toy-necklace",
    "toys/necklaces",
    NecklaceDocument,
    identify_necklace,
    write_necklace,
    read_necklace,
    View(
        "words up to rotation",
        duplicate_relation="rotation",
        long=frozenset({"turns"}),
        texts={"word": lambda document: document.word},
    ),
    check_necklace,
    merge_necklace,
)
BOX = Kind(
    "toy-box",
    "toys/boxes",
    BoxDocument,
    lambda title, _: Identity(content_key("box", title.encode()), (len(title),)),
    lambda title, named: ObjectContent(BoxDocument(label=named.label, title=title, room=room_of(title))),
    lambda document, _: document.title,
    View("boxes of necklaces"),
    naming=Naming(
        built_in=lambda slug: slug.removeprefix("made-of-") if slug.startswith("made-of-") else None,
        reserved=lambda slug, _: f"{slug} is kept" if slug.startswith("made-of-") else None,
    ),
)


def check_place(_necklace, title, place, detail) -> Iterator[str]:
    if detail is not None and detail != len(title) + place:
        yield f"the detail must be {len(title) + place}"


TOYS = GameKinds(
    "Toys",
    (LETTER, MULTISET, NECKLACE, BOX),
    (
        Relation("holds", "held-by", ("toy-multiset",), ("toy-letter",), "letters of a multiset"),
        Relation(
            "has-multiset",
            "multiset-of",
            ("toy-necklace",),
            ("toy-multiset",),
            "its letters",
            column="multiset",
            counted=True,
        ),
        Relation(
            "in-box",
            "has-necklace",
            ("toy-necklace",),
            ("toy-box",),
            "where it lies",
            derived=False,
            owned_by_target=True,
            check=check_place,
        ),
        Relation("mirror-of", "mirror-of", ("toy-necklace",), ("toy-necklace",), "read backwards"),
    ),
    (Statement("toy.weight", "how heavy it is", Sense.LEAST),),
)
