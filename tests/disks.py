"""A disk of a few megabytes, to be filled or to take no writes."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class CannotMount(Exception):
    """No disk can be mounted here; the message says why."""


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """Mount a disk of a size such as `4m` below a folder for as long as the context lasts. Raises CannotMount."""
    disk = folder / "disk"
    disk.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", disk]
    if os.geteuid() != 0 or subprocess.run(mounted, capture_output=True, check=False).returncode:
        raise CannotMount("only root may mount a small disk, where the system lets it")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)
