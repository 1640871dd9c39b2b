"""The titles of objects that have one, which pages show instead of the end of a label."""

import json
from collections.abc import Iterable

from ludex.catalogue.kinds.label import short
from ludex.catalogue.objects.reading import find_many
from ludex.catalogue.storage.snapshot import Reader


def titles_of(reader: Reader, labels: Iterable[str]) -> dict[str, str]:
    """Return a name for each label: the title or the slug of a named object such as a pack, else the short label.

    Cost: a look-up for each kind whose objects have names.
    """
    names: dict[str, str] = {}
    named: dict[str, list[str]] = {}
    for label in dict.fromkeys(labels):
        kind = reader.registry.labelled(label)
        names[label] = label if kind is None else short(label, kind.name)
        if kind is not None and kind.naming is not None:
            named.setdefault(kind.name, []).append(label)
    for kind_name, members in named.items():
        for label, found in find_many(reader, reader.registry.kind[kind_name], members).items():
            document = json.loads(found.text())
            names[label] = document.get("title") or document.get("slug") or names[label]
    return names
