"""The hardness results of Swap Planarity as programs: instances, and solutions carried both ways."""
