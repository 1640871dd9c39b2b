"""A checker for the claims and labels in an export of Ludex, which uses only Python's standard library.

The package imports nothing from `ludex`. It reads an export, finds each game's checks in the entry-point group
`ludex.claim_checks`, and reports which claims were checked, recomputed, not checked or wrong. schema/certificates.md
defines certificates, and schema/canonical-forms.md defines canonical forms and labels.
"""
