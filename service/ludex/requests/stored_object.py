"""Objects that are given to requests, and the class `ludex.StoredObject`, which requests return.

The same may be given for an object in every request and on every surface. An object is given by name: a label, a slug,
or another name that identifies it. Or it is given by value: as text in a notation, such as graph6 or card codes, as
JSON that the look-up of a kind accepts, or as a value of a game in Python. Commands also take the name of a file with
one of these, and `-`.

A `StoredObject` is the document of a stored object as a mapping, with its value and picture.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, Unpack, get_args

from pydantic import Field, PlainValidator, ValidationInfo, WithJsonSchema
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from ludex import operations
from ludex.catalogue import objects
from ludex.engine.exact_json import exact_json
from ludex.engine.notation import is_json
from ludex.pictures.figures import Figure, FigureOptions
from ludex.requests.bounds import OBJECT_CHARACTERS
from ludex.requests.fields import Text
from ludex.requests.notebook import object_html

if TYPE_CHECKING:
    import networkx

    from ludex.catalogue.objects.reading import ObjectView
    from ludex.catalogue.objects.store_result import Duplicate, Stored
    from ludex.requests.session import Session


_NOTHING: Mapping[str, Any] = {}


class StoredObject(Mapping[str, Any]):
    """A stored object: a mapping with the members of the object's document, as returned by ``GET /objects/{label}``.

    The document is a snapshot, and objects with equal documents are equal. pandas can convert a list of objects to a
    table, and a notebook shows the picture of an object.

    Attributes
    ----------
    created : bool
        Whether the call of :meth:`ludex.Catalogue.add` that returned this object stored it.
    matching : tuple of int or None
        For each card, vertex or point of the value that was added or looked up, the index of the corresponding part of
        this object. None if the object was found by name, or if the object has no such parts.
    members : mapping
        Additional members of the response of the request that returned this object.

    Examples
    --------
    >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
    >>> level["min_swaps"], level.kind, level.value.solution.min_swaps, level.svg[:4]
    (1, 'planarity-level', 1, '<svg')
    """

    __slots__ = ("_document", "_session", "called", "created", "matching", "members", "stored", "view")

    def __init__(
        self,
        session: "Session",
        view: "ObjectView",
        *,
        created: bool = False,
        matching: "tuple[int, ...] | None" = None,
        stored: "Stored | None" = None,
        members: Mapping[str, Any] = _NOTHING,
        called: str | None = None,
    ) -> None:
        self._session = session
        self._document: dict[str, Any] | None = None
        self.view = view
        self.created = created
        self.matching = matching
        self.stored = stored
        self.members = members
        self.called = called

    @classmethod
    def of(
        cls,
        session: "Session",
        stored: "Stored",
        view: "ObjectView | None" = None,
        **members: Any,  # noqa: ANN401 - JSON
    ) -> Self:
        """Return the object that an operation stored, with additional members of the response."""
        shown = view or stored.shown
        assert shown is not None
        matching = None if stored.matching is None else tuple(stored.matching)
        return cls(session, shown, created=stored.created, matching=matching, stored=stored, members=members)

    def listed(self) -> "StoredObject":
        """Return the object without the members that lists omit.

        Returns
        -------
        StoredObject
            The object.
        """
        return StoredObject(
            self._session,
            self.view.listed(),
            created=self.created,
            matching=self.matching,
            stored=self.stored,
            members=self.members,
        )

    @property
    def label(self) -> str:
        """The permanent label, which is the same in every installation. ``str(object)`` returns it too."""
        return self.view.label

    @property
    def kind(self) -> str:
        """The name of the kind, such as ``planarity-level``."""
        return self.view.kind.name

    @property
    def duplicate_of(self) -> "Duplicate | None":
        """The relation and the matching to the object that was already stored. None if the object is new."""
        return None if self.stored is None else self.stored.duplicate_of

    @property
    def further(self) -> dict[str, Any]:
        """The members of the response that are not in the document."""
        return dict(self.members) if self.stored is None else {**self.members, "duplicate_of": self.stored.duplicate_of}

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: object) -> CoreSchema:
        """Return a schema that writes the object as JSON, with the function `object` of the context."""

        def write(value: "StoredObject", info: Any) -> Any:  # noqa: ANN401 - JSON
            write_object: Callable[[StoredObject], str] = info.context["object"]
            return json.loads(write_object(value))

        return core_schema.is_instance_schema(
            cls, serialization=core_schema.plain_serializer_function_ser_schema(write, info_arg=True)
        )

    @property
    def document(self) -> dict[str, Any]:
        """The document as a dict that contains only JSON types: lists, strings, numbers and so on."""
        if self._document is None:
            self._document = json.loads(self.view.text())
        return dict(self._document)

    @property
    def value(self) -> Any:  # noqa: ANN401 - a value of its kind
        """The object as a value of its game. It includes results that are read from the claims about the object.

        A level has `drawing`, `solution` and `difficulty`; a position of SWISH or SET has `position`. Cards, caps and
        order types are values of the classes with these names.
        """
        with self._session.reading() as reader:
            return objects.reading.value_of(reader, self.view)

    @property
    def svg(self) -> str | None:
        """The picture as SVG, or None if the kind has no pictures."""
        return None if self.view.kind.view.picture is None else self._picture(None)

    def cite(self, form: Literal["bibtex", "ris", "csl-json"] = "bibtex") -> str:
        """Return a citation of the object, which contains the permanent label.

        If the setting ``LUDEX_PUBLIC_URL`` contains the address of the site, the citation includes the URL of the
        object's page.

        Parameters
        ----------
        form : {"bibtex", "ris", "csl-json"}
            The format.

        Returns
        -------
        str
            The citation.

        Raises
        ------
        ValueError
            If the format is unknown.
        """
        if form not in operations.citations.FORMATS:
            raise ValueError(
                f"{form!r} is not a format of citations; use one of {', '.join(operations.citations.FORMATS)}"
            )
        return operations.citations.FORMATS[form].write(operations.citations.cite(self.view, self._session.public_url))

    def to_svg(self, *, frames: Literal["solution"] | None = None, **options: Unpack[FigureOptions]) -> str:
        """Return the picture as SVG in the given appearance.

        Parameters
        ----------
        frames : str, optional
            `solution` draws a frame for each step of the stored solution of a level.
        **options
            `style`: `screen` (in colour, as `svg`), `print` (black and grey on white), `plain` (without background
            and notes, cropped to the drawing) or `small` (plain, with thick lines). `labels=False` omits the numbers
            of vertices and cards, and `crossings=False` omits the marks of crossings. `width` is the width in pixels.

        Returns
        -------
        str
            The SVG document.

        Raises
        ------
        ValueError
            If there is no picture, or if an option is invalid.

        Examples
        --------
        >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        >>> "#c2410c" in level.to_svg(), "#c2410c" in level.to_svg(style="print")
        (True, False)
        """
        return Figure(**options).svg(self._picture(frames))

    def to_png(self, *, frames: Literal["solution"] | None = None, **options: Unpack[FigureOptions]) -> bytes:
        """Return the picture as PNG.

        Parameters
        ----------
        frames, **options
            As for :meth:`to_svg`, but the width must be from 16 to 4,000 pixels.

        Returns
        -------
        bytes
            The content of a PNG file.

        Raises
        ------
        ValueError
            If there is no picture, or if an option is invalid.

        Examples
        --------
        >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        >>> level.to_png(style="print", width=600)[1:4]
        b'PNG'
        """
        return Figure(**options).rendered(self._picture(frames), "png")

    def to_pdf(self, *, frames: Literal["solution"] | None = None, **options: Unpack[FigureOptions]) -> bytes:
        """Return the picture as PDF, with embedded fonts.

        Parameters
        ----------
        frames, **options
            As in :meth:`to_svg`; a pixel is 1/96 inch.

        Returns
        -------
        bytes
            The content of a PDF file of one page.

        Raises
        ------
        ValueError
            If there is no picture, or if an option is invalid.
        RuntimeError
            If the extra `ludex[figures]` is not installed. The message contains the command that installs it.

        Examples
        --------
        >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        >>> level.to_pdf(style="print", frames="solution")[:4]
        b'%PDF'
        """
        return Figure(**options).rendered(self._picture(frames), "pdf")

    def to_tex(self, *, frames: Literal["solution"] | None = None, **options: Unpack[FigureOptions]) -> str:
        r"""Return the picture as a LaTeX document with TikZ.

        Parameters
        ----------
        frames, **options
            As in :meth:`to_svg`; a pixel is 1/96 inch.

        Returns
        -------
        str
            The document.

        Raises
        ------
        ValueError
            If there is no picture, or if an option is invalid.

        Examples
        --------
        >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        >>> level.to_tex(style="plain").splitlines()[1]
        '\\documentclass[tikz,border=0pt]{standalone}'
        """
        return Figure(**options).tex(self._picture(frames))

    def _picture(self, frames: Literal["solution"] | None) -> str:
        with self._session.reading() as reader:
            return objects.pictures.picture_of(reader, self.view, frames=frames)

    def to_networkx(self) -> "networkx.Graph":
        """Return a stored graph or hypergraph as a networkx graph.

        Returns
        -------
        networkx.Graph
            The graph.

        Raises
        ------
        TypeError
            If the object is not a graph. :meth:`ludex.Catalogue.to_networkx` returns the surroundings of any object.

        Examples
        --------
        >>> level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        >>> catalogue.get(level["graph"]).to_networkx().number_of_edges()
        4
        """
        graph = self.view.kind.view.graph
        if graph is None:
            raise TypeError(f"{self.label}: a {self.view.kind.words} is not a graph")
        return graph(self.view.document())

    def _repr_svg_(self) -> str | None:
        """Return the picture for a notebook."""
        return self.svg

    def _repr_html_(self) -> str:
        """Return the picture and the facts for a notebook."""
        return object_html(f"{self.view.kind.words} {self.label}", self.document, self.svg)

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - any JSON value
        if self._document is None:
            self._document = json.loads(self.view.text())
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
        return f"<{self.view.kind.words} {self.label}>"


_SQUARE = {"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 1], [1, 3], [3, 2], [2, 0]]}


def _read(given: object, info: ValidationInfo) -> object:
    if isinstance(given, str):
        if not 1 <= len(given) <= OBJECT_CHARACTERS or "\0" in given:
            raise PydanticCustomError(
                "object", f"must be an object, or a string of 1 to {OBJECT_CHARACTERS:,} characters"
            )
    elif info.context and not isinstance(given, dict):
        raise PydanticCustomError("object", "must be an object, or a string")
    return given


def object_of_text(text: str) -> object:
    """Return the object that a text denotes: parsed JSON, or the text itself. Raises ValueError."""
    return exact_json(text) if is_json(text) else text


Object = Annotated[
    str | Mapping[str, object] | object,
    PlainValidator(_read),
    Text(object_of_text),
    WithJsonSchema({"anyOf": [{"type": "string", "minLength": 1, "maxLength": OBJECT_CHARACTERS}, {"type": "object"}]}),
    Field(examples=["Bw", _SQUARE]),
]
"""An object, by name or by value."""


def is_object(info: FieldInfo) -> bool:
    """Return whether a field is an object, by name or by value."""
    parts = [info.metadata, *(getattr(part, "__metadata__", ()) for part in get_args(info.annotation))]
    return any(isinstance(mark, Text) and mark.read is object_of_text for part in parts for mark in part)
