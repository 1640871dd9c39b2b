import pytest

from ludex.engine.budget import Budget, Unchecked
from ludex.games.swish.known_position import KnownPosition
from ludex.games.swish.position import Position
from ludex.games.swish.solving.search import find_any, find_largest
from ludex.games.swish.swishes import Largest
from tests.games.swish.commercial import dealt

PAIR = Position.from_codes(["*o", "o*", "*o"])
FOUR = Position.from_codes(["*o./.../...", ".*o/.../...", "*.o/.../...", "*.o/.../..."])


def test_what_is_stated_of_a_position_is_read_as_it_was_known():
    for position in (PAIR, dealt(4, n=8), Position.from_codes(["*o"])):
        known = KnownPosition(position, find_largest(position)).canonical()
        assert KnownPosition.from_json(known.position, known.largest.size, True, known.certificate) == known
        assert list(known.faults(Budget())) == []
    assert KnownPosition(PAIR).certificate is None
    assert list(KnownPosition(PAIR).faults(Budget())) == []


@pytest.mark.parametrize(
    ("size", "certificate", "message"),
    [
        (1, None, "1 cards without its stack"),
        (2, [], "must be its stack"),
        (2, {"stack": [1, 2]}, "must be its stack"),
        (2, {"stack": []}, "at least one card"),
        (2, {"stack": ["*o.", "o*."]}, "a card that is not in the position"),
        (3, {"stack": ["*o", "o*"]}, "of 3 cards with a stack of 2"),
    ],
)
def test_what_states_no_largest_swish_is_refused(size, certificate, message):
    with pytest.raises(ValueError, match=message):
        KnownPosition.from_json(PAIR, size, True, certificate)


def test_a_wrong_largest_swish_has_faults():
    small = find_any(FOUR, max_size=2)
    assert small is not None
    assert list(KnownPosition(FOUR, Largest(small, proved=False)).faults(Budget())) == []
    [fault] = KnownPosition(FOUR, Largest(small, proved=True)).faults(Budget())
    assert fault == "the largest swish has 4 cards or more, not 2"
    stated = KnownPosition.from_json(FOUR, 2, False, {"stack": [".*o/.../...", "*.o/.../..."]})
    assert list(stated.faults(Budget())) == ["the stack of the largest swish is not a swish"]
    [late] = KnownPosition(dealt(4), Largest(None, proved=True)).faults(Budget(stop=lambda: True))
    assert isinstance(late, Unchecked)
