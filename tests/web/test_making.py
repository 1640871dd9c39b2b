"""Forms start jobs with what is written in them, say what is wrong, and show what is possible."""

from flask.testing import FlaskClient

from ludex.jobs.store import store_of
from ludex.settings import Settings
from tests.applications import application
from tests.web.reading import Read, texts_of

SQUARE = '{"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 1], [0, 2], [1, 3], [2, 3]]}'


def test_every_form_is_found_from_the_page_of_making_or_of_results(visitor: FlaskClient) -> None:
    research = {"/make/no-swish", "/make/caps", "/make/cap-counts"}
    forms, results = (
        {address for address in Read(visitor.get(page).text).links.values() if address.startswith("/make/")}
        for page in ("/make", "/results")
    )
    assert {"/make/levels", "/make/drawing"} < forms and not forms & research
    assert results == research
    for address in forms | results:
        page = visitor.get(address)
        assert page.status_code == 200
        Read(page.text)


def test_a_form_starts_the_job_of_its_operation(visitor: FlaskClient, starting_address: str) -> None:
    asked = {
        "levels": ({"vertices": "8", "edges": "12", "swaps": "3", "count": "5", "delta": "0.01"}, "planarity-generate"),
        "drawing": ({"text": SQUARE}, "planarity-add"),
        "no-swish": ({"deck": "swish-2x2", "all": "true"}, "swish-no-swish"),
        "caps": ({"properties": "3", "values": "3"}, "sets-caps-largest"),
        "cap-counts": ({"properties": "2", "values": "3"}, "sets-caps-count"),
    }
    jobs = store_of(starting_address)
    for form, (fields, operation) in asked.items():
        answer = visitor.post(f"/make/{form}", data=fields)
        assert answer.status_code == 303, form
        job = jobs.find(answer.headers["Location"].rpartition("/")[2])
        assert job.operation == operation
        page = visitor.get(answer.headers["Location"])
        assert page.status_code == 200 and "Waiting for a worker." in page.text
        assert job.id in visitor.get("/jobs").text
    levels = jobs.page(operation="planarity-generate").items[0]
    assert jobs.find(levels.id).arguments == {"vertices": 8, "edges": 12, "swaps": 3, "count": 5, "delta": 0.01}
    jobs.close()


def test_a_form_says_beside_a_field_what_is_wrong_and_keeps_what_was_written(visitor: FlaskClient) -> None:
    page = visitor.post("/make/levels", data={"vertices": "999", "edges": "many", "swaps": "3", "delta": "1_0"})
    assert page.status_code == 200
    said = texts_of(page.text, "strong", "wrong")
    assert said == [
        "Should be at most 128.",
        "Should be a number or a range such as 3..12.",
        "Should be a number.",
    ]
    assert 'value="many"' in page.text and 'value="999"' in page.text
    for text in ("", "nonsense!", "[" * 5000, "{"):
        page = visitor.post("/make/drawing", data={"text": text})
        assert page.status_code == 200 and texts_of(page.text, "strong", "wrong"), text


def test_a_preview_shows_the_first_levels_of_the_job_bounds_and_what_is_stored(visitor: FlaskClient) -> None:
    asked = "/make/levels?vertices=8&edges=10&swaps=2&count=100&seed=7&preview=1"
    page = visitor.get(asked).text
    # A plane drawing of n points has at most 3n - 6 edges.
    assert "at most 18" in page and page.count('<li class="card">') == 3
    assert page.count("2 swaps, proved") == 3
    assert "/planarity/levels?vertices=8&amp;edges=10&amp;min_swaps=2" in page
    assert "Estimated total time" in page
    page = visitor.get("/make/levels?vertices=7..8&edges=10&swaps=1..2&count=2&seed=7&preview=1").text
    assert page.count('<li class="card">') == 2 and "/planarity/levels?vertices=7..8&amp;edges=10&amp;min_" in page


def test_a_preview_without_a_seed_chooses_the_one_with_which_the_job_begins(visitor: FlaskClient) -> None:
    page = visitor.get("/make/levels?vertices=4&edges=4&swaps=1&count=1&preview=1").text
    assert 'name="seed"' in page and 'id="field-seed" name="seed" aria-describedby="about-seed" value="' in page
    assert 'name="seed" aria-describedby="about-seed" value=""' not in page


def test_a_service_that_needs_a_key_starts_no_job_without_one(starting_address: str) -> None:
    with application(Settings(database_url=starting_address, host="0.0.0.0")) as app:
        client = app.test_client()
        assert (
            "requires an API key" in client.get("/make/caps").text
            and "Start the job" not in client.get("/make/caps").text
        )
        assert client.post("/make/caps", data={"properties": "2", "values": "3"}).status_code == 401
        assert client.post("/make/pick/planarity", data={"do": "add", "title": "Mine", "level": "a"}).status_code == 401
