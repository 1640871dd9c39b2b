"""Studies: closed forms, statistics, cap counts, and the experiments of the thesis."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.sets.study import cap_counts as cap_counts
    from ludex.games.sets.study import experiments as experiments
    from ludex.games.sets.study import largest_caps as largest_caps
    from ludex.games.sets.study import no_set_probability as no_set_probability
else:
    __getattr__ = submodules(__name__)
