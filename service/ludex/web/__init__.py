"""The web site. All pages work without scripts, and none loads anything from another origin."""
