"""The commands of the platform, and the parts that the commands of games share."""
