"""The settings of the service and of every command, read from the environment.

| Variable | Default | Meaning |
|---|---|---|
| `LUDEX_DATABASE_URL` | SQLite in the data folder | The catalogue, as an SQLAlchemy URL. |
| `LUDEX_READ_DATABASE_URL` | none | A streaming replica of the catalogue on PostgreSQL, which the service reads. |
| `LUDEX_HOST` | `127.0.0.1` | The address to listen on. On loopback, a key of this machine is created. |
| `LUDEX_PORT` | `8000` | The port to listen on; 0 selects a free port. |
| `LUDEX_WORKERS` | the processors, at most one per 4 GiB of memory | Worker processes, of about 250 MB each. |
| `LUDEX_JOB_WORKERS` | the processors | Processes that run jobs beside the service, or of `ludex worker`. |
| `LUDEX_THREADS` | `128` | Threads per process for requests that compute or write; reads have their own. |
| `LUDEX_COMPUTING_SLOTS` | twice the processors, divided by the workers | Maximum running searches per process. |
| `LUDEX_WAITING_SLOTS` | three quarters of the threads, minus computing slots | Maximum waiting searches per process. |
| `LUDEX_TRUSTED_PROXIES` | none | Addresses or networks of reverse proxies, separated by commas. |
| `LUDEX_ALLOWED_ORIGINS` | none | Origins of web pages that may send POST to the API, separated by commas. |
| `LUDEX_PUBLIC_URL` | none | The address of the web site in citations, such as `https://ludex.example.org`. |
| `LUDEX_DAILY_AHEAD` | `0` | Future days of a [calendar](../how-to/daily-puzzles.md) that everyone sees. |
| `LUDEX_RATE_LIMIT` | `none` on loopback, else `120/minute` | Limit for requests that compute or write, per owner. |
| `LUDEX_STORING_QUOTA` | `none` on loopback, else `10000/day` | Objects that an owner may store. |
| `LUDEX_DATABASE_CONNECTIONS` | a share of the server's limit | Maximum PostgreSQL connections per process. |
| `LUDEX_DATASET_DIR` | none | The folder of the data set that `/download` offers; see `ludex dataset build`. |
| `LUDEX_OFFLINE_PAGES` | `true` | Whether browsers keep pages for playing offline; `false` deletes such pages. |
| `LUDEX_LOG_FORMAT` | `text` | `text` for people, `json` for machines; on standard error. |
| `LUDEX_LOG_LEVEL` | `info` | `debug`, `info`, `warning` or `error`. |
| `LUDEX_GAMES` | all installed games | The games to serve, by name, separated by commas. |
| `LUDEX_API_KEY` | the key of this machine | The API key that `ludex_client.Client` sends. |

If the service trusts a proxy, it takes the client's address, the host, the scheme and a path prefix from the headers
`X-Forwarded-For`, `X-Forwarded-Host`, `X-Forwarded-Proto` and `X-Forwarded-Prefix`. The default rate limit and quota of
such a service are those of a service that does not listen on loopback.

`LUDEX_THREADS` must exceed the sum of the computing and waiting slots, so that requests that only write always find a
free thread.
"""

import ipaddress
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from ludex.engine.workers import processors
from ludex.games import SELECTION

LEAST_CONNECTIONS = 8
"""The minimum number of PostgreSQL connections per process."""

API_KEY = "LUDEX_API_KEY"
"""The variable with the API key that clients send."""

_PREFIX = "LUDEX_"

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class SettingsError(ValueError):
    """A setting is invalid. The message names the variable and the remedy."""


def is_loopback(host: str) -> bool:
    """Return whether an address can be reached only from this machine.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("0.0.0.0"), is_loopback("example.org")
    (True, True, False, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


_CLONE = Path(__file__).parents[2]


def data_folder() -> Path:
    """Return the path of the data folder: `data` in the clone from which the program runs, or else the user's folder.

    The user's folder need not exist yet. All clones without a folder `data` share it, and clones with such a folder use
    it too if XDG_DATA_HOME is set.
    """
    from platformdirs import user_data_path

    own = _CLONE / "data"
    if "XDG_DATA_HOME" not in os.environ and own.is_dir() and (_CLONE / "pyproject.toml").is_file():
        return own
    return user_data_path("ludex", appauthor=False)


CATALOGUE_FILE = "catalogue.sqlite"
"""The file name of the default catalogue."""


def default_database_url() -> str:
    """Return the URL of the SQLite catalogue in the data folder."""
    return f"sqlite:///{data_folder() / CATALOGUE_FILE}"


def _parse_rate(value: str | None) -> str | None:
    return None if value == "none" else value


_Rate = Annotated[
    Annotated[str, Field(pattern=r"^[1-9][0-9]{0,8}/(second|minute|hour|day)$")] | None,
    BeforeValidator(_parse_rate),
    Field(description="none, or a number per second, minute, hour or day: 120/minute"),
]


def _whole(least: int, greatest: int) -> object:
    return Field(ge=least, le=greatest, description=f"a whole number from {least} to {greatest}")


def _default_workers() -> int:
    """Return one process per processor, but at most one per 4 GiB of memory, of which a process takes a sixteenth."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return min(processors(), max(1, memory >> 32), 64)


def _parse_networks(value: object) -> object:
    """Parse a comma-separated list of networks. Raises ValueError."""
    if not isinstance(value, str):
        return value
    return tuple(ipaddress.ip_network(address.strip()) for address in value.split(","))


