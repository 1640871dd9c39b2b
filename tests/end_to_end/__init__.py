"""Tests in a browser. As a package they have one browser for all modules that a process runs one after another."""
