"""The outward contract: pages, examples, the OpenAPI document, as files."""

from pathlib import Path


def schema_folder() -> Path | None:
    """Return the folder of the contract: inside the package in a wheel, at the root of a checkout."""
    package = Path(__file__).resolve().parents[1]
    return next((one for one in (package / "schema", package.parents[1] / "schema") if one.is_dir()), None)
