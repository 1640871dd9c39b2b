"""Lists of objects: filters, sorting, formats and pages."""
