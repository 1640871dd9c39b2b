from . import (
    arrangements as arrangements,
)
from . import (
    certificates as certificates,
)
from . import (
    class_counts as class_counts,
)
from . import (
    hints as hints,
)
from . import (
    minimum_swaps as minimum_swaps,
)
from . import (
    obstructions as obstructions,
)
