"""The worksheet of a pack has its levels in order, and their solutions after them."""

from flask.testing import FlaskClient

from tests.web.reading import Read, texts_of

_EASY = "/play/planarity/packs/easy/worksheet"


def test_the_worksheet_has_levels_with_room_for_the_swaps_and_solutions_last(visitor: FlaskClient) -> None:
    page = visitor.get(f"{_EASY}?from=3&levels=4&columns=3").text
    Read(page)
    exercises, solutions = page.split('id="solutions"')
    assert [title.split()[0] for title in texts_of(exercises, "h2") if title[:1].isdigit()] == ["3", "4", "5", "6"]
    file = visitor.get("/api/v1/planarity/packs/easy/export").get_json()["levels"][2:6]
    room = [part.count('<span aria-hidden="true">') for part in exercises.split('class="answers"')[1:]]
    assert room == [level["min_swaps"] for level in file]
    for level in file:
        assert ", ".join(f"{u}–{v}" for u, v in level["swaps"]) in solutions
        assert page.count(level["label"]) == solutions.count(f'data-spoiler="{level["label"]}"') == 1
    assert exercises.count("<svg") == solutions.count("<svg") == 4
    assert "0 crossings" in solutions and "0 crossings" not in exercises
    assert 'rel="prev" href="/play/planarity/packs/easy/worksheet?levels=4&amp;columns=3"' in page.replace(
        "from=1&amp;", ""
    )
    assert "from=7&amp;levels=4&amp;columns=3" in page


def test_the_pages_of_a_pack_lead_to_its_worksheet(visitor: FlaskClient) -> None:
    for page in ("/play/planarity/packs/easy", "/make/packs/planarity/easy"):
        assert Read(visitor.get(page).text).links["Print a worksheet"] == _EASY


def test_wrong_numbers_and_unknown_packs_are_refused(visitor: FlaskClient) -> None:
    for query in ("levels=49", "levels=0", "from=x", "columns=4"):
        assert visitor.get(f"{_EASY}?{query}").status_code == 422
    assert visitor.get("/play/planarity/packs/none/worksheet").status_code == 404
    assert "no levels from number 9999" in visitor.get(f"{_EASY}?from=9999").text
