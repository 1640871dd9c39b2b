"""Forms that start jobs, and the pages of jobs."""
