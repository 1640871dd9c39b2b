"""Export, import, copies and backups of catalogues."""
