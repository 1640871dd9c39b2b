"""The entry point of the command `ludex`, and of `python -m ludex.cli`."""

import sys

from ludex.cli.help_pages import stored_help


def main() -> None:
    """Run the command. Ctrl-C ends it with exit code 130 even while its modules are being imported."""
    try:
        if (page := stored_help(sys.argv[1:])) is not None:
            sys.stdout.write(page)
            return
        from ludex.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("ludex: interrupted\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
