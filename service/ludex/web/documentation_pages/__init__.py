"""The documentation, the glossary and the parts of the catalogue that are complete."""
