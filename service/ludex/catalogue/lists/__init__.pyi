from . import filters as filters
from . import formats as formats
from . import joins as joins
from . import listing as listing
