"""`POST /planarity/solve`: the minimum number of swaps, exactly. Nothing is stored."""

from typing import Literal

from pydantic import ConfigDict, Field

from ludex.api.models import Timed
from ludex.api.planarity import PREFIX
from ludex.api.planarity.drawings import SQUARE, DrawingIn
from ludex.api.planarity.searching import search
from ludex.api.planarity.solutions import SolutionOut, show_solution, solved
from ludex.api.routes import Routes

routes = Routes(
    "planarity-solving", tag="Planarity solving", about="Minimum swaps, exactly, with their proof.", prefix=PREFIX
)


class SolveDrawing(DrawingIn, Timed):
    """A drawing, and what to find."""

    model_config = ConfigDict(json_schema_extra={"examples": [SQUARE | {"find": "minimum"}]})

    find: Literal["minimum"] = Field(default="minimum", description="The minimum number of swaps.")


@routes.post("/solve", {200: SolutionOut}, problems=(422, 503))
def solve_drawing(body: SolveDrawing) -> SolutionOut:
    """Find the least number of swaps after which no edges cross.

    With one such sequence, and how many there are. `min_swaps` null and `proved` true: no plane arrangement can be
    reached. At the time limit the answer is the best that is known, with `proved` false.
    """
    drawing = body.drawing()
    with search("solve", body.time_limit, "solve") as budget:
        return show_solution(*solved(drawing, budget))
