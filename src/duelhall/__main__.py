"""The command `duelhall`, also as `python -m duelhall`."""

import sys


def main() -> None:
    """Run the command, or say what it needs."""
    try:
        from duelhall.cli.main import main as run
    except ModuleNotFoundError as error:
        if error.name not in ("cyclopts", "rich"):
            raise
        print(
            f"duelhall: the command needs {error.name}: pip install 'duelhall[terminal]'",
            file=sys.stderr,
        )
        sys.exit(2)
    run()


if __name__ == "__main__":
    main()
