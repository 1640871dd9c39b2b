from . import (
    binary_program as binary_program,
)
from . import (
    cap_proofs as cap_proofs,
)
from . import (
    caps as caps,
)
from . import (
    lookup as lookup,
)
from . import (
    playing as playing,
)
from . import (
    search as search,
)
from . import (
    solver as solver,
)
