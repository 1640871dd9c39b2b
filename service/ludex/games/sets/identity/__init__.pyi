from . import class_sizes as class_sizes
from . import equivalence as equivalence
from . import keys as keys
