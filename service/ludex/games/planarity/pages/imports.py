"""The import of drawings as levels on the page `/make/import`."""

import json

from ludex.catalogue.objects.reading import ObjectView
from ludex.games.planarity.crossings import count_crossings
from ludex.games.planarity.imported_levels import ImportedDrawing
from ludex.games.planarity.pages.play import difficulty_words
from ludex.games.planarity.pictures.drawings import drawing_svg
from ludex.games.planarity.requests.imports import LEVELS
from ludex.games.planarity.untangle import join_edge_lists
from ludex.pictures.svg import PictureTooLarge
from ludex.web.object_declarations import ImportTab
from ludex.web.site.text_filters import counted

_ABOUT = (
    "One drawing per line, each line in its own format: graph6 (<code>D~{</code>), an edge list "
    "(<code>0-1 1-2 2-0</code>, or one edge per line and an empty line between graphs), an Untangle game description "
    "(<code>4:0-2,1-3</code>), JSON with <code>points</code> and <code>edges</code>, or a label. Or paste a whole "
    "file: CSV with a header, lines that a list or <code>ludex export</code> wrote, or the file of a pack. "
    "Graphs without points are drawn on a circle."
)
EXAMPLES = (
    ("graph6", "E?~o\nDQo\nEhEG\tsix-cycle\n"),
    ("edge lists", "0-1 0-2 1-3 2-3\n\n0 2\n2 4\n4 1\n1 3\n3 0\n"),
    ("Untangle", "4:0-2,1-3,0-1\n6:0-2,2-4,4-1,1-3,3-5,5-0\n"),
    (
        "CSV",
        "name,points,edges\n"
        'bow tie,"[[0, 0], [4, 0], [5, 4], [0, 3]]","[[0, 2], [2, 3], [3, 1], [1, 0]]"\n'
        'star,"[[0, 1], [4, 0], [7, 5], [3, 9], [1, 6]]","[[0, 2], [2, 4], [4, 1], [1, 3], [3, 0]]"\n',
    ),
    (
        "JSON",
        '{"name": "bow tie", "points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 2], [2, 3], [3, 1], [1, 0]]}\n'
        '{"graph6": "DQo", "name": "a cycle"}\n',
    ),
)


def _describe(imported: ImportedDrawing) -> tuple[str, str]:
    drawing = imported.drawing
    name = f"{imported.name}: " if imported.name else ""
    vertices = "1 vertex" if drawing.vertices == 1 else f"{drawing.vertices} vertices"
    crossings = counted(count_crossings(drawing), "crossing")
    about = f"{name}{vertices}, {counted(len(drawing.edges), 'edge')}, {crossings}"
    try:
        return drawing_svg(drawing), about
    except PictureTooLarge:
        return "", about


def _result(level: ObjectView) -> str:
    """Return the minimum and the difficulty of a stored level in words."""
    members = json.loads(level.text())
    minimum = members["min_swaps"]
    if minimum is None:
        return "impossible" if members["proved"] else "not solved in time"
    difficulty = difficulty_words((members.get("difficulty") or {}).get("grade"))
    proved = "" if members["proved"] else "at most "
    return ", ".join(filter(None, (f"{proved}{counted(minimum, 'swap')}", difficulty.lower())))


IMPORT_TAB = ImportTab(LEVELS, "Levels", _ABOUT, EXAMPLES, _describe, _result, join_edge_lists)
