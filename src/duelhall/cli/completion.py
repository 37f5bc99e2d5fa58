"""The command `duelhall completion`."""

from typing import Literal

from cyclopts import App

completion = App(
    name="completion",
    help_epilogue=(
        "For bash, add `source <(duelhall completion bash)` to ~/.bashrc; for zsh, add the same "
        "with zsh to ~/.zshrc, after compinit; for fish, run `duelhall completion fish > "
        "~/.config/fish/completions/duelhall.fish`."
    ),
)


@completion.default
def print_script(shell: Literal["bash", "zsh", "fish"], /) -> None:
    """Print a script that lets Tab complete commands, options and names in your shell.

    Parameters
    ----------
    shell
        The shell that the script is for.

    """
    from pathlib import Path

    script = Path(__file__).parent / "shells" / f"completion.{shell}"
    print(script.read_text(encoding="utf-8"), end="")
