"""Run the checker as `python -m ludex_check_claims`."""

import sys

from ludex_check_claims.command import main

if __name__ == "__main__":
    sys.exit(main())
