"""Structured logs on standard error, in one format for Ludex and its libraries."""

import json
import logging
import sys
from collections.abc import MutableMapping
from functools import partial
from typing import Any, TextIO

import structlog
from structlog.typing import Processor


def configure_logs(form: str, level: str, to: TextIO | None = None) -> None:
    """Write all logs of the process to a stream.

    Text is coloured on a terminal. Elsewhere, it consists of key=value pairs, which are much faster to write.

    Parameters
    ----------
    form : str
        The format of the lines: `text` or `json`.
    level : str
        The lowest level to write, such as `info`.
    to : text stream, optional
        The stream; standard error by default.
    """
    stream = to or sys.stderr
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, *_rendering(form, stream)],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=partial(_NamedLogger, stream),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(stream)
    formatter = structlog.stdlib.ProcessorFormatter(
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_rendering(form, stream)],
        foreign_pre_chain=shared,
    )
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())


class _NamedLogger(structlog.WriteLogger):
    """A logger that writes lines to a stream. Each line contains the name of the logger."""

    def __init__(self, stream: TextIO, name: str = "") -> None:
        super().__init__(stream)
        self.name = name


def _rendering(form: str, stream: TextIO) -> list[Processor]:
    if form == "json":
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    if not stream.isatty():
        return [structlog.processors.format_exc_info, _render_pairs]
    # The pretty traceback would write local values, and therefore the content of requests, to the log.
    pretty = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    return [structlog.processors.format_exc_info, _escape, pretty]


# Values are formatted with `repr`, so that a client cannot write control characters to the log.
_pairs = structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "logger", "event"], drop_missing=True)


def _render_pairs(logger: Any, method: str, event: MutableMapping[str, Any]) -> str:  # noqa: ANN401 - as structlog has it
    """Render an event as key=value pairs, followed by its traceback."""
    traceback = event.pop("exception", None)
    line = _pairs(logger, method, event)
    return line if traceback is None else f"{line}\n{traceback}"


def _escape(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:  # noqa: ANN401 - as structlog has it
    """Escape control characters in values that clients sent, because a terminal would interpret them."""
    for name, value in event.items():
        if name != "exception" and isinstance(value, str) and not value.isprintable():
            event[name] = json.dumps(value)
    return event
