"""The pages for people: whole without scripts, and nothing on them comes from another origin."""
