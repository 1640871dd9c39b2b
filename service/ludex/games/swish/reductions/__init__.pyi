from .card_reductions import even_cycle_cards as even_cycle_cards
from .card_reductions import flip_cards as flip_cards
from .card_reductions import planted_even_cycles as planted_even_cycles
from .card_reductions import three_symbol_cards as three_symbol_cards
from .programs import (
    largest_swish_program as largest_swish_program,
)
from .programs import (
    no_swish_program as no_swish_program,
)
from .programs import (
    swish_of_program as swish_of_program,
)
from .satisfiability import satisfiability_cards as satisfiability_cards
from .satisfiability import two_three_form as two_three_form
