"""The requests of `ludex.Catalogue` about exact results, its search, and its daily puzzles."""

from ludex.requests import exact_results as requests
from ludex.requests import site
from ludex.requests.session import Session


class ResultQueries(Session):
    """The methods of :class:`ludex.Catalogue` about exact results, the search, and the daily puzzles."""

    search = site.search
    daily = site.daily
    claims = requests.claims
    claim_facets = requests.claim_facets
    cited_claims = requests.cited_claims
    proof = requests.proof
    collections = requests.collections
    collection = requests.collection
    records = requests.records
    record_table = requests.record_table
    sequences = requests.sequences
    sequence = requests.sequence
    next_term = requests.next_term
