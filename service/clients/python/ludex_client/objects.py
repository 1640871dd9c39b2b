"""Stored objects of a service, and lists of them."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Literal
from urllib.parse import quote

from ludex_client.connection import PREFIX, Connection, ProblemError

_CITATIONS = {"bibtex": "bib", "ris": "ris", "csl-json": "csl.json"}


class StoredObject(Mapping[str, Any]):
    """A stored object: a mapping with the members of the object's document, as returned by ``GET /objects/{label}``.

    Objects in lists lack the longest members; :meth:`Client.get` returns all members.
    """

    __slots__ = ("_connection", "_document", "etag")

    def __init__(self, connection: Connection, document: Mapping[str, Any], etag: str | None = None) -> None:
        self._connection = connection
        self._document = dict(document)
        self.etag = etag
        """The version of an object from :meth:`Client.get`, for the argument `if_match` of a change."""

    @property
    def label(self) -> str:
        """The permanent label, which is the same in every installation and is also ``str(object)``."""
        return str(self._document["label"])

    @property
    def kind(self) -> str:
        """The name of the kind, such as ``planarity-level``."""
        return str(self._document["kind"])

    @property
    def document(self) -> dict[str, Any]:
        """The document as a dict that contains only JSON types: lists, strings, numbers and so on."""
        return dict(self._document)

    @property
    def svg(self) -> str | None:
        """The picture as SVG, or None if the kind has no pictures."""
        try:
            return self.to_svg()
        except ProblemError as error:
            if error.status != 404:
                raise
            return None

    def cite(self, form: Literal["bibtex", "ris", "csl-json"] = "bibtex") -> str:
        """Return a citation of the object in a given format. Raises ValueError if the format is unknown."""
        if form not in _CITATIONS:
            raise ValueError(f"{form!r} is not a format of citations; use one of {', '.join(_CITATIONS)}")
        return self._file(_CITATIONS[form], {}).decode()

    def to_svg(self, *, frames: Literal["solution"] | None = None, **options: Any) -> str:  # noqa: ANN401
        """Return the picture as SVG. The `options` are style, labels, crossings and width."""
        return self._file("svg", {"frames": frames, **options}).decode()

    def to_png(self, *, frames: Literal["solution"] | None = None, **options: Any) -> bytes:  # noqa: ANN401
        """Return the picture as PNG, with the options of :meth:`to_svg`."""
        return self._file("png", {"frames": frames, **options})

    def to_pdf(self, *, frames: Literal["solution"] | None = None, **options: Any) -> bytes:  # noqa: ANN401
        """Return the picture as PDF, with the options of :meth:`to_svg`."""
        return self._file("pdf", {"frames": frames, **options})

    def to_tex(self, *, frames: Literal["solution"] | None = None, **options: Any) -> str:  # noqa: ANN401
        """Return the picture as a LaTeX document with TikZ, with the options of :meth:`to_svg`."""
        return self._file("tex", {"frames": frames, **options}).decode()

    def _file(self, suffix: str, query: Mapping[str, Any]) -> bytes:
        return self._connection.send("GET", f"{object_path(self.label)}.{suffix}", query, accept="*/*").content

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401
        return self._document[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._document)

    def __len__(self) -> int:
        return len(self._document)

    def __hash__(self) -> int:
        return hash(self.label)

    def __str__(self) -> str:
        return self.label

    def __repr__(self) -> str:
        return f"<{self.kind} {self.label}>"


class Listing:
    """The objects of a kind that match filters. The objects are requested page by page during iteration."""

    def __init__(
        self, connection: Connection, path: str, filters: Mapping[str, Any], sort: str, limit: int | None
    ) -> None:
        self._connection = connection
        self._path = path
        self._filters = filters
        self._sort = sort
        self._limit = limit

    def __iter__(self) -> Iterator[StoredObject]:
        page = 1000 if self._limit is None else max(1, min(1000, self._limit))
        items = self._connection.items(self._path, {**self._filters, "sort": self._sort, "limit": page})
        return (StoredObject(self._connection, document) for document in islice(items, self._limit))

    def first(self) -> StoredObject | None:
        """Return the first object, or None if there is none."""
        items = self._connection.json("GET", self._path, {**self._filters, "sort": self._sort, "limit": 1})["items"]
        return StoredObject(self._connection, items[0]) if items else None

    def count(self) -> int:
        """Return the number of objects. In long lists, the service may count only the first 10,000 objects."""
        number = int(self._connection.json("GET", self._path, {**self._filters, "limit": 1})["count"])
        return number if self._limit is None else min(number, self._limit)

    def facets(self, *names: str) -> dict[str, dict[Any, int]]:
        """Return the number of objects for each value of each fact, or only for the facts with the given names."""
        found = self._connection.json("GET", f"{self._path}/facets", self._filters)["facets"]
        return {
            name: {value["value"]: value["count"] for value in values}
            for name, values in found.items()
            if not names or name in names
        }


def object_path(name: str) -> str:
    """Return the path of the object with a given label or slug.

    >>> object_path("a/b")
    '/api/v1/objects/a%2Fb'
    """
    return f"{PREFIX}/objects/{quote(name, safe='')}"
