"""What a host keeps for columns: the folder of their files, the size of the files, and the memory."""

import os
from hashlib import blake2b
from pathlib import Path

from sqlalchemy import URL


def folder_of(url: URL) -> Path | None:
    """Return the folder for the column files of a catalogue, or None for a catalogue in memory."""
    if url.get_backend_name() == "sqlite":
        return Path(f"{url.database}-columns") if url.database and url.database != ":memory:" else None
    from platformdirs import user_data_path

    address = url.set(username=None, password=None).render_as_string()
    name = blake2b(address.encode(), digest_size=8).hexdigest()
    return user_data_path("ludex", appauthor=False) / "columns" / name


def size_of_files(url: URL) -> int:
    """Return the number of bytes of a catalogue's column files on this host."""
    folder = folder_of(url)
    files = [] if folder is None or not folder.is_dir() else list(folder.glob("*.facts"))
    return sum(file.stat().st_blocks * 512 for file in files)


def memory_of_host() -> int:
    """Return the number of bytes of memory of this host."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
