"""The entry point of the command `ludex`, and of `python -m ludex.cli`."""

import sys


def main() -> None:
    """Run the command. Ctrl-C ends it with exit code 130 even while its modules are being imported."""
    try:
        from ludex.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("ludex: interrupted\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
