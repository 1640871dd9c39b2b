"""Answers as JSON, as commands write them and jobs keep them: as the service gives them, but without addresses."""

from typing import Any

from ludex.requests.json_text import JsonText, json_text
from ludex.requests.request import (
    ListResult,
    LookupResult,
    ObjectResult,
    Result,
    StoredResult,
    Streamed,
    Text,
    UpdatedResult,
)
from ludex.requests.text_answers import listed_texts


def written(answer: Any) -> str:  # noqa: ANN401 - whatever a request answers
    """Return the answer of a request as JSON."""
    match answer:
        case StoredResult():
            stored = answer.stored
            assert stored.shown is not None
            return stored.shown.text(json_text({**answer.members, "duplicate_of": stored.duplicate_of})[1:-1])
        case UpdatedResult():
            return answer.shown.text()
        case Streamed():
            return b"".join(answer.json()).decode()
        case Text():
            return json_text(str(answer))
        case LookupResult():
            items = [JsonText(one.listed().text()) for one in answer.items]
            return json_text({"items": items, "matchings": answer.matchings})
        case ListResult():
            return json_text({"items": listed_texts(answer), **answer.members})
        case ObjectResult() | Result():
            return json_text(answer.value)
        case _:
            return json_text(answer)
