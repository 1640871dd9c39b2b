from . import (
    order_type_collection as order_type_collection,
)
from . import (
    order_type_sampling as order_type_sampling,
)
from . import (
    provenance as provenance,
)
