from .binary_programs import (
    embedding_program as embedding_program,
)
from .binary_programs import (
    swap_program as swap_program,
)
from .binary_programs import (
    swaps_of_program as swaps_of_program,
)
from .formula_drawings import formula_drawing as formula_drawing
from .intended_solution import minimum_intended_swaps as minimum_intended_swaps
from .known_levels import Gadget as Gadget
from .known_levels import folded_cycle as folded_cycle
from .known_levels import gadget_level as gadget_level
from .one_in_three import OneInThree as OneInThree
from .point_set_embedding import (
    embedding_instance as embedding_instance,
)
from .point_set_embedding import (
    embedding_of_swaps as embedding_of_swaps,
)
from .point_set_embedding import (
    swaps_of_embedding as swaps_of_embedding,
)
