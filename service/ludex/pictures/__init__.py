"""Pictures of the games as SVG texts: standalone, deterministic, with a title, without scripts or outside references.

Every function returns one whole SVG document as a text. It can also stand inside an HTML page as it is: it has no style
sheet and no identifiers. Cells of a SWISH board have the colours of their orbits (section 1.1). Lengths are in pixels,
x to the right and y downward.
"""

from typing import TYPE_CHECKING

from ludex.exports import lazily

if TYPE_CHECKING:
    from ludex.pictures.cards import MAX_DRAWN_CARDS, MAX_SYMBOLS, svg_card, svg_position
    from ludex.pictures.drawings import MAX_CROSSING_MARKS, MAX_DRAWN_STEPS, drawing_svg, point_set_svg, solution_svg
    from ludex.pictures.experiment_plots import svg_asked_plot, svg_attempts_plot, svg_interior_plot
    from ludex.pictures.hypergraphs import MAX_ARCS, svg_hypergraph
    from ludex.pictures.no_swish import svg_no_swish_set
    from ludex.pictures.plots import DealPoint, DealSeries, svg_census, svg_deal_plot, svg_size_histogram
    from ludex.pictures.set_grids import MAX_GRID_POINTS, cap_svg
    from ludex.pictures.set_plots import (
        board_times_svg,
        no_set_svg,
        play_by_round_svg,
        solver_times_svg,
        uniformity_svg,
    )
    from ludex.pictures.set_tables import (
        MAX_DRAWN_SETS,
        MAX_FACE_PARTS,
        MAX_TABLE_CARDS,
        found_set_svg,
        found_sets_svg,
        set_card_svg,
        set_game_svg,
        set_table_svg,
    )
    from ludex.pictures.stacks import svg_swish
    from ludex.pictures.svg import PictureTooLarge

_MODULES = {
    "MAX_ARCS": "hypergraphs",
    "MAX_CROSSING_MARKS": "drawings",
    "MAX_DRAWN_CARDS": "cards",
    "MAX_DRAWN_SETS": "set_tables",
    "MAX_DRAWN_STEPS": "drawings",
    "MAX_FACE_PARTS": "set_tables",
    "MAX_GRID_POINTS": "set_grids",
    "MAX_SYMBOLS": "cards",
    "MAX_TABLE_CARDS": "set_tables",
    "DealPoint": "plots",
    "DealSeries": "plots",
    "PictureTooLarge": "svg",
    "board_times_svg": "set_plots",
    "cap_svg": "set_grids",
    "drawing_svg": "drawings",
    "found_set_svg": "set_tables",
    "found_sets_svg": "set_tables",
    "no_set_svg": "set_plots",
    "play_by_round_svg": "set_plots",
    "point_set_svg": "drawings",
    "set_card_svg": "set_tables",
    "set_game_svg": "set_tables",
    "set_table_svg": "set_tables",
    "solution_svg": "drawings",
    "solver_times_svg": "set_plots",
    "svg_asked_plot": "experiment_plots",
    "svg_attempts_plot": "experiment_plots",
    "svg_card": "cards",
    "svg_census": "plots",
    "svg_deal_plot": "plots",
    "svg_hypergraph": "hypergraphs",
    "svg_interior_plot": "experiment_plots",
    "svg_no_swish_set": "no_swish",
    "svg_position": "cards",
    "svg_size_histogram": "plots",
    "svg_swish": "stacks",
    "uniformity_svg": "set_plots",
}

__all__ = [
    "MAX_ARCS",
    "MAX_CROSSING_MARKS",
    "MAX_DRAWN_CARDS",
    "MAX_DRAWN_SETS",
    "MAX_DRAWN_STEPS",
    "MAX_FACE_PARTS",
    "MAX_GRID_POINTS",
    "MAX_SYMBOLS",
    "MAX_TABLE_CARDS",
    "DealPoint",
    "DealSeries",
    "PictureTooLarge",
    "board_times_svg",
    "cap_svg",
    "drawing_svg",
    "found_set_svg",
    "found_sets_svg",
    "no_set_svg",
    "play_by_round_svg",
    "point_set_svg",
    "set_card_svg",
    "set_game_svg",
    "set_table_svg",
    "solution_svg",
    "solver_times_svg",
    "svg_asked_plot",
    "svg_attempts_plot",
    "svg_card",
    "svg_census",
    "svg_deal_plot",
    "svg_hypergraph",
    "svg_interior_plot",
    "svg_no_swish_set",
    "svg_position",
    "svg_size_histogram",
    "svg_swish",
    "uniformity_svg",
]
__getattr__ = lazily(__name__, _MODULES)
