from . import (
    abstract_order_types as abstract_order_types,
)
from . import (
    census as census,
)
from . import (
    census_parts as census_parts,
)
from . import (
    difficulty as difficulty,
)
from . import (
    difficulty_factors as difficulty_factors,
)
from . import (
    experiments as experiments,
)
from . import (
    faults as faults,
)
from . import (
    graph_families as graph_families,
)
from . import (
    hardest_drawings as hardest_drawings,
)
from . import (
    level_bands as level_bands,
)
from . import (
    level_collection as level_collection,
)
from . import (
    level_orders as level_orders,
)
from . import (
    minima_estimate as minima_estimate,
)
from . import (
    swap_class_counts as swap_class_counts,
)
