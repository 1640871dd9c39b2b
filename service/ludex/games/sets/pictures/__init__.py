"""Pictures of SET as SVG documents."""
