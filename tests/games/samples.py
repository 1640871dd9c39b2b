"""What the tests of all games do with each: a few objects of it, and how they are written in each place."""

import json
from dataclasses import dataclass
from typing import Any

Json = Any


@dataclass(frozen=True)
class Sample:
    """A game to try.

    `address` is that of the list of a kind. `stored` is the body of the request there that stores an object, `image`
    and `other` are an equivalent object and one that is not equivalent. `given` and `several` are the fields in which
    look-up and dedup take one object and a list of them. `claimed` are further requests, with their bodies, and
    `statement` is what is claimed then. `text` and `image_text` are the object and its image in the search box. `draw`
    and `play` are addresses of pages; `{label}` is the label of the object. `job` is an operation with its arguments,
    `lines` are those of an import, `command` is one of the game's commands. `value` and `image_value` are expressions
    in Python.
    """

    address: str
    stored: Json
    image: Json
    other: Json
    several: str
    statement: str
    text: str
    image_text: str
    draw: str
    play: str
    job: tuple[str, Json]
    lines: str
    command: tuple[str, ...]
    value: str
    image_value: str
    given: str = ""
    claimed: tuple[tuple[str, Json], ...] = ()

    def lookup(self, thing: Json) -> Json:
        """Return the body of a request that looks up a thing."""
        return {self.given: thing} if self.given else thing


_SQUARE = {"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 1], [1, 3], [2, 3], [0, 2]]}
_TURNED = {"points": [[0, 0], [0, 4], [-4, 5], [-3, 0]], "edges": [[0, 1], [1, 3], [2, 3], [0, 2]]}
_PATH = {"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 2], [1, 3]]}
_SETS = {"properties": 4, "values": 3}

SAMPLES = {
    "swish": Sample(
        address="swish/positions",
        stored={"cards": ["*o./...", "o../.*.", "*../.o."], "find": "largest"},
        image={"cards": [".../*o.", "..o/.*.", ".o./*.."]},
        other={"cards": ["*o./...", "*o./...", "*o./..."]},
        several="positions",
        statement="swish.largest-swish",
        text="*o./...,o../.*.,*../.o.",
        image_text=".../*o.,..o/.*.,.o./*..",
        draw="/draw/swish",
        play="/play/swish?seed=1",
        job=("swish-no-swish-sets", {"cards": ["*o./...", "o../.*.", "*../.o."]}),
        lines="*o./...,o../.*.\n..*/.o.,*o./...\n",
        command=("swish", "solve", "*o./...", "o../.*."),
        value='ludex.swish.Position.from_codes(["*o./...", "o../.*.", "*../.o."])',
        image_value='ludex.swish.Position.from_codes([".../*o.", "..o/.*.", ".o./*.."])',
    ),
    "sets": Sample(
        address="sets/positions",
        stored={**_SETS, "cards": ["0000", "0121", "0212", "1111"], "find": "all"},
        image={**_SETS, "cards": ["1111", "0000", "0121", "0212"]},
        other={**_SETS, "cards": ["0000", "0001"]},
        several="positions",
        statement="set.cap-maximum",
        text="0000,0121,0212,1111",
        image_text="1111,0000,0121,0212",
        draw="/draw/sets",
        play="/play/sets?seed=1",
        job=("sets-caps-largest", {"properties": 2, "values": 3}),
        lines='{"properties": 4, "values": 3, "cards": ["0000", "0111"]}\n',
        command=("sets", "solve", "0000", "0121", "0212"),
        value='ludex.sets.Position.from_codes(ludex.sets.Deck(4, 3), ["0000", "0121", "0212", "1111"])',
        image_value='ludex.sets.Position.from_codes(ludex.sets.Deck(4, 3), ["1111", "0000", "0121", "0212"])',
        claimed=(("sets/caps", {"properties": 2, "values": 3}),),
    ),
    "planarity": Sample(
        address="planarity/levels",
        stored=_SQUARE,
        image=_TURNED,
        other=_PATH,
        several="drawings",
        given="drawing",
        statement="planarity.minimum-swaps",
        text=json.dumps(_SQUARE),
        image_text=json.dumps(_TURNED),
        draw="/draw",
        play="/play/planarity/{label}",
        job=("planarity-generate", {"vertices": 6, "edges": 7, "swaps": 1, "seed": 1, "count": 2}),
        lines='{"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 2], [1, 3]]}\n',
        command=("planarity", "solve", '{"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 2], [1, 3]]}'),
        value="ludex.planarity.Drawing(((0, 0), (4, 0), (5, 4), (0, 3)), ((0, 1), (1, 3), (2, 3), (0, 2)))",
        image_value="ludex.planarity.Drawing(((0, 0), (0, 4), (-4, 5), (-3, 0)), ((0, 1), (1, 3), (2, 3), (0, 2)))",
    ),
    "solitaire": Sample(
        address="solitaire/positions",
        stored={"rows": "***/**./...", "solved": True},
        image={"rows": ".../.**/***"},
        other={"rows": "***/.../..."},
        several="positions",
        statement="solitaire.fewest-pegs",
        text="pegs:***/**./...",
        image_text="pegs:.../.**/***",
        draw="/draw/solitaire",
        play="/play/solitaire/{label}",
        job=("solitaire-random", {"side": 3, "pegs": 4, "count": 25, "seed": 1}),
        lines="**./.../...\n*.*/.*./...\n",
        command=("solitaire", "solve", "***/**./..."),
        value='ludex.solitaire.Position.parse("***/**./...")',
        image_value='ludex.solitaire.Position.parse(".../.**/***")',
    ),
}
