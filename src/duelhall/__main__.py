"""`python -m duelhall` is the command `duelhall`."""

from duelhall.cli import main

main()
