"""Structured logs on standard error: one way for our own lines and for those of the libraries."""

import json
import logging
import sys
import time
from collections.abc import MutableMapping
from datetime import UTC, datetime
from typing import Any, TextIO

import structlog
from structlog.typing import Processor

_json = json.encoder.encode_basestring_ascii
_form = "text"


def configure_logs(form: str, level: str, to: TextIO | None = None) -> None:
    """Send every log of the process to standard error, or elsewhere, as text for people or as JSON lines."""
    global _form  # noqa: PLW0603 - of the process, as the loggers are
    _form = form
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(to or sys.stderr)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=_rendering(form), foreign_pre_chain=shared))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())


class RequestLog:
    """The line of each request. It is written without the detours of other lines: there is one for every answer."""

    def __init__(self, logger: str) -> None:
        self._logger = logger
        self._levels = logging.getLogger(logger)
        self._second, self._stamp = 0, ""

    def write(self, **values: str | float | None) -> None:
        """Write a line with these values, if lines of the level `info` are written."""
        if not self._levels.isEnabledFor(logging.INFO):
            return
        now = time.time()
        if int(now) != self._second:
            self._second = int(now)
            self._stamp = datetime.fromtimestamp(self._second, UTC).strftime("%Y-%m-%dT%H:%M:%S")
        stamp = f"{self._stamp}.{int(now % 1 * 1e6):06d}Z"
        if _form == "json":
            said = ", ".join([f'"{name}": {_in_json(value)}' for name, value in values.items()])
            line = (
                f'{{{said}, "event": "request", "logger": "{self._logger}", "level": "info", "timestamp": "{stamp}"}}'
            )
        else:
            shown = " ".join(f"{name}={_shown(value)}" for name, value in values.items())
            line = f"{stamp} [info     ] request                        [{self._logger}] {shown}"
        # One call: lines of several threads do not mix.
        sys.stderr.write(f"{line}\n")


def _in_json(value: str | float | None) -> str:
    if value is None:
        return "null"
    return _json(value) if isinstance(value, str) else str(value)


def _shown(value: str | float | None) -> str:
    if isinstance(value, str) and not (value.isprintable() and " " not in value):
        return _json(value)
    return str(value)


def _printable(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:  # noqa: ANN401 - as structlog has it
    """Write what a client sent with escapes in place of control characters: a log is read on a terminal."""
    for name, value in event.items():
        if name != "exception" and isinstance(value, str) and not value.isprintable():
            event[name] = _json(value)
    return event


def _rendering(form: str) -> list[Any]:
    clean = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    if form == "json":
        return [clean, structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    # Plain: the pretty traceback would write local values, and so the requests' content, into the log.
    pretty = structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
    )
    return [clean, structlog.processors.format_exc_info, _printable, pretty]
