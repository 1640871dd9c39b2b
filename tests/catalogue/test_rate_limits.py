"""How often somebody may do something is counted in windows of time, by all who share the catalogue."""

import pytest
from sqlalchemy import create_engine, select

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.ownership import QuotaExceeded
from ludex.catalogue.rate_limits import Rates
from ludex.catalogue.storage.tables import rate


def test_a_window_has_its_number_and_then_a_new_one_begins(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_000_000.0
    monkeypatch.setattr("ludex.catalogue.rate_limits.time.time", lambda: now)
    one, other = (Rates(catalogue.database, "2/minute", "10/day") for _ in range(2))
    assert [one.count_request("ada"), other.count_request("ada"), one.count_request("ben")] == [None, None, None]
    assert (one.count_request("ada"), other.count_request("ada")) == (60.0, 60.0)
    now += 59.0
    assert other.count_request("ada") == 1.0
    now += 1.0
    assert [one.count_request("ada"), other.count_request("ada"), one.count_request("ada")] == [None, None, 60.0]


def test_windows_that_have_ended_are_deleted_now_and_then(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_000_000.0
    monkeypatch.setattr("ludex.catalogue.rate_limits.time.time", lambda: now)
    monkeypatch.setattr("ludex.catalogue.rate_limits._BETWEEN_CLEANINGS", 3)
    rates, database = Rates(catalogue.database, "2/minute", None), catalogue.database
    engine = database.engine if database.file is None else create_engine(f"sqlite:///{database.file}-rates")

    def counted() -> int:
        with engine.connect() as connection:
            return len(connection.execute(select(rate)).all())

    found = []
    for who in "abcdef":
        rates.count_request(who)
        found.append(counted())
        now += 31.0
    engine.dispose()
    assert found == [1, 2, 2, 3, 4, 2]  # with the third and the sixth request, all but two windows have ended


def test_many_objects_count_as_many(catalogue: Catalogue) -> None:
    rates = Rates(catalogue.database, None, "10/day")
    rates.reserve("ada", 9)
    assert rates.may_store("ada") is None and rates.count_request("ada") is None
    with pytest.raises(QuotaExceeded) as refused:
        rates.reserve("ada", 2)
    assert 0 < refused.value.seconds <= 86_400
    rates.reserve("ada", 1)
    assert 0 < (rates.may_store("ada") or 0) <= 86_400
    assert rates.may_store("ben") is None
    with pytest.raises(QuotaExceeded):
        rates.reserve("ben", 11)


def test_a_reservation_is_given_back_to_its_own_window_only(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_000_000.0
    monkeypatch.setattr("ludex.catalogue.rate_limits.time.time", lambda: now)
    rates = Rates(catalogue.database, None, "2/minute")
    rates.reserve("ada", 2)()
    late = rates.reserve("ada", 2)
    now += 60.0
    rates.reserve("ada", 1)
    late()
    with pytest.raises(QuotaExceeded):
        rates.reserve("ada", 2)


def test_a_clock_that_is_set_back_keeps_nobody_waiting(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000.0
    monkeypatch.setattr("ludex.catalogue.rate_limits.time.time", lambda: now)
    rates = Rates(catalogue.database, "1/minute", "1/day")
    rates.reserve("ada", 1)
    assert (rates.count_request("ada"), rates.count_request("ada"), rates.may_store("ada")) == (None, 60.0, 86_400.0)
    now -= 500_000.0
    assert (rates.count_request("ada"), rates.may_store("ada")) == (None, None)


@pytest.mark.parametrize("step", [-3600.0, 3600.0])
def test_a_clock_that_is_set_by_an_hour_ends_a_window_of_a_minute(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, step: float
) -> None:
    now = 1_000_000.0
    monkeypatch.setattr("ludex.catalogue.rate_limits.time.time", lambda: now)
    rates = Rates(catalogue.database, "1/minute", "1/minute")
    rates.reserve("ada", 1)
    assert (rates.count_request("ada"), rates.count_request("ada"), rates.may_store("ada")) == (None, 60.0, 60.0)
    now += step
    assert (rates.may_store("ada"), rates.count_request("ada"), rates.count_request("ada")) == (None, None, 60.0)
