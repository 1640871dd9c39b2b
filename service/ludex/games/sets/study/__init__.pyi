from . import (
    cap_counts as cap_counts,
)
from . import difficulty as difficulty
from . import (
    experiments as experiments,
)
from . import (
    largest_caps as largest_caps,
)
from . import (
    no_set_probability as no_set_probability,
)
