from . import (
    census as census,
)
from . import (
    level_collection as level_collection,
)
from . import (
    level_imports as level_imports,
)
from . import (
    levels as levels,
)
from . import (
    lookup as lookup,
)
