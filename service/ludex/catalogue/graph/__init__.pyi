from . import (
    exporting as exporting,
)
from . import (
    following as following,
)
from . import (
    given_objects as given_objects,
)
from . import (
    matching as matching,
)
from . import (
    neighbours as neighbours,
)
from . import (
    paths as paths,
)
from . import (
    patterns as patterns,
)
from . import (
    table_files as table_files,
)
