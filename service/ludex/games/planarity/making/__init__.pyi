from . import (
    generation as generation,
)
from . import (
    point_sets as point_sets,
)
