from . import searching as searching
