"""The search over everything: names of objects, phrases that become filters, and the text of pages."""
