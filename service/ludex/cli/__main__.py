"""Run the command `ludex` as `python -m ludex.cli`."""

from ludex.cli.main import main

main()
