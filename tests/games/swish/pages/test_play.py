"""Tables of SWISH are dealt by a seed."""

import re

from flask.testing import FlaskClient

from tests.oracles.swishes import all_swishes
from tests.web.reading import table_of


def test_the_first_seed_from_the_asked_one_that_deals_a_swish_is_taken(client: FlaskClient) -> None:
    without = 0
    for seed in range(8):
        asked = f"/play/swish?seed={seed}&deck=swish-36&cards=4"
        shown = client.get(f"{asked}&unsolved=1").text
        dealt = table_of(shown)
        largest = max((len(one) for one in all_swishes(dealt["cards"])), default=0)
        assert (dealt["largest"], dealt["proved"]) == (largest, True)
        answer = client.get(asked)
        if largest:
            assert f"The largest swish has {largest} cards." in answer.text
            continue
        without += 1
        assert "These cards contain no swish." in shown
        used = int(re.findall(r"seed=(\d+)&", answer.headers["Location"])[0])
        assert used > seed
        assert table_of(client.get(answer.headers["Location"]).text)["largest"] >= 2
        for between in range(seed + 1, used):
            skipped = client.get(f"/play/swish?seed={between}&deck=swish-36&cards=4&unsolved=1").text
            assert table_of(skipped)["largest"] == 0
    assert without
