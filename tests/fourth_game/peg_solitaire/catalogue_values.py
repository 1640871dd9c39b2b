"""The values of peg solitaire that `ludex.Catalogue` looks up and adds: positions."""

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Identity
from ludex.engine.budget import Budget
from ludex.requests.values import StoredValue, Value
from peg_solitaire.kinds import POSITION, KnownPosition
from peg_solitaire.operations import store_positions
from peg_solitaire.position import Position


def _identify(position: Position, budget: Budget) -> Identity:
    return POSITION.identify(KnownPosition(position), budget)


def _add(catalogue: Catalogue, position: Position, budget: Budget, find: str | None) -> StoredValue:
    [stored] = store_positions(catalogue, [position], budget, solved=find == "fewest")
    return StoredValue(stored, stored.matching)


VALUES = (
    Value(
        name="solitaire.Position",
        accepts=lambda value: isinstance(value, Position),
        kind="solitaire-position",
        identify=_identify,
        add=_add,
        finds=("fewest",),
    ),
)