def _parse_origins(value: object) -> object:
    """Parse a comma-separated list of origins. Raises ValueError."""
    if not isinstance(value, str):
        return value
    origins = tuple(origin.strip().lower() for origin in value.split(","))
    for origin in origins:
        parts = urlsplit(origin)
        host, port = parts.hostname or "", "" if parts.port is None else f":{parts.port}"
        if origin not in (f"http://{host}{port}", f"https://{host}{port}") or not host or "*" in host:
            raise ValueError("it is not an origin")
    return origins


def _parse_public_url(value: str | None) -> str | None:
    if value is None:
        return None
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError("it is not the address of a web site")
    if is_loopback(parts.hostname):
        raise ValueError("only this machine reaches it")
    return value.rstrip("/")


def _is_private(data: Mapping[str, Any]) -> bool:
    """Return whether only clients on this machine can reach the service.

    `data` contains the fields validated so far.
    """
    return is_loopback(data["host"]) and not data["trusted_proxies"]


class Settings(BaseSettings):
    """The validated settings, described in the module's table. The field descriptions state the valid values."""

    model_config = SettingsConfigDict(env_prefix=_PREFIX, env_ignore_empty=True, frozen=True)

    database_url: Annotated[
        str,
        Field(
            description="the URL of a SQLite or PostgreSQL database: sqlite:////path/to/catalogue.sqlite or "
            "postgresql+psycopg://user@host/name"
        ),
    ] = Field(default_factory=default_database_url)
    read_database_url: Annotated[
        str | None,
        Field(description="the URL of a replica of the PostgreSQL database: postgresql+psycopg://user@replica/name"),
    ] = None
    host: str = "127.0.0.1"
    port: Annotated[int, _whole(0, 65535)] = 8000
    workers: Annotated[int, _whole(1, 64)] = Field(default_factory=_default_workers)
    job_workers: Annotated[int, _whole(0, 256)] = Field(default_factory=processors)
    threads: Annotated[int, _whole(2, 1024)] = 128
    computing_slots: Annotated[int, _whole(1, 256)] = Field(
        default_factory=lambda data: max(1, min(2 * processors() // data["workers"], data["threads"] // 2, 256))
    )
    waiting_slots: Annotated[int, _whole(0, 1024)] = Field(
        default_factory=lambda data: max(0, 3 * data["threads"] // 4 - data["computing_slots"])
    )
    trusted_proxies: Annotated[
        tuple[Network, ...],
        NoDecode,
        BeforeValidator(_parse_networks),
        Field(description="IP addresses or networks, separated by commas: 127.0.0.1,10.0.0.0/8"),
    ] = ()
    allowed_origins: Annotated[
        tuple[str, ...],
        NoDecode,
        BeforeValidator(_parse_origins),
        Field(description="origins without paths, separated by commas: https://game.example,http://localhost:5173"),
    ] = ()
    daily_ahead: Annotated[int, _whole(0, 3650)] = 0
    public_url: Annotated[
        str | None,
        AfterValidator(_parse_public_url),
        Field(description="an http or https URL without a query that others can reach: https://ludex.example.org"),
    ] = None
    rate_limit: _Rate = Field(default_factory=lambda data: None if _is_private(data) else "120/minute")
    storing_quota: _Rate = Field(default_factory=lambda data: None if _is_private(data) else "10000/day")
    database_connections: Annotated[int | None, _whole(LEAST_CONNECTIONS, 1024)] = None
    dataset_dir: Annotated[Path | None, Field(description="the folder that `ludex dataset build` wrote")] = None
    offline_pages: Annotated[bool, Field(description="true or false")] = True
    log_format: Annotated[Literal["text", "json"], Field(description="text or json")] = "text"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Field(description="debug, info, warning or error")
    ] = "info"

    @field_validator("database_url")
    @classmethod
    def _require_database(cls, url: str) -> str:
        if not url.startswith(("sqlite:", "sqlite+", "postgresql:", "postgresql+")):
            raise ValueError("it must be a URL of SQLite or PostgreSQL")
        return url

    @field_validator("read_database_url")
    @classmethod
    def _require_postgresql(cls, url: str | None, info: ValidationInfo) -> str | None:
        if url is not None and not all(
            each.startswith(("postgresql:", "postgresql+")) for each in (url, info.data.get("database_url", ""))
        ):
            raise ValueError("both databases must be on PostgreSQL")
        return url

    @property
    def on_loopback(self) -> bool:
        """Return whether the service listens only on a loopback address."""
        return is_loopback(self.host)


def read_settings() -> Settings:
    """Return the settings from the environment of the process. Empty variables count as unset.

    Raises SettingsError.
    """
    # The selection of games is read by ludex.games before the settings are read, and only clients read the API key.
    names = sorted([SELECTION, API_KEY, *(f"{_PREFIX}{field.upper()}" for field in Settings.model_fields)])
    unknown = sorted(name for name, value in os.environ.items() if name.startswith(_PREFIX) and value)
    if unknown := [name for name in unknown if name not in names]:
        raise SettingsError(f"{unknown[0]} is not a setting; the settings are {', '.join(names)}")
    try:
        settings = Settings()
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0])
        # A URL may contain a password.
        value = "invalid" if field.endswith("database_url") else repr(first["input"])
        valid = Settings.model_fields[field].description
        raise SettingsError(f"{_PREFIX}{field.upper()} is {value}; set it to {valid}") from None
    if settings.threads <= settings.computing_slots + settings.waiting_slots:
        raise SettingsError(
            f"LUDEX_THREADS is {settings.threads}, but {settings.computing_slots} computing and "
            f"{settings.waiting_slots} waiting slots need more: set LUDEX_THREADS higher, or LUDEX_COMPUTING_SLOTS or "
            "LUDEX_WAITING_SLOTS lower"
        )
    return settings
