"""Objects of jobs that no worker has executed."""

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.objects.reading import find
from ludex.catalogue.objects.store_result import record_existing
from ludex.catalogue.storage.snapshot import WriteContext


def record_object(catalogue: Catalogue, job: str, label: str) -> None:
    """List a stored object under a job, as if the job had stored it."""
    context = WriteContext(None, True, None, lambda _found, _note: None, job)
    with catalogue.reading() as reader:
        node = find(reader, label).id
    record_existing(catalogue.acting_for(context), [node])
