"""Hostile bots: what each of them tries before it plays like any other, told to standard error."""

from tests.arena.scripts import FIRST_LEGAL

TELL = """
import ctypes, glob, mmap, resource, socket

def tell(**found):
    os.write(2, (json.dumps(found) + "\\n").encode())

def tried(act, *arguments):
    try:
        return act(*arguments)
    except OSError as error:
        return os.strerror(error.errno)
"""

CAPTOR = """
libc = ctypes.CDLL(None, use_errno=True)

def called(name, *arguments):
    return os.strerror(ctypes.get_errno()) if getattr(libc, name)(*arguments) < 0 else None

attach = 16
tell(
    traced=called("ptrace", attach, 1, 0, 0),
    written=called("process_vm_writev", 1, None, 0, None, 0, 0),
    opened=tried(os.pidfd_open, 1),
    memory=tried(open, "/proc/1/mem", "r+b"),
    files=os.listdir("/proc/1"),
)
"""
"""Takes over the first process of its namespace, so as not to end with it."""

SPY = """
secret, folder, arena, address = sys.argv[1:]

def has_it(place, start=0):
    with open(place, "rb") as file:
        file.seek(start)
        return secret.encode() in file.read(2**12)

places = glob.glob(f"{folder}/*") + glob.glob(f"/proc/{arena}/environ")
found = [place for place in places if tried(has_it, place) is True]
memory = tried(has_it, f"/proc/{arena}/mem", int(address))
tell(found=found, memory=memory, processes=len(glob.glob("/proc/[0-9]*")))
"""
"""Looks for a secret in the contest's folder, in the arena's environment, and in its memory."""

KILLER = """
victims = [int(pid) for pid in sys.argv[1:]]
stopped = [pid for pid in victims if tried(os.kill, pid, signal.SIGSTOP) is None]
killed = [pid for pid in victims if tried(os.kill, pid, signal.SIGKILL) is None]
tell(stopped=stopped, killed=killed, parent=os.getppid(), seen=len(glob.glob("/proc/[0-9]*")))
"""
"""Stops and kills the processes that it is given."""

HOPPER = """
if os.fork() == 0:
    os.setsid()
    os.closerange(0, 3)
    while True:
        if os.fork():
            os._exit(0)
"""
"""Leaves a process that is always another one, and belongs to nobody."""

STAYER = """
import threading

if "stay" in sys.argv:
    say("here")
    time.sleep(600)

def another():
    os.execv(sys.executable, [sys.executable, "-S", __file__, "stay"])

threading.Thread(target=another).start()
time.sleep(600)
"""
"""Becomes one that the system does not tell of its parent's death."""

GLUTTON = """
def cores_of_a_child():
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.write(writing, json.dumps(sorted(os.sched_getaffinity(0))).encode())
        os._exit(0)
    return json.loads(os.read(reading, 2**12))

refused = tried(os.sched_setaffinity, 0, range(os.cpu_count()))
tell(refused=refused, own=sorted(os.sched_getaffinity(0)), child=cores_of_a_child())
"""
"""Takes all cores, to be where its opponent thinks."""

HOARDER = """
libc = ctypes.CDLL(None, use_errno=True)

def big_file():
    with open("/tmp/big", "wb") as file:
        for _ in range(64):
            file.write(bytes(2**20))

def open_many():
    return [os.open("/dev/null", os.O_RDONLY) for _ in range(10_000)]

def map_zeros():
    with open("/dev/zero", "r+b") as file:
        assert file.read(2) == bytes(2)
        mmap.mmap(file.fileno(), 2**20)

def called(name, *arguments):
    return os.strerror(ctypes.get_errno()) if getattr(libc, name)(*arguments) < 0 else None

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
tell(
    file=tried(big_file),
    memfd=tried(os.memfd_create, "x") if hasattr(os, "memfd_create") else "",
    segment=called("shmget", 0, 2**20, 0o1600),
    semaphores=called("semget", 0, 32_000, 0o1600),
    queue=called("msgget", 0, 0o1600),
    given=called("vmsplice", 1, None, 0, 0),
    shared=tried(mmap.mmap, -1, 2**20),
    zeros=tried(map_zeros),
    namespace=called("unshare", 0x10000000),
    files=tried(open_many),
)
"""
"""Takes memory that belongs to no process, and files."""

