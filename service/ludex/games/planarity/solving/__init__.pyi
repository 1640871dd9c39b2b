from . import (
    arrangements as arrangements,
)
from . import (
    class_counts as class_counts,
)
from . import (
    hints as hints,
)
from . import (
    lower_bounds as lower_bounds,
)
from . import (
    minimum_swaps as minimum_swaps,
)
from . import (
    obstructions as obstructions,
)
