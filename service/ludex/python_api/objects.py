"""A stored object as Python has it: its document as a mapping, its value, its picture."""

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ludex.catalogue.catalogue import Catalogue as Store
from ludex.catalogue.objects.pictures import picture_of
from ludex.catalogue.objects.reading import Shown, value_of

if TYPE_CHECKING:
    import networkx


class StoredObject(Mapping[str, Any]):
    """An object of a catalogue: a mapping of its document, as ``GET /objects/{label}`` answers it.

    What is in a catalogue stays as it is while you hold it, so that objects are equal if their documents are. Pandas
    makes a table of a list of them; a notebook draws one that has a picture.

    Attributes
    ----------
    label : str
        Its permanent label, the same in every installation; also ``str(object)``.
    kind : str
        The name of its kind, such as ``planarity-level``.
    created : bool
        True if :meth:`ludex.Catalogue.add` stored it now, False if it was there before.
    matching : tuple of int or None
        For card, vertex or point i of what was added or looked up, that of this object; None if it was asked for by
        its name, or has no such parts.
    """

    __slots__ = ("_document", "_shown", "_store", "created", "matching")

    def __init__(
        self, store: Store, shown: Shown, *, created: bool = False, matching: tuple[int, ...] | None = None
    ) -> None:
        self._store = store
        self._shown = shown
        self._document: dict[str, Any] | None = None
        self.created = created
        self.matching = matching

    @property
    def label(self) -> str:
        """Return its permanent label."""
        return self._shown.label

    @property
    def kind(self) -> str:
        """Return the name of its kind."""
        return self._shown.kind.name

    @property
    def document(self) -> dict[str, Any]:
        """Return its document as a dict: lists, texts, numbers, as JSON has them."""
        if self._document is None:
            self._document = json.loads(self._shown.text())
        return dict(self._document)

    @property
    def value(self) -> Any:  # noqa: ANN401 - a value of its kind
        """Return it as a value of its game, with what is known of it.

        A level has `drawing`, `solution` and `difficulty`, a position of SWISH or SET has `position`; a card, a cap or
        an order type is what its game calls so. Cost: that of reading its claims.
        """
        with self._store.reading() as reader:
            return value_of(reader, self._shown)

    @property
    def svg(self) -> str | None:
        """Return its picture as SVG, None if objects of its kind have none."""
        if self._shown.kind.view.picture is None:
            return None
        with self._store.reading() as reader:
            return picture_of(reader, self._shown)

    def to_networkx(self) -> "networkx.Graph":
        """Return the graph that it is: of networkx, for a stored graph or hypergraph.

        Raises TypeError for an object of another kind. :meth:`ludex.Catalogue.to_networkx` returns its surroundings.
        """
        graph = self._shown.kind.view.graph
        if graph is None:
            raise TypeError(f"{self.label}: a {self._shown.kind.words} is not a graph")
        return graph(self._shown.document())

    def _repr_svg_(self) -> str | None:
        """Return what a notebook shows."""
        return self.svg

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - whatever JSON holds
        if self._document is None:
            self._document = json.loads(self._shown.text())
        return self._document[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.document)

    def __len__(self) -> int:
        return len(self.document)

    def __hash__(self) -> int:
        return hash(self.label)

    def __str__(self) -> str:
        return self.label

    def __repr__(self) -> str:
        return f"<{self._shown.kind.words} {self.label}>"
