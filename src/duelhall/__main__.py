"""The command `duelhall`, also as `python -m duelhall`."""

from duelhall.cli.main import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
