"""Structured logs on standard error: one way for our own lines and for those of the libraries."""

import logging
import sys
from typing import Any

import structlog
from structlog.typing import Processor


def configure_logs(form: str, level: str) -> None:
    """Send every log of the process to standard error, as text for people or as JSON lines."""
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
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=_rendering(form), foreign_pre_chain=shared))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())


def logging_of_libraries(*names: str) -> dict[str, Any]:
    """Return settings, as `logging.config` has them, by which libraries write where the process does."""
    return {"handlers": {}, "formatters": {}, "loggers": {name: {"propagate": True} for name in names}}


def _rendering(form: str) -> list[Any]:
    clean = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    if form == "json":
        return [clean, structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    # Plain: the pretty traceback would write local values, and so the requests' content, into the log.
    pretty = structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
    )
    return [clean, pretty]
