from . import formats as formats
from . import reading as reading
