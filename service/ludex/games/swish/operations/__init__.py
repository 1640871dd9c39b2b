"""What can be asked for of SWISH. Searches that store nothing are asked of the game itself."""
