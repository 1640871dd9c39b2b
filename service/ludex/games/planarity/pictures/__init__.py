"""Pictures of Swap Planarity as SVG documents."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.planarity.pictures import drawings, formula_drawings, plots, study_plots
else:
    __getattr__ = submodules(__name__)
