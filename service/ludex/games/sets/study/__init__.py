"""Studies: closed forms, statistics, counts of caps, the thesis's experiments."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.sets.study import cap_counts as cap_counts
    from ludex.games.sets.study import experiments as experiments
    from ludex.games.sets.study import no_set as no_set
else:
    __getattr__ = submodules(__name__)
