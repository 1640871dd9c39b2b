"""`python -m ludex.cli` is the command `ludex`."""

from ludex.cli.main import main

main()
