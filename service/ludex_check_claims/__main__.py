"""The entry point of `python -m ludex_check_claims`, which runs the checker."""

import sys

from ludex_check_claims.command import main

if __name__ == "__main__":
    sys.exit(main())
