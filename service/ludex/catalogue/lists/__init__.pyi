from . import filters as filters
from . import joins as joins
from . import listing as listing
