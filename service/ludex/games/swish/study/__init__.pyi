from . import difficulty as difficulty
from . import statistics as statistics
from . import swish_classes as swish_classes
from . import symbol_costs as symbol_costs
