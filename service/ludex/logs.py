"""Structured logs on standard error, with one format for our own lines and those of libraries."""

import json
import logging
import sys
from collections.abc import MutableMapping
from functools import partial
from typing import Any, TextIO

import structlog
from structlog.typing import Processor


def configure_logs(form: str, level: str, to: TextIO | None = None) -> None:
    """Write every log of the process to standard error, or to another stream, as text or as JSON lines."""
    stream = to or sys.stderr
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, *_rendering(form)],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=partial(_NamedLogger, stream),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(stream)
    formatter = structlog.stdlib.ProcessorFormatter(
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_rendering(form)],
        foreign_pre_chain=shared,
    )
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())


class _NamedLogger(structlog.WriteLogger):
    """A logger that writes lines to a stream. Its name stands in each of them."""

    def __init__(self, stream: TextIO, name: str = "") -> None:
        super().__init__(stream)
        self.name = name


def _printable(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:  # noqa: ANN401 - as structlog has it
    """Escape control characters in values that clients sent, because a log is read on a terminal."""
    for name, value in event.items():
        if name != "exception" and isinstance(value, str) and not value.isprintable():
            event[name] = json.dumps(value)
    return event


def _rendering(form: str) -> list[Any]:
    if form == "json":
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    # Plain: the pretty traceback would write local values, and so the requests' content, into the log.
    pretty = structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
    )
    return [structlog.processors.format_exc_info, _printable, pretty]
