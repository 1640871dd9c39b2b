from . import equivalence as equivalence
from . import invariants as invariants
