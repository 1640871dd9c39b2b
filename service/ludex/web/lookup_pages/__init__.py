"""The pages that look up and compare drawings and cards."""
