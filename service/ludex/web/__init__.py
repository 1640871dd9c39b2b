"""The web site. All pages work without scripts, and no page loads anything from another origin."""
