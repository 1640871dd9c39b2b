from . import canonical_search as canonical_search
from . import equivalence as equivalence
from . import keys as keys
