from . import lookup as lookup
from . import slots as slots
from . import tables as tables
from . import third_card as third_card
