"""Sizes of largest caps from the literature."""

from functools import partial

from ludex.catalogue.claims.cited import CitedClaim
from ludex.games.sets.kinds.statements import CAP_MAXIMUM

_cap = partial(CitedClaim, statement=CAP_MAXIMUM.name, about="The most cards of the whole deck without a set.")

CITED = (
    _cap(
        subject="set-deck-3-5-243-6lph3bomynseotu4",
        parameters={"values": 3, "properties": 5},
        value=45,
        reference="Y. Edel, S. Ferret, I. Landjev, L. Storme: The classification of the largest caps in AG(5, 3). "
        "Journal of Combinatorial Theory, Series A 99 (2002), 95-110.",
        doi="10.1006/jcta.2002.3261",
        oeis="A090245",
    ),
    _cap(
        subject="set-deck-3-6-729-3dwt7ybl6edwvtpf",
        parameters={"values": 3, "properties": 6},
        value=112,
        reference="A. Potechin: Maximal caps in AG(6, 3). Designs, Codes and Cryptography 46 (2008), 243-259.",
        doi="10.1007/s10623-007-9132-z",
        oeis="A090245",
    ),
    _cap(
        subject="set-deck-3-8-6561-k3fyd57m7x53ihqi",
        parameters={"values": 3, "properties": 8},
        lower=512,
        reference="B. Romera-Paredes and others: Mathematical discoveries from program search with large language "
        "models. Nature 625 (2024), 468-475.",
        doi="10.1038/s41586-023-06924-6",
    ),
)
