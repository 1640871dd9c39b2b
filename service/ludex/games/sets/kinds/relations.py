"""The relations between objects of SET."""

from ludex.catalogue.kinds.relation import holds, lies_in, same_class, witnesses
from ludex.games.sets import checks

HOLDS = holds("set-card", "set-deck", "set-position", "set-found-set", "set-cap")
LIES_IN = lies_in("set-found-set", "set-position", checks.place_faults)
WITNESSES = witnesses(("set-cap",), ("set-deck",), checks.witness_faults)
SAME_CLASS = same_class("set-cap", "set-position")
RELATIONS = (HOLDS, LIES_IN, WITNESSES, SAME_CLASS)
