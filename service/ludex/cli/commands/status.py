"""`ludex status`: the catalogue, its workers and jobs, its last verification, and the room that is left."""

import shutil
from typing import Any

import typer

from ludex.cli.open_catalogue import opened
from ludex.cli.terminal.output import Json, answer
from ludex.requests.text_answers import table


def status(as_json: Json = False) -> None:
    """Show how everything is: catalogue, counts, workers, jobs, last verification, disk. Exit code 1 if it is not well.

    `ludex db status` shows the catalogue alone, kind by kind.
    """
    from ludex.catalogue.status import status_of
    from ludex.jobs.job import State, moment
    from ludex.jobs.store import store_of
    from ludex.settings import read_settings

    with opened(current=False, make=False) as catalogue:
        found = status_of(catalogue)
        file = catalogue.database.file
    store = store_of(read_settings().database_url)
    try:
        workers, jobs = store.workers(), store.counts()
        verified = store.page(State.SUCCEEDED, "verify", None, 1).items
        result = None if not verified else store.find(verified[0].id).result
    finally:
        store.close()
    free = None if file is None else shutil.disk_usage(file.absolute().parent).free
    last: dict[str, Any] | None = None
    if verified:
        last = {"job": verified[0].id, "at": verified[0].ended, "sound": '"sound":true' in (result or "")}
    alive = [one for one in workers if one.alive]
    told = {
        "catalogue": found.database,
        "revision": found.revision,
        "problem": found.problem,
        "size": found.size,
        "disk_free": free,
        "objects": found.objects,
        "links": found.links,
        "claims": found.claims,
        "proved": found.proved,
        "workers": [
            {"worker": one.id, "host": one.host, "process": one.process, "seen": moment(one.seen), "alive": one.alive}
            for one in workers
        ],
        "jobs": jobs,
        "last_verification": last,
    }
    counted = ", ".join(f"{number:,} {state}" for state, number in jobs.items() if number)
    sound = "-" if last is None else f"{last['at']}: {'everything held' if last['sound'] else 'something did not hold'}"
    rows = [
        ("catalogue", found.database),
        ("revision", found.revision or "none"),
        ("state", found.problem or "as this version needs it"),
        ("size", "-" if found.size is None else f"{found.size:,} bytes"),
        ("disk", "-" if free is None else f"{free:,} bytes free"),
        ("objects", f"{found.objects:,}"),
        ("links", f"{found.links:,}"),
        ("claims", f"{found.claims:,}, {found.proved:,} of them proved"),
        ("workers", f"{len(alive):,}{'' if alive else ': `ludex worker` begins one'}"),
        ("jobs", counted or "none"),
        ("verified", f"{sound}{'' if last else ' no job has; `ludex jobs start verify`'}"),
    ]
    answer(told, as_json, table(rows))
    if found.problem is not None:
        raise typer.Exit(1)
