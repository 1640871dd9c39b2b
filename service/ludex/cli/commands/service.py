"""`ludex serve`, `ludex settings` and `ludex compile`."""

import socket
import time
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli.game_commands import declared, games
from ludex.cli.open_catalogue import opened
from ludex.cli.terminal.failures import CommandError
from ludex.cli.terminal.output import Json, answer
from ludex.requests.text_answers import table

if TYPE_CHECKING:
    from ludex.settings import Settings


def serve(
    host: Annotated[
        str | None, typer.Option("--host", help="The address to listen on; that of the settings if not given.")
    ] = None,
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="The port, 0 for a free one; that of the settings if not given."),
    ] = None,
    job_workers: Annotated[
        int, typer.Option("--job-workers", min=0, max=256, help="Processes that work on jobs, beside the service.")
    ] = 0,
    as_json: Json = False,
) -> None:
    """Serve the catalogue over HTTP until SIGTERM or Ctrl-C. The address is printed."""
    from ludex.settings import read_settings

    found = read_settings()
    settings = found.model_copy(update={"host": host or found.host, "port": found.port if port is None else port})
    from ludex.jobs.connections import shared
    from ludex.jobs.worker import Workers

    with opened() as catalogue:
        serving, working = shared(settings, catalogue.database, serving=settings.workers, working=job_workers)
    require_free(settings)
    from ludex.server import serve as run

    run(
        serving,
        lambda address: answer({"address": address}, as_json, [f"Ludex listens on {address}"]),
        beside=None if not job_workers else partial(Workers, working, declared(), job_workers),
    )


def require_free(settings: "Settings") -> None:
    """Raise CommandError if the address of the settings cannot be listened on."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except socket.gaierror as error:
        raise CommandError(f"the host is {settings.host!r}, which is no address here: {error.strerror}") from error
    except OSError as error:
        raise CommandError(
            f"{settings.host} port {settings.port} cannot be listened on ({error.strerror}); give another --host "
            "or --port (LUDEX_HOST, LUDEX_PORT), or end what listens there"
        ) from error


def settings(
    check: Annotated[bool, typer.Option("--check", help="Show nothing: only fail if one does not work.")] = False,
    as_json: Json = False,
) -> None:
    """Show the settings in force. They come from environment variables named LUDEX_..."""
    from ludex.settings import read_settings

    found = read_settings()
    values = found.model_dump()
    values["database_url"] = _without_password(found.database_url)
    if not check:
        answer(values, as_json, table((f"LUDEX_{name.upper()}", value) for name, value in values.items()))


def _without_password(url: str) -> str:
    from ludex.catalogue.storage.database import normalised_url

    return normalised_url(url).render_as_string(hide_password=True)


def compile(as_json: Json = False) -> None:  # noqa: A001 - the command's name
    """Compile the searches to machine code ahead, so that no request waits for it. Seconds if it is done already."""
    from ludex.cli.commands.compile_kernels import compile_kernels

    started = time.monotonic()
    compiled = compile_kernels(games())
    seconds = round(time.monotonic() - started, 1)
    found = {"functions": compiled, "seconds": seconds}
    answer(found, as_json, [f"{compiled} compiled functions are ready after {seconds} s"])