NOTER = """
add_key, = map(int, sys.argv[1:])
libc = ctypes.CDLL(None, use_errno=True)
noted = libc.syscall(add_key, b"user", b"deal", b"x", ctypes.c_size_t(1), -3)
said = os.strerror(ctypes.get_errno())
tell(noted=None if noted >= 0 else said)
"""
"""Leaves a note for its next game in the keys of the session in which the arena was started."""

SHARER = """
hello()
next(decisions())
with open("shared", "w+b") as file:
    file.truncate(2**27)
    shared = mmap.mmap(file.fileno(), 2**27)
for place in range(0, len(shared), 4096):
    shared[place] = 1
time.sleep(600)
"""
"""Takes shared memory, which is not a process's own."""

PIPER = """
hello()
next(decisions())
kept = []
for _ in range(16):
    if os.fork() == 0:
        try:
            while True:
                kept.append(os.pipe())
        except OSError:
            time.sleep(600)
time.sleep(600)
"""
"""Opens pipes, which are full of memory of the system's, or can be."""

CONNECTOR = """
hello()
next(decisions())
kept = []
for _ in range(4):
    if os.fork() == 0:
        try:
            while True:
                kept.append(socket.socketpair())
                for one in kept[-1]:
                    one.setblocking(False)
                    try:
                        while True:
                            one.send(bytes(2**15))
                    except BlockingIOError:
                        pass
        except OSError:
            time.sleep(600)
time.sleep(600)
"""
"""Sends itself messages that it never reads."""

DIALER = """
hello()
next(decisions())
with socket.create_server(("127.0.0.1", 0)) as server:
    kept = [socket.create_connection(server.getsockname()) for _ in range(30)]
    time.sleep(600)
"""
"""Calls itself by the network that it has for itself."""

MAPPER = """
hello()
next(decisions())
for _ in range(64):
    if os.fork() == 0:
        zeros = mmap.mmap(-1, 2**30, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ)
        for place in range(0, len(zeros), 2**21):
            zeros[place]
        time.sleep(600)
time.sleep(600)
"""
"""Has so much that is empty that the tables of where it is take memory."""

FAMILY = """
hello()
next(decisions())
for _ in range(6):
    if os.fork() == 0:
        own = bytearray(os.urandom(2**20) * 24)
        time.sleep(600)
time.sleep(600)
"""
"""Has many children, none of whom has too much."""

FORKER = """
def fork_many():
    for number in range(10_000):
        if os.fork() == 0:
            time.sleep(600)

tell(refused=tried(fork_many), seen=len(glob.glob("/proc/[0-9]*")))
"""
"""Forks as often as it can."""

CALLER = """
port, = map(int, sys.argv[1:])
here = socket.socket()
tell(
    refused=tried(here.connect, ("127.0.0.1", port)),
    outside=tried(lambda: socket.socket(socket.AF_VSOCK).fileno()),
    unseen=tried(lambda: socket.socket(socket.AF_UNIX).connect(chr(0) + sys.argv[1])),
    between=len(socket.socketpair()),
)
"""
"""Calls somebody on this machine, by the network or by a name, and the machine around it."""

WRITER = """
def write(place):
    with open(place, "a") as file:
        file.write("x")

tell(
    home=tried(write, os.path.expanduser("~/note")),
    tmp=tried(write, "/tmp/note"),
    shared=tried(write, "/dev/shm/note"),
    own=tried(write, __file__),
    system=tried(write, "/etc/note"),
    setting=tried(os.open, "/proc/sys/kernel/core_pattern", os.O_WRONLY),
    here=sorted(os.listdir(".")),
)
"""
"""Writes where it can, and where it should not be able to."""


def playing(*acts: str) -> str:
    """A bot that does this first, and then plays."""
    return TELL + "".join(acts) + FIRST_LEGAL
