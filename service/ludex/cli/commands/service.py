"""Service and installation commands: `ludex serve`, `worker`, `status`, `settings`, `games`, `compile` and `keys`."""

import os
import shutil
import socket
import subprocess
import sys
import time
import webbrowser
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.catalogue.times import stored_time
from ludex.cli.game_commands import commands_of, current_games, declared_kinds, open_catalogue
from ludex.cli.output import CommandError, Json, warn, write_result
from ludex.games import games, installed
from ludex.requests.text_output import table

if TYPE_CHECKING:
    from ludex.catalogue.catalogue import Catalogue
    from ludex.catalogue.status import Status
    from ludex.settings import Settings


def serve(
    host: Annotated[str | None, typer.Option("--host", help="Address to listen on; LUDEX_HOST by default.")] = None,
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="Port to listen on, 0 for a free one; LUDEX_PORT by default."),
    ] = None,
    job_workers: Annotated[
        int | None,
        typer.Option(
            "--job-workers",
            min=0,
            max=256,
            help="Number of processes that run jobs alongside the service; LUDEX_JOB_WORKERS by default.",
        ),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the link in the browser, if there is a desktop.")] = True,
    as_json: Json = False,
) -> None:
    """Serve the catalogue over HTTP until SIGTERM or Ctrl-C, and print the address.

    On a loopback address, print also a link that gives your browser the key of this machine. The link works once. If
    this terminal has a desktop, the browser opens the link.

    If no database is set and your data folder contains no catalogue, this command first creates the starting catalogue
    there.
    """
    from ludex.catalogue.status import describe_catalogue
    from ludex.jobs.database import JobDatabase, share_connections, with_processes_that_fit
    from ludex.jobs.worker import Workers
    from ludex.settings import CATALOGUE_FILE, data_folder, default_database_url, read_settings

    configured = read_settings()
    given = {"host": host, "port": port, "job_workers": job_workers}
    settings = configured.model_copy(update={name: value for name, value in given.items() if value is not None})
    if configured.database_url == default_database_url() and not (data_folder() / CATALOGUE_FILE).exists():
        _create_catalogue()
    require_free(settings)
    with open_catalogue() as catalogue:
        settings = with_processes_that_fit(settings, catalogue.database)
        serving, working = share_connections(
            settings, catalogue.database, serving=settings.workers, working=settings.job_workers
        )
        token = _new_token(catalogue) if settings.on_loopback else None
        held = describe_catalogue(catalogue)
    from ludex.server import serve as run

    # The first job of a SQLite catalogue creates the file. Until then, the workers would only take memory.
    jobs = JobDatabase(working.database_url).file
    workers = partial(Workers, working, declared_kinds(), working.job_workers, file=jobs)
    run(
        serving,
        lambda address: _announce(address, held, token, browser, as_json),
        beside=workers if working.job_workers else None,
    )


