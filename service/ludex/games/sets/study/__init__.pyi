    cap_counts as cap_counts,
    experiments as experiments,
    largest_caps as largest_caps,
    no_set_probability as no_set_probability,
)
)
)
)
from . import (
from . import (
from . import (
from . import (
from . import difficulty as difficulty
