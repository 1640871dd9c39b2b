"""Routes for exact results, the data set, the search, and the daily puzzles."""

from pydantic import Field

from ludex.api.routing.request_routes import routes_of_requests
from ludex.api.service import service
from ludex.catalogue.dataset.published import NoDataset, PublishedDataset, read_published
from ludex.requests.exact_results import EXACT_RESULTS
from ludex.requests.fields import ResponseModel
from ludex.requests.site import SITE

claim_routes, atlas_routes, sequence_routes = routes_of_requests(EXACT_RESULTS)
search_routes, daily_routes = routes_of_requests(SITE)


class OfferedDataset(ResponseModel):
    """The data set that this service offers for download."""

    dataset: PublishedDataset | None = Field(description="The data set and its files; null if there is none.")


@atlas_routes.get("/dataset", OfferedDataset)
def dataset() -> OfferedDataset:
    """Return the data set that this service offers for download: its files, with their sizes and checksums.

    `ludex dataset build` writes a data set.
    """
    try:
        return OfferedDataset(dataset=read_published(service().dataset))
    except NoDataset:
        return OfferedDataset(dataset=None)
