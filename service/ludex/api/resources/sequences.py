"""Integer sequences with their terms and proofs, as JSON and in the formats of the OEIS."""

from typing import Annotated

from flask import Response
from pydantic import Field

from ludex.api.routing.responses import PREFIX, plain, reply
from ludex.api.routing.routes import Routes
from ludex.api.service import service
from ludex.catalogue.sequences.formats import b_file, oeis_lines
from ludex.catalogue.sequences.reading import SequenceTerms, find_sequence, read_sequences
from ludex.requests import bounds
from ludex.requests.fields import Parameters, ServiceBounds
from ludex.requests.request import TEXT, Result
from ludex.requests.response_models import page_of

routes = Routes(
    tag="Sequences", about="The exact integer sequences that the games compute, with their proofs.", prefix=PREFIX
)


class SequencePath(Parameters):
    """The sequence in the path."""

    name: Annotated[str, Field(min_length=1), ServiceBounds(bounds.LABEL_CHARACTERS)] = Field(
        description="Name of the sequence.", examples=["set-caps-maximum-3-values"]
    )


def _sequence(name: str) -> SequenceTerms:
    with service().catalogue.reading() as reader:
        [found] = read_sequences(reader, [find_sequence(reader, name)])
        return found


@routes.get("/sequences", page_of(SequenceTerms, "Sequence"), tool=True)
def sequences() -> Response:
    """List all sequences with their known terms, by game.

    The terms are read from the catalogue or computed from closed forms, without a search.
    """
    with service().catalogue.reading() as reader:
        return reply(Result.page(read_sequences(reader)).value)


@routes.get("/sequences/<label:name>", SequenceTerms, tool=True)
def sequence(path: SequencePath) -> Response:
    """Return a sequence with its known terms and, for each term, the claim that states it."""
    return reply(_sequence(path.name))  # type: ignore[arg-type]  # any dataclass has a JSON text


@routes.get("/sequences/<label:name>.b.txt", TEXT)
def sequence_b_file(path: SequencePath) -> Response:
    """Return a sequence as a b-file of the OEIS: lines with the index and the value of each term."""
    return plain(b_file(_sequence(path.name)))


@routes.get("/sequences/<label:name>.oeis.txt", TEXT)
def sequence_in_oeis_format(path: SequencePath) -> Response:
    """Return a sequence in the internal format of the OEIS, with the number A000000 if its A-number is not known."""
    return plain(oeis_lines(_sequence(path.name)))
