"""Conversion of results to JSON for commands and jobs.

The JSON is the same as that of the service, but without URLs.

This module loads the types of the results, and therefore also pydantic. The module `text_output` does not need
pydantic.
"""

from typing import Any

from ludex.requests.json_text import JsonText, json_text
from ludex.requests.request import (
    ListResult,
    LookupResult,
    ObjectResult,
    Result,
    StoredResult,
    StreamedResult,
    Text,
    UpdatedResult,
)
from ludex.requests.text_output import listed_texts


def written(answer: Any) -> str:  # noqa: ANN401 - any result of a request
    """Return the result of a request as JSON."""
    match answer:
        case StoredResult():
            stored = answer.stored
            assert stored.shown is not None
            return stored.shown.text(json_text({**answer.members, "duplicate_of": stored.duplicate_of})[1:-1])
        case UpdatedResult():
            return answer.shown.text()
        case StreamedResult():
            return b"".join(answer.json()).decode()
        case Text():
            return json_text(str(answer))
        case LookupResult():
            items = [JsonText(item.listed().text()) for item in answer.items]
            return json_text({"items": items, "matchings": answer.matchings})
        case ListResult():
            return json_text({"items": listed_texts(answer), **answer.members})
        case ObjectResult() | Result():
            return json_text(answer.value)
        case _:
            return json_text(answer)
