from . import annotations as annotations
from . import links as links
from . import pictures as pictures
from . import reading as reading
