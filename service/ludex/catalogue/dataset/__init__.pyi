from . import build as build
from . import parquet_tables as parquet_tables
from . import published as published
