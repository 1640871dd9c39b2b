"""The page of the data set, and its files."""

from collections.abc import Iterable

from flask import Blueprint, render_template, send_from_directory
from werkzeug.wrappers import Response

from ludex.catalogue.dataset.description import PARQUET
from ludex.catalogue.dataset.published import NoDataset, PublishedFile, read_published, schema_org
from ludex.web.game_pages import site
from ludex.web.site.addresses import api_address

blueprint = Blueprint("download", __name__)


# If a picture is opened as a page, it must not run scripts or load resources.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


@blueprint.get("/download")
def show_dataset() -> str:
    """Show the data set and its files."""
    try:
        dataset = read_published(site.dataset)
    except NoDataset:
        return render_template("download.html", title="Download the data set", section="/documentation", dataset=None)
    return render_template(
        "download.html",
        title="Download the data set",
        section="/documentation",
        dataset=dataset,
        groups=list(_groups(dataset.files)),
        json_ld=schema_org(dataset, site.origin),
        json=api_address("dataset"),
        modules=["copy"],
    )


def _groups(files: Iterable[PublishedFile]) -> Iterable[tuple[str, list[PublishedFile]]]:
    """Yield the files, grouped by purpose."""
    groups: dict[str, list[PublishedFile]] = {"Read first": [], "Tables": [], "Texts and programs": []}
    for file in files:
        if file.media_type == PARQUET:
            groups["Tables"].append(file)
        elif file.path.endswith((".md", ".json")):
            groups["Read first"].append(file)
        else:
            groups["Texts and programs"].append(file)
    return ((title, found) for title, found in groups.items() if found)


@blueprint.get("/download/<path:path>")
def send_file(path: str) -> Response:
    """Send a file of the data set, or a range of it. Raises UnknownObject."""
    file = read_published(site.dataset).file(path)
    assert site.dataset is not None
    response = send_from_directory(
        site.dataset, file.path, mimetype=file.media_type, as_attachment=True, etag=file.sha256 or True
    )
    response.headers["Content-Security-Policy"] = _POLICY
    return response
