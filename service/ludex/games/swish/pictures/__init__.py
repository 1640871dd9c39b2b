"""Pictures of SWISH as SVG documents."""
