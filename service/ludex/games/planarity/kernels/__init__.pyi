from . import (
    census as census,
)
from . import (
    crossing_counts as crossing_counts,
)
from . import (
    order_types as order_types,
)
from . import (
    plane_arrangements as plane_arrangements,
)
from . import (
    rotations as rotations,
)
