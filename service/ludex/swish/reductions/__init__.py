"""The reductions of section 2 as programs: formulas to cards, cards to cards, and solutions carried both ways."""
