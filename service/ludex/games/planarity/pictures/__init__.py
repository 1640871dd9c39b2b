"""Pictures of Swap Planarity as SVG documents."""
