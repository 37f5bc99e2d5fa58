"""Whether programs run in a sandbox here, and in which."""

from typing import TYPE_CHECKING

from duelhall.bots.home import Sandbox
from duelhall.engine.errors import DuelhallError

if TYPE_CHECKING:
    from duelhall.bots.sandbox.launching import Kind


UNSAFE = (
    "There is no sandbox on this system, so a bot can do here whatever you can: do not "
    "run strangers' programs here (`duelhall docs arena`)."
)
AS_ROOT = (
    "You are root, so a bot can read here what only root may, even in its sandbox: play strangers' "
    "programs as another user (`duelhall docs arena`)."
)


class MissingSandbox(DuelhallError):
    """A sandbox that is required on a system that has none."""


def sandbox_for(wanted: Sandbox) -> "Kind | None":
    """The sandbox that programs get; MissingSandbox if there must be one and is none."""
    if wanted is Sandbox.OFF:
        return None
    from duelhall.bots.sandbox.launching import available_kind

    kind = available_kind()
    if kind is None and wanted is Sandbox.REQUIRED:
        raise MissingSandbox(
            "there is no sandbox on this system: install bubblewrap, or allow user namespaces "
            "(`duelhall docs arena` says how)"
        )
    return kind
