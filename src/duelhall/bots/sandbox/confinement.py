"""What a bot's process does to itself, in new namespaces, before it becomes the bot's program.

It is a copy of the launcher, and every page that it touches costs time: so this is written with
what the system itself offers.
"""

import os
import resource
from contextlib import suppress

from duelhall.bots.sandbox import system_calls as system
from duelhall.bots.sandbox.filtering import FOR_ALL, IN_THE_END
from duelhall.bots.sandbox.orders import HOME, Order

# ruff: noqa: PTH102, PTH103, PTH110, PTH112, PTH120, PTH211


DEVICES = ("null", "full", "random", "urandom")
SCRATCH = "/tmp"
SMALL = "size=256k,nr_inodes=1024,mode=755"
SAFE = system.NO_SETUID | system.NO_DEVICES
MOST_INODES = 65_536
SPARE_MEMORY = 16
"""How many times its memory a bot may reserve as addresses: Java and Node reserve a lot."""

FEWEST_PROCESSES = 301
"""Of a namespace, as the system has it."""


def withdraw(user: int, group: int) -> None:
    """Do what is the same for all programs: be able to change no files, and to call little."""
    os.setsid()
    be_the_same_user(user, group)
    system.make_private("/")
    devices = {name: system.copied_tree(f"/dev/{name}", whole=False) for name in DEVICES}
    system.restrict_mounts("/", system.READ_ONLY | SAFE)
    _make_devices(devices)
    _filter_calls(FOR_ALL)


def confine(order: Order) -> None:
    """See no more than is shown, use no more than is allowed, and be allowed nothing special."""
    _change_view(order)
    _limit_namespaces(order.processes)
    system.restrict_mounts("/proc", system.READ_ONLY)  # root, if we are root, could change settings
    os.chdir(order.folder)
    _limit_use(order)
    system.give_up_capabilities()
    _filter_calls(IN_THE_END[order.is_counted])


def _filter_calls(program: bytes | None) -> None:
    if program is not None:
        system.filter_calls(program)


def be_the_same_user(user: int, group: int) -> None:
    """Be called as outside; nobody else exists here."""
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{user} {user} 1")
    _write("/proc/self/gid_map", f"{group} {group} 1")


def _write(file: str, text: str) -> None:
    place = os.open(file, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(place, text.encode())
    finally:
        os.close(place)


# --- files ---


def _change_view(order: Order) -> None:
    """Hide what is to be hidden, and put back what is to be shown."""
    trees = {place: system.copied_tree(place) for place in (*order.shown, *order.writable)}
    system.mount("tmpfs", SCRATCH, SAFE, f"size={order.scratch},nr_inodes={MOST_INODES},mode=1777")
    for place in sorted({*order.hidden, *trees} - {SCRATCH}, key=_depth):
        if place in trees:
            if place in order.writable:
                system.allow_writing(trees[place])
            _attach(trees[place], place)
        elif os.path.isdir(place):  # and not hidden with a folder around it
            _hide(place)
    system.mount("proc", "/proc", SAFE | system.NO_PROGRAMS)
    if not os.path.isdir(HOME):
        os.mkdir(HOME)


def _depth(place: str) -> int:
    return place.count("/")


def _make_devices(devices: dict[str, int]) -> None:
    """A /dev with what every program may expect, and nothing that leads out of here."""
    system.mount("tmpfs", "/dev", system.NO_SETUID, SMALL)
    for name, tree in devices.items():
        _attach(tree, f"/dev/{name}")
    os.symlink("full", "/dev/zero")  # reads the same, but is no memory that could be shared
    os.symlink("/proc/self/fd", "/dev/fd")
    os.symlink(SCRATCH, "/dev/shm")


def _hide(place: str) -> None:
    """Put an empty folder in front of another one: it is one in /dev, where files are in memory."""
    curtain = "/dev/." + place.replace("/", ".")
    os.mkdir(curtain)
    _attach(system.copied_tree(curtain, whole=False), place)


def _attach(tree: int, place: str) -> None:
    """Mount a tree, where there may be nothing to mount it on since the rest is hidden."""
    if not os.path.exists(place):
        os.makedirs(os.path.dirname(place), exist_ok=True)
        if os.path.isdir(f"/proc/self/fd/{tree}"):
            os.mkdir(place)
        else:
            os.close(os.open(place, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC))
    system.attach(tree, place)
    os.close(tree)


# --- limits ---


def _limit_namespaces(processes: int) -> None:
    """Limit what the limits of a process do not reach, where the system can."""
    with suppress(OSError):  # memory in namespaces of its own would not be counted
        _write("/proc/sys/user/max_user_namespaces", "0")
    with suppress(OSError):  # the only limit on the processes of root; since Linux 6.14
        _write("/proc/sys/kernel/pid_max", str(max(processes, FEWEST_PROCESSES)))


def _limit_use(order: Order) -> None:
    if order.cores:
        os.sched_setaffinity(0, order.cores)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_NPROC, order.processes)
    _limit(resource.RLIMIT_NOFILE, order.files)
    _limit(resource.RLIMIT_CPU, order.seconds)
    _limit(resource.RLIMIT_FSIZE, order.scratch)
    if order.memory is not None:
        _limit(resource.RLIMIT_DATA, order.memory)
        _limit(resource.RLIMIT_AS, order.memory * SPARE_MEMORY)


def _limit(what: int, value: int) -> None:
    """Set a limit, unless there is a lower one already."""
    _, hard = resource.getrlimit(what)
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(what, (value, value))
