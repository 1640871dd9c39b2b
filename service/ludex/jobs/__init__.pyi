from . import operations as operations
