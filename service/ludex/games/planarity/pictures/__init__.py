"""Pictures of Swap Planarity as SVG documents."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.planarity.pictures import drawings as drawings
    from ludex.games.planarity.pictures import formula_drawings as formula_drawings
    from ludex.games.planarity.pictures import plots as plots
    from ludex.games.planarity.pictures import study_plots as study_plots
else:
    __getattr__ = submodules(__name__)
