"""Words of commands that are not what they should be: refused as such, however they are made."""

import pytest

from ludex.games.planarity.requests.inputs import points_of_text
from ludex.games.planarity.requests.variants import _onto_of_text
from ludex.games.sets.requests.games import _record_of_text
from ludex.games.swish.requests.inputs import cards_of_text
from ludex.games.swish.requests.lookup import _board_of_text

DEEP = '{"a":' * 100_000


@pytest.mark.parametrize("read", [cards_of_text, _board_of_text, _record_of_text, points_of_text])
def test_what_is_nested_too_deeply_is_refused_as_other_json_is(read: object) -> None:
    with pytest.raises(ValueError, match="nested too deeply"):
        read(DEEP)  # type: ignore[operator]


@pytest.mark.parametrize("text", ['{"drawing": null}', '{"drawing": [0, 0], "swaps": []}', '{"drawing": 5}'])
def test_what_has_no_points_is_no_place_to_go(text: str) -> None:
    with pytest.raises(ValueError, match="not points"):
        _onto_of_text(text)
