from . import dataset as dataset
