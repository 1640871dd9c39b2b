"""The folder of the outward contract: documentation, examples and the OpenAPI document."""

from pathlib import Path


def schema_folder() -> Path | None:
    """Return the folder `schema`: inside the package in a wheel, at the root in a checkout; None if there is none."""
    package = Path(__file__).resolve().parents[1]
    return next((folder for folder in (package / "schema", package.parents[1] / "schema") if folder.is_dir()), None)
