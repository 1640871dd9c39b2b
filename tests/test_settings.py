"""Settings come from the environment; what is wrong is named with its remedy."""

import os
import re
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path

import pytest
from pydantic import ValidationError

import ludex.settings
from ludex.engine.workers import processors
from ludex.settings import Settings, SettingsError, default_database_url, read_settings

Environment = Callable[..., Settings]


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Environment:
    """Return what reads the settings from an environment."""

    def read_from(environment: dict[str, str]) -> Settings:
        with monkeypatch.context() as changed:
            for name in [name for name in os.environ if name.startswith("LUDEX_")]:
                changed.delenv(name)
            for name, value in environment.items():
                changed.setenv(name, value)
            return read_settings()

    return read_from


def test_nothing_is_needed(read: Environment) -> None:
    settings = read({})
    assert (settings.host, settings.port, settings.job_workers) == ("127.0.0.1", 8000, processors())
    assert (settings.threads, settings.daily_ahead, settings.storing_quota) == (128, 0, None)
    assert settings.database_url == default_database_url()
    assert settings.database_url.startswith("sqlite:///")
    assert read({"LUDEX_PORT": "", "PATH": "/bin"}) == settings


def test_every_setting_is_read(read: Environment) -> None:
    assert read(
        {
            "LUDEX_DATABASE_URL": "postgresql://localhost/ludex",
            "LUDEX_READ_DATABASE_URL": "postgresql://replica/ludex",
            "LUDEX_HOST": "::1",
            "LUDEX_PORT": "0",
            "LUDEX_WORKERS": "2",
            "LUDEX_JOB_WORKERS": "0",
            "LUDEX_THREADS": "40",
            "LUDEX_COMPUTING_SLOTS": "3",
            "LUDEX_WAITING_SLOTS": "0",
            "LUDEX_TRUSTED_PROXIES": "127.0.0.1, 10.0.0.0/8",
            "LUDEX_ALLOWED_ORIGINS": "https://Game.example, http://localhost:5173",
            "LUDEX_DAILY_AHEAD": "3",
            "LUDEX_PUBLIC_URL": "https://ludex.example.org/",
            "LUDEX_RATE_LIMIT": "5/second",
            "LUDEX_STORING_QUOTA": "none",
            "LUDEX_DATABASE_CONNECTIONS": "20",
            "LUDEX_DATASET_DIR": "/data",
            "LUDEX_OFFLINE_PAGES": "false",
            "LUDEX_LOG_FORMAT": "json",
            "LUDEX_LOG_LEVEL": "debug",
            "LUDEX_GAMES": "swish,sets",
        }
    ).model_dump() == {
        "database_url": "postgresql://localhost/ludex",
        "read_database_url": "postgresql://replica/ludex",
        "host": "::1",
        "port": 0,
        "workers": 2,
        "job_workers": 0,
        "threads": 40,
        "computing_slots": 3,
        "waiting_slots": 0,
        "trusted_proxies": (ip_network("127.0.0.1/32"), ip_network("10.0.0.0/8")),
        "allowed_origins": ("https://game.example", "http://localhost:5173"),
        "daily_ahead": 3,
        "public_url": "https://ludex.example.org",
        "rate_limit": "5/second",
        "storing_quota": None,
        "database_connections": 20,
        "dataset_dir": Path("/data"),
        "offline_pages": False,
        "log_format": "json",
        "log_level": "debug",
    }
    assert read({"LUDEX_HOST": "0.0.0.0"}).rate_limit == "120/minute"
    assert read({"LUDEX_TRUSTED_PROXIES": "127.0.0.1"}).storing_quota == "10000/day"
    assert read({}).rate_limit is None


