"""The settings of the service and of every command, read from the environment.

| Variable | Default | Meaning |
|---|---|---|
| `LUDEX_DATABASE_URL` | SQLite in the user's data folder | The catalogue, as an SQLAlchemy URL. |
| `LUDEX_HOST` | `127.0.0.1` | The address to listen on. On any other who stores needs a key. |
| `LUDEX_PORT` | `8000` | The port to listen on; 0 takes a free one. |
| `LUDEX_WORKERS` | `1` | Processes that answer requests. |
| `LUDEX_THREADS` | `128` | Threads of each process for what computes or stores; reads have their own. |
| `LUDEX_COMPUTING_SLOTS` | twice the processors | Searches that run at once in each process. |
| `LUDEX_WAITING_SLOTS` | three quarters of the threads, less those slots | Searches that wait; more are refused. |
| `LUDEX_RATE_LIMIT` | `none` on loopback, else `120/minute` | Requests that compute or store, an owner or address. |
| `LUDEX_STORING_QUOTA` | `none` on loopback, else `10000/day` | Objects that an owner stores. |
| `LUDEX_DATABASE_CONNECTIONS` | shares of what the server allows | Connections to PostgreSQL of each process at most. |
| `LUDEX_LOG_FORMAT` | `text` | `text` for people, `json` for machines; to standard error. |
| `LUDEX_LOG_LEVEL` | `info` | `debug`, `info`, `warning` or `error`. |
| `LUDEX_GAMES` | all installed games | The games to serve, by name, separated by commas. |

Threads must outnumber the computing and waiting slots together, so that reads always find a free one.
"""

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

LEAST_CONNECTIONS = 8
"""Connections to PostgreSQL with which a process of any sort works."""

LOG_FORMATS = ("text", "json")
LOG_LEVELS = ("debug", "info", "warning", "error")

_RATE = re.compile(r"[1-9][0-9]{0,8}/(second|minute|hour|day)")

_NAMES = frozenset(
    f"LUDEX_{name}"
    for name in (
        "DATABASE_URL",
        "HOST",
        "PORT",
        "WORKERS",
        "THREADS",
        "COMPUTING_SLOTS",
        "WAITING_SLOTS",
        "RATE_LIMIT",
        "STORING_QUOTA",
        "DATABASE_CONNECTIONS",
        "LOG_FORMAT",
        "LOG_LEVEL",
        "GAMES",
    )
)


class SettingsError(ValueError):
    """A setting that does not work; the message names the variable and the remedy."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings, checked. See the module's table."""

    database_url: str
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    threads: int = 128
    computing_slots: int = 4
    waiting_slots: int = 92
    rate_limit: str | None = None
    storing_quota: str | None = None
    database_connections: int | None = None
    log_format: str = "text"
    log_level: str = "info"

    @property
    def on_loopback(self) -> bool:
        """Tell whether the service listens on a loopback address only."""
        return is_loopback(self.host)


def is_loopback(host: str) -> bool:
    """Tell whether only this machine reaches an address.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("0.0.0.0"), is_loopback("example.org")
    (True, True, False, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def data_folder() -> Path:
    """Return the user's data folder of Ludex; it may not exist yet."""
    from platformdirs import user_data_path

    return user_data_path("ludex", appauthor=False)


def default_database_url() -> str:
    """Return the URL of the SQLite catalogue in the user's data folder."""
    return f"sqlite:///{data_folder() / 'catalogue.sqlite'}"


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Read the settings from a mapping, by default the process's environment. Empty variables count as absent.

    Raises SettingsError.

    >>> read_settings({"LUDEX_DATABASE_URL": "sqlite://", "LUDEX_PORT": "0"}).port
    0
    """
    given = {name: value for name, value in (os.environ if environment is None else environment).items() if value}
    unknown = sorted(name for name in given if name.startswith("LUDEX_") and name not in _NAMES)
    if unknown:
        raise SettingsError(f"{unknown[0]} is not a setting; the settings are {', '.join(sorted(_NAMES))}")
    threads = _whole(given, "LUDEX_THREADS", 128, 2, 1024)
    slots = _whole(given, "LUDEX_COMPUTING_SLOTS", min(2 * (os.cpu_count() or 1), threads // 2), 1, 256)
    host = given.get("LUDEX_HOST", "127.0.0.1")
    settings = Settings(
        database_url=_database_url(given),
        host=host,
        port=_whole(given, "LUDEX_PORT", 8000, 0, 65535),
        workers=_whole(given, "LUDEX_WORKERS", 1, 1, 64),
        threads=threads,
        computing_slots=slots,
        waiting_slots=_whole(given, "LUDEX_WAITING_SLOTS", max(0, 3 * threads // 4 - slots), 0, 1024),
        rate_limit=_rate(given, "LUDEX_RATE_LIMIT", None if is_loopback(host) else "120/minute"),
        storing_quota=_rate(given, "LUDEX_STORING_QUOTA", None if is_loopback(host) else "10000/day"),
        database_connections=_connections(given),
        log_format=_one_of(given, "LUDEX_LOG_FORMAT", LOG_FORMATS, "text"),
        log_level=_one_of(given, "LUDEX_LOG_LEVEL", LOG_LEVELS, "info"),
    )
    if settings.threads <= settings.computing_slots + settings.waiting_slots:
        raise SettingsError(
            f"LUDEX_THREADS is {settings.threads}, but {settings.computing_slots} computing and "
            f"{settings.waiting_slots} waiting slots need more: set LUDEX_THREADS higher, or LUDEX_COMPUTING_SLOTS or "
            "LUDEX_WAITING_SLOTS lower"
        )
    return settings


def _database_url(given: Mapping[str, str]) -> str:
    url = given.get("LUDEX_DATABASE_URL")
    if url is None:
        return default_database_url()
    if not url.startswith(("sqlite:", "sqlite+", "postgresql:", "postgresql+")):
        raise SettingsError(
            "LUDEX_DATABASE_URL is not the URL of a SQLite or PostgreSQL database; write "
            "sqlite:////path/to/catalogue.sqlite or postgresql+psycopg://user@host/name"
        )
    return url


def _whole(given: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    text = given.get(name)
    if text is None:
        return default
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
    if not least <= number <= most:
        raise SettingsError(f"{name} is {text!r}; set it to a whole number from {least} to {most}")
    return number


def _connections(given: Mapping[str, str]) -> int | None:
    name = "LUDEX_DATABASE_CONNECTIONS"
    return _whole(given, name, 0, LEAST_CONNECTIONS, 1024) or None


def _rate(given: Mapping[str, str], name: str, default: str | None) -> str | None:
    text = given.get(name)
    if text is None or text == "none":
        return None if text else default
    if _RATE.fullmatch(text) is None:
        raise SettingsError(
            f"{name} is {text!r}; set it to none, or to a number a second, minute, hour or day: 120/minute"
        )
    return text


def _one_of(given: Mapping[str, str], name: str, allowed: tuple[str, ...], default: str) -> str:
    text = given.get(name, default)
    if text not in allowed:
        raise SettingsError(f"{name} is {text!r}; set it to one of {', '.join(allowed)}")
    return text
