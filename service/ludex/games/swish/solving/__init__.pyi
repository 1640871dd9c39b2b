from . import (
    certificate as certificate,
)
from . import (
    independent_sets as independent_sets,
)
from . import (
    matching as matching,
)
from . import (
    no_swish as no_swish,
)
from . import (
    no_swish_proofs as no_swish_proofs,
)
from . import (
    placements as placements,
)
from . import (
    search as search,
)
from . import (
    size_proofs as size_proofs,
)
