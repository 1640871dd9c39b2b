"""Settings come from the environment; what is wrong is named with its remedy."""

import re

import pytest

import ludex.settings
from ludex.settings import Settings, SettingsError, default_database_url, read_settings


def test_nothing_is_needed() -> None:
    settings = read_settings({})
    assert (settings.host, settings.port, settings.workers) == ("127.0.0.1", 8000, 1)
    assert settings.database_url == default_database_url()
    assert settings.database_url.startswith("sqlite:///")
    assert settings.threads > settings.computing_slots + settings.waiting_slots
    assert read_settings({"LUDEX_PORT": "", "PATH": "/bin"}) == settings


def test_every_setting_is_read() -> None:
    assert read_settings(
        {
            "LUDEX_DATABASE_URL": "postgresql://localhost/ludex",
            "LUDEX_HOST": "::1",
            "LUDEX_PORT": "0",
            "LUDEX_WORKERS": "2",
            "LUDEX_THREADS": "40",
            "LUDEX_COMPUTING_SLOTS": "3",
            "LUDEX_WAITING_SLOTS": "0",
            "LUDEX_RATE_LIMIT": "5/second",
            "LUDEX_STORING_QUOTA": "none",
            "LUDEX_DATABASE_CONNECTIONS": "20",
            "LUDEX_LOG_FORMAT": "json",
            "LUDEX_LOG_LEVEL": "debug",
        }
    ) == Settings("postgresql://localhost/ludex", "::1", 0, 2, 40, 3, 0, "5/second", None, 20, "json", "debug")
    assert read_settings({"LUDEX_HOST": "0.0.0.0"}).rate_limit == "120/minute"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LUDEX_PORT", "x"),
        ("LUDEX_PORT", "65536"),
        ("LUDEX_PORT", "-1"),
        ("LUDEX_PORT", "٣"),
        ("LUDEX_WORKERS", "0"),
        ("LUDEX_THREADS", "1.5"),
        ("LUDEX_THREADS", "1"),
        ("LUDEX_COMPUTING_SLOTS", "0"),
        ("LUDEX_RATE_LIMIT", "many"),
        ("LUDEX_STORING_QUOTA", "0/day"),
        ("LUDEX_DATABASE_CONNECTIONS", "7"),
        ("LUDEX_LOG_FORMAT", "xml"),
        ("LUDEX_LOG_LEVEL", "loud"),
        ("LUDEX_DATABASE_URL", "mysql://x"),
        ("LUDEX_DATABASE_URL", "catalogue.sqlite"),
        ("LUDEX_PROT", "8000"),
    ],
)
def test_a_wrong_setting_is_named(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        read_settings({name: value})


@pytest.mark.parametrize(
    ("host", "alone"),
    [
        *(("127.0.0.1", True), ("127.8.8.8", True), ("::1", True), ("localhost", True)),
        *(("0.0.0.0", False), ("::", False), ("192.168.1.2", False), ("example.org", False)),
    ],
)
def test_loopback_is_told_from_other_addresses(host: str, alone: bool) -> None:
    assert read_settings({"LUDEX_HOST": host}).on_loopback is alone


def test_every_setting_is_documented() -> None:
    documented = set(re.findall(r"\| `(LUDEX_[A-Z_]+)` \|", ludex.settings.__doc__ or ""))
    assert documented == set(ludex.settings._NAMES)
    assert len(documented) == len(Settings.__dataclass_fields__)
