from . import difficulty as difficulty
from . import statistics as statistics
from . import symbol_costs as symbol_costs