def worker(
    processes: Annotated[
        int | None,
        typer.Option(
            "--processes", min=1, max=256, help="Number of worker processes; LUDEX_JOB_WORKERS by default, at least 1."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Run jobs until SIGTERM or Ctrl-C.

    Any number of workers can run at the same time, and with PostgreSQL they can run on several machines. If a worker is
    killed, another worker continues its jobs within half a minute, from the last finished step. Events are logged. With
    --json, they are written to standard output instead, one per line.
    """
    from ludex.jobs.database import share_connections, with_processes_that_fit
    from ludex.jobs.worker import run_workers
    from ludex.settings import read_settings

    with open_catalogue() as catalogue:
        settings = read_settings()
        if processes is None:
            processes = max(1, with_processes_that_fit(settings, catalogue.database).job_workers)
        _, settings = share_connections(settings, catalogue.database, working=processes)
    run_workers(settings, declared_kinds(), processes, sys.stdout if as_json else None)


def _new_token(catalogue: "Catalogue") -> str | None:
    """Return the token of a link for the browser, or None if this machine cannot keep a key."""
    from ludex.catalogue.machine_key import key_of_machine, new_token
    from ludex.settings import data_folder

    try:
        key_of_machine(catalogue, data_folder(), stored_time())
        return new_token(data_folder())
    except OSError as error:
        warn(f"this machine has no key: {error}; `ludex keys create` creates a key")
        return None


def _announce(address: str, held: str, token: str | None, browser: bool, as_json: bool) -> None:
    """Print the address of the service, what it serves, and how to write to it."""
    lines = [f"Ludex listens on {address}", held]
    if token is None:
        write_result({"address": address}, as_json, lines)
        return
    from ludex.catalogue.machine_key import KEY_FILE
    from ludex.settings import data_folder

    link, file = f"{address}/key/{token}", data_folder() / KEY_FILE
    lines += [
        f"To store from your browser, open {link} (it works once; `ludex keys link` prints another)",
        f"To store from programs, send the key in {file}",
    ]
    write_result({"address": address, "link": link, "key_file": str(file)}, as_json, lines)
    sys.stdout.flush()
    if browser and not as_json and sys.stdout.isatty() and has_desktop():
        webbrowser.open(link)


def has_desktop() -> bool:
    """Return whether programs of this session can open windows."""
    return sys.platform == "darwin" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _create_catalogue() -> None:
    """Create the catalogue that the settings specify, and store the starting catalogue in it."""
    # All serving processes are copies of this process, and would keep the memory that filling a catalogue takes.
    filling = subprocess.run([sys.executable, "-m", "ludex.cli", "db", "upgrade", "--fill"], stdout=2, check=False)
    if filling.returncode:
        raise SystemExit(filling.returncode)


def require_free(settings: "Settings") -> None:
    """Raise CommandError if the service cannot listen on the address that the settings specify."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except socket.gaierror as error:
        raise CommandError(f"the host {settings.host!r} is not an address of this machine: {error.strerror}") from error
    except OSError as error:
        raise CommandError(
            f"cannot listen on {settings.host} port {settings.port} ({error.strerror}); give another --host or --port "
            "(LUDEX_HOST, LUDEX_PORT), or stop the program that listens there"
        ) from error


def mcp() -> None:
    """Offer the requests as tools to a program, using the Model Context Protocol on standard input and output.

    The program that uses the tools starts this command. The command needs the extra `ludex[mcp]`.
    """
    from ludex import mcp_server

    if not mcp_server.is_installed():
        raise CommandError(f"the tool server is not installed; `{mcp_server.INSTALL}` installs it")
    with open_catalogue():
        pass  # the catalogue exists and is up to date
    mcp_server.serve()


def settings(
    check: Annotated[bool, typer.Option("--check", help="Only check the settings, and print nothing.")] = False,
    as_json: Json = False,
) -> None:
    """Show the settings, which come from environment variables named LUDEX_..."""
    from ludex.catalogue.storage.database import normalised_url
    from ludex.settings import read_settings

    values = read_settings().model_dump()
    for name in ("database_url", "read_database_url"):
        if values[name] is not None:
            values[name] = normalised_url(values[name]).render_as_string(hide_password=True)
    if not check:
        write_result(values, as_json, table((f"LUDEX_{name.upper()}", value) for name, value in values.items()))


def status(as_json: Json = False) -> None:
    """Show the state of the installation: catalogue, workers, jobs, last verification and disk space.

    `ludex db status` shows only the catalogue, with the number of objects of each kind. The exit code is 1 if the
    catalogue cannot be used.
    """
    from ludex.catalogue.columns.host import memory_of_host, size_of_files
    from ludex.catalogue.status import status_of
    from ludex.jobs.job import State, moment
    from ludex.jobs.store import store_of
    from ludex.settings import read_settings

    with open_catalogue(current=False, make=False) as catalogue:
        found = status_of(catalogue)
        file, columns, memory = catalogue.database.file, size_of_files(catalogue.database.url), memory_of_host()
    store = store_of(read_settings().database_url)
    try:
        workers, jobs = store.workers(), store.counts()
        verifications = store.page(State.SUCCEEDED, "verify", None, 1).items
        result = None if not verifications else store.find(verifications[0].id).result
    finally:
        store.close()
    free = None if file is None else shutil.disk_usage(file.absolute().parent).free
    last: dict[str, Any] | None = None
    if verifications:
        last = {"job": verifications[0].id, "at": verifications[0].ended, "sound": '"sound":true' in (result or "")}
    alive = sum(worker.alive for worker in workers)
    members = {
        "catalogue": found.database,
        "revision": found.revision,
        "problem": found.problem,
        "size": found.size,
        "disk_free": free,
        "columns_bytes": columns,
        "memory_bytes": memory,
        # If this version cannot use the catalogue, skip the counts.
        **{name: None if found.problem else getattr(found, name) for name in ("objects", "links", "claims", "proved")},
        "workers": [
            {
                "worker": worker.id,
                "host": worker.host,
                "process": worker.process,
                "seen": moment(worker.seen),
                "alive": worker.alive,
            }
            for worker in workers
        ],
        "jobs": jobs,
        "last_verification": last,
        "unverified": None if found.problem else found.unverified,
        "oldest_verification": found.oldest_verification,
    }
    counts = ", ".join(f"{number:,} {state}" for state, number in jobs.items() if number)
    rows = [
        ("catalogue", found.database),
        ("revision", found.revision or "none"),
        ("state", found.problem or "ready"),
        ("size", "-" if found.size is None else f"{found.size:,} bytes"),
        ("disk", "-" if free is None else f"{free:,} bytes free"),
        ("columns", f"{columns:,} bytes of facts in files, {memory:,} bytes of memory"),
    ]
    if found.problem is None:
        rows += [
            ("objects", f"{found.objects:,}"),
            ("links", f"{found.links:,}"),
            ("claims", f"{found.claims:,}, {found.proved:,} of them proved"),
        ]
    rows += [
        ("workers", f"{alive:,}" if alive else "0; `ludex worker` starts a worker"),
        ("jobs", counts or "none"),
        ("verified", _verification(last)),
        *([] if found.problem else [("oldest verification", _oldest(found))]),
    ]
    write_result(members, as_json, table(rows))
    if found.problem is not None:
        raise typer.Exit(1)


def _verification(last: dict[str, Any] | None) -> str:
    if last is None:
        return "by no job; `ludex jobs start verify` starts a verification"
    return f"{last['at']}: {'no errors' if last['sound'] else 'errors were found'}"


def _oldest(found: "Status") -> str:
    from ludex.catalogue.status import days_since

    never = f"{found.unverified:,} objects were never verified; `ludex db verify` begins with them"
    if found.oldest_verification is None:
        return never if found.unverified else "no objects"
    shown = f"{days_since(found.oldest_verification)} days ago, {found.oldest_verification}"
    return f"{shown}; {never}" if found.unverified else shown


def list_games(as_json: Json = False) -> None:
    """List the installed games, each with its version and its distribution. LUDEX_GAMES selects the games to use."""
    served = {game.name for game in games()}
    items = [
        {
            "name": entry.name,
            "title": entry.game.title if entry.game else None,
            "served": entry.name in served,
            "distribution": entry.distribution,
            "version": entry.version,
            "error": entry.error or None,
        }
        for entry in installed()
    ]
    rows = [
        (item["name"], item["title"] or "-", f"{item['distribution']} {item['version']}", item["error"] or "")
        for item in items
    ]
    write_result({"items": items}, as_json, table([("game", "title", "from", ""), *rows]))


def compile(as_json: Json = False) -> None:  # noqa: A001 - the name of the command
    """Compile all kernels to machine code, so that no request has to wait for a compilation.

    If all kernels are already compiled, this command takes only seconds.
    """
    started = time.monotonic()
    count = compile_kernels()
    seconds = round(time.monotonic() - started, 1)
    write_result({"functions": count, "seconds": seconds}, as_json, [f"{count} functions are compiled; {seconds} s"])


def compile_kernels() -> int:
    """Compile or load the kernels of the catalogue and of all games.

    Return the number of compiled functions.

    The kernels are compiled by running each variant of every search on a tiny position.
    """
    from ludex import graphs
    from ludex.catalogue.columns.lists import compile_kernels as compile_column_kernels

    compile_column_kernels()
    graphs.bliss.simple_form(16, list(combinations(range(16), 2)))
    for game in current_games():
        declared = commands_of(game)
        if declared is not None and declared.compile_kernels is not None:
            declared.compile_kernels()
    return len(compiled_functions())


def compiled_functions() -> dict[str, Any]:
    """Return the compiled functions in the loaded kernels, keyed by module and name."""
    from numba.core.dispatcher import Dispatcher

    return {
        f"{name}.{function}": value
        for name, module in list(sys.modules.items())
        if name.startswith("ludex.") and ".kernels." in name
        for function, value in vars(module).items()
        if isinstance(value, Dispatcher) and value.py_func.__module__ == name
    }
