"""What visitors make: jobs that they start, packs of levels of their own."""

from ludex.web.making import forms, packs, picking

PAGES = (forms.pages, packs.pages, picking.pages)
