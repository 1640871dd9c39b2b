"""Making tables: games, their records and their replay."""
