from . import reductions as reductions
from .card import Card as Card
from .card import Symmetry as Symmetry
from .deck import Deck as Deck
from .deck import built_in_deck as built_in_deck
from .hypergraph import construct_hypergraph as construct_hypergraph
from .identity.equivalence import compare as compare
from .position import Position as Position
from .solving.no_swish import largest_no_swish_set as largest_no_swish_set
from .solving.search import (
    count_by_size as count_by_size,
)
from .solving.search import (
    find_all as find_all,
)
from .solving.search import (
    find_any as find_any,
)
from .solving.search import (
    find_largest as find_largest,
)
from .study.boards import board as board
from .swishes import Rule as Rule
from .swishes import Swish as Swish