@pytest.mark.parametrize(
    ("count", "gibibytes", "environment", "expected"),
    [
        (4, 64, {}, (4, 2, 94)),  # twice the processors, divided by the workers; three quarters of the threads
        (4, 3, {}, (1, 8, 88)),
        (200, 10_000, {}, (64, 6, 90)),
        (2, 8, {"LUDEX_WORKERS": "64"}, (64, 1, 95)),
        (400, 4, {}, (1, 64, 32)),  # at most half of the threads
        (400, 4, {"LUDEX_THREADS": "1000"}, (1, 256, 494)),
        (4, 4, {"LUDEX_COMPUTING_SLOTS": "100"}, (1, 100, 0)),
    ],
)
def test_workers_and_slots_follow_from_the_machine(
    read: Environment,
    monkeypatch: pytest.MonkeyPatch,
    count: int,
    gibibytes: int,
    environment: dict[str, str],
    expected: tuple[int, int, int],
) -> None:
    sizes = {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": gibibytes * 2**18}
    monkeypatch.setattr(ludex.settings, "processors", lambda: count)
    monkeypatch.setattr(os, "sysconf", sizes.__getitem__)
    settings = read(environment)
    assert (settings.workers, settings.computing_slots, settings.waiting_slots) == expected


@pytest.mark.parametrize(
    ("field", "least", "greatest"),
    [
        *(("port", 0, 65535), ("workers", 1, 64), ("job_workers", 0, 256), ("threads", 2, 1024)),
        *(("computing_slots", 1, 256), ("waiting_slots", 0, 1024), ("daily_ahead", 0, 3650)),
        ("database_connections", 8, 1024),
    ],
)
def test_a_number_is_taken_up_to_its_bounds(field: str, least: int, greatest: int) -> None:
    for number in (least, greatest):
        assert getattr(Settings(database_url="sqlite://", **{field: number}), field) == number
    for number in (least - 1, greatest + 1):
        with pytest.raises(ValidationError, match=field):
            Settings(database_url="sqlite://", **{field: number})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LUDEX_PORT", "x"),
        ("LUDEX_PORT", "٣"),
        ("LUDEX_THREADS", "1.5"),
        ("LUDEX_RATE_LIMIT", "many"),
        ("LUDEX_TRUSTED_PROXIES", "nginx"),
        ("LUDEX_TRUSTED_PROXIES", "10.0.0.1/8"),
        ("LUDEX_ALLOWED_ORIGINS", "*"),
        ("LUDEX_ALLOWED_ORIGINS", "https://*.example"),
        ("LUDEX_ALLOWED_ORIGINS", "game.example"),
        ("LUDEX_ALLOWED_ORIGINS", "https://game.example/"),
        ("LUDEX_ALLOWED_ORIGINS", "https://game.example:x"),
        ("LUDEX_ALLOWED_ORIGINS", "https://game.example,"),
        ("LUDEX_PUBLIC_URL", "ludex.example.org"),
        ("LUDEX_PUBLIC_URL", "http://127.0.0.1:8000"),
        ("LUDEX_PUBLIC_URL", "ftp://ludex.example.org"),
        ("LUDEX_PUBLIC_URL", "https:///path"),
        ("LUDEX_PUBLIC_URL", "https://ludex.example.org/?q=1"),
        ("LUDEX_PUBLIC_URL", "https://ludex.example.org/#top"),
        ("LUDEX_STORING_QUOTA", "0/day"),
        ("LUDEX_LOG_FORMAT", "xml"),
        ("LUDEX_LOG_LEVEL", "loud"),
        ("LUDEX_READ_DATABASE_URL", "postgresql://replica/ludex"),  # of a catalogue on SQLite
        ("LUDEX_READ_DATABASE_URL", "sqlite:////catalogue.sqlite"),
        ("LUDEX_DATABASE_URL", "mysql://x"),
        ("LUDEX_DATABASE_URL", "catalogue.sqlite"),
        ("LUDEX_PROT", "8000"),
    ],
)
def test_a_wrong_setting_is_named_with_its_remedy_in_one_line(read: Environment, name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=rf"^{name} is .*(set it to|the settings are) .*$") as refusal:
        read({name: value})
    assert "\n" not in str(refusal.value)


def test_an_invalid_url_is_not_shown_with_its_password(read: Environment) -> None:
    with pytest.raises(SettingsError) as refusal:
        read({"LUDEX_DATABASE_URL": "mysql://user:secret@host/name"})
    assert "secret" not in str(refusal.value)


def test_slots_must_leave_threads_free(read: Environment) -> None:
    with pytest.raises(SettingsError, match="set LUDEX_THREADS higher"):
        read({"LUDEX_THREADS": "8", "LUDEX_COMPUTING_SLOTS": "4", "LUDEX_WAITING_SLOTS": "4"})
    assert read({"LUDEX_THREADS": "9", "LUDEX_COMPUTING_SLOTS": "4", "LUDEX_WAITING_SLOTS": "4"}).threads == 9


@pytest.mark.parametrize(
    ("host", "alone"),
    [
        *(("127.0.0.1", True), ("127.8.8.8", True), ("::1", True), ("localhost", True)),
        *(("0.0.0.0", False), ("::", False), ("192.168.1.2", False), ("example.org", False)),
    ],
)
def test_loopback_is_told_from_other_addresses(read: Environment, host: str, alone: bool) -> None:
    assert read({"LUDEX_HOST": host}).on_loopback is alone


def test_a_clone_with_a_folder_for_data_has_a_catalogue_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ludex.settings, "_CLONE", tmp_path)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    shared = ludex.settings.data_folder()
    (tmp_path / "data").mkdir()
    assert ludex.settings.data_folder() == shared  # an installed package is no clone
    (tmp_path / "pyproject.toml").touch()
    assert ludex.settings.data_folder() == tmp_path / "data"
    assert default_database_url() == f"sqlite:///{tmp_path}/data/catalogue.sqlite"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "other"))
    assert tmp_path / "data" not in (ludex.settings.data_folder(), *ludex.settings.data_folder().parents)


def test_every_setting_is_documented() -> None:
    documented = set(re.findall(r"\| `(LUDEX_[A-Z_]+)` \|", ludex.settings.__doc__ or ""))
    assert documented == {
        "LUDEX_GAMES",
        "LUDEX_API_KEY",
        *(f"LUDEX_{field.upper()}" for field in Settings.model_fields),
    }
