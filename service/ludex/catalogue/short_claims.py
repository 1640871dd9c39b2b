"""The short form of the claims about an object, as its document has it: there is no other place that makes it."""

import json
from collections.abc import Iterator, Sequence
from typing import TypeVar

from ludex.catalogue.claim import Claim
from ludex.catalogue.document import MOST_CLAIMS_SHOWN, Document, ShortClaim

D = TypeVar("D", bound=Document)


def with_claims(document: D, claims: Sequence[Claim]) -> D:
    """Return a document with the short forms of the claims about its object, by statement, then by parameters."""
    shown = [short_claim(one) for one in sorted(claims, key=_place)[:MOST_CLAIMS_SHOWN]]
    return document if document.claims == shown else document.model_copy(update={"claims": shown})


def _place(claim: Claim) -> tuple[str, list[tuple[str, int, str]]]:
    """Return where a claim stands: the order in which claims were stored is another in every catalogue."""
    written = ((name, json.dumps(value)) for name, value in sorted(claim.parameters.items()))
    return claim.statement, [(name, len(text), text) for name, text in written]  # numbers by their size


def short_claim(claim: Claim) -> ShortClaim:
    """Return what is stated by a claim, without what proves it; bounds say something only if it is not proved."""
    return ShortClaim(
        statement=claim.statement,
        parameters=dict(claim.parameters),
        value=claim.value,
        lower=None if claim.proved else claim.lower,
        upper=None if claim.proved else claim.upper,
        proved=claim.proved,
        method=claim.method,
    )


def contradictions(document: Document, claims: Sequence[Claim]) -> Iterator[str]:
    """Yield what a document says of claims that these claims, as far as they are here, do not say."""
    stated = {(one.statement, one.parameters_text): short_claim(one) for one in claims}
    for short in document.claims:
        name = (short.statement, Claim(short.statement, parameters=short.parameters).parameters_text)
        if name in stated and stated[name] != short:
            yield f"claims: {short.statement} is not what its claim states"
