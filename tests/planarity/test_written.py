"""What answers show of drawings."""

from ludex.planarity.drawing import Drawing
from ludex.planarity.written import ChangedDrawing

CROSSED_PATH = Drawing(((0, 0), (2, 2), (2, 0), (0, 2)), ((0, 1), (1, 2), (2, 3)))


def test_a_changed_drawing_is_shown_with_its_numbers():
    shown = ChangedDrawing.of(CROSSED_PATH)
    assert (shown.drawing, shown.vertices, shown.edges, shown.crossings) == (CROSSED_PATH, 4, 3, 1)
