from . import (
    crossing_counts as crossing_counts,
)
from . import (
    cycles as cycles,
)
from . import (
    order_types as order_types,
)
from . import (
    part_crossings as part_crossings,
)
from . import (
    rotations as rotations,
)
from . import (
    segments as segments,
)
from . import (
    set_arrays as set_arrays,
)
from . import (
    symmetries as symmetries,
)
from . import (
    triangulations as triangulations,
)
