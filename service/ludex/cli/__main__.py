"""The entry point of `python -m ludex.cli`, which runs the command `ludex`."""

from ludex.cli.main import main

main()
