"""Studies: closed forms, statistics, cap counts, and the experiments of the thesis."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.sets.study import cap_counts, experiments, largest_caps, no_set_probability
else:
    __getattr__ = submodules(__name__)
