"""Check claims and labels of an export of Ludex with Python's standard library alone; nothing of `ludex` is imported.

The package reads an export, finds the checks of each game by the entry-point group `ludex.claim_checks`, and reports
which claims were checked, recomputed, not checked or wrong. schema/certificates.md defines certificates, and
schema/canonical-forms.md defines canonical forms and labels.
"""
