"""The commands of the platform, and the parts that game commands share."""
