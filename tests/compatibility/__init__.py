"""What earlier versions promised, as files that never change, and tests that later versions keep it."""
