"""What PTX's instructions compute, each in all threads of a warp at once."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

WORD_BITS = 64
ALL = 0xFFFF_FFFF_FFFF_FFFF
"""All bits of a word."""


class Kind(NamedTuple):
    """The type of a number."""

    is_signed: bool
    bits: int
    is_float: bool = False

    def of(self, word: Array) -> Array:
        """The number in a word of 64 bits, of which only the lower ones count."""
        if self.is_float:
            return word.astype(f"u{self.bits // 8}").view(f"f{self.bits // 8}")
        if self.bits == WORD_BITS:
            return word.view(np.int64) if self.is_signed else word
        if not self.is_signed:
            return word & np.uint64(ALL >> (WORD_BITS - self.bits))
        shift = np.int64(WORD_BITS - self.bits)
        return (word << shift.astype(np.uint64)).view(np.int64) >> shift

    def word(self, number: Array) -> Array:
        """A number as a word, of which the upper bits are zero."""
        if self.is_float:
            number = np.asarray(number, f"f{self.bits // 8}").view(f"u{self.bits // 8}")
        found: Array = np.asarray(number).astype(np.uint64)
        if self.bits == WORD_BITS:
            return found
        return found & np.uint64(ALL >> (WORD_BITS - self.bits))


PREDICATE = Kind(is_signed=False, bits=1)


@cache
def kind_of(word: str) -> Kind:
    """A type by its name, such as `s64`."""
    if word == "pred":
        return PREDICATE
    return Kind(word[0] == "s", int(word[1:]), word[0] == "f")


# --- what instructions compute ---


def _shifted_left(kind: Kind, number: Array, by: Array) -> Array:
    return np.where(by < kind.bits, number << np.minimum(by, 63).astype(number.dtype), 0)


def _shifted_right(kind: Kind, number: Array, by: Array) -> Array:
    found: Array = number >> np.minimum(by, 63).astype(number.dtype)
    return found if kind.is_signed else np.where(by < kind.bits, found, 0)


def _quotient(kind: Kind, number: Array, by: Array) -> Array:
    whole: Array = (np.abs(number) // np.abs(by)) * np.sign(number) * np.sign(by)
    return number / by if kind.is_float else whole


def _upper_half(kind: Kind, one: Array, other: Array) -> Array:
    products = one.astype(object) * other.astype(object)
    return np.array([(product >> kind.bits) & ALL for product in products], np.uint64)


def _bits_of(_kind: Kind, number: Array) -> Array:
    found: Array = np.bitwise_count(number)
    return found


def _zeros_before(kind: Kind, number: Array) -> Array:
    return np.array([kind.bits - int(each).bit_length() for each in number])


def _inserted(_kind: Kind, bits: Array, into: Array, first: Array, count: Array) -> Array:
    mask = ((np.uint64(1) << count) - np.uint64(1)) << first
    found: Array = (into & ~mask) | ((bits << first) & mask)
    return found


def _chosen_bytes(_kind: Kind, low: Array, high: Array, which: Array) -> Array:
    """prmt: each of four digits chooses a byte out of eight, or, from 8 on, copies of its sign."""
    given = low | (high << np.uint64(32))
    found: Array = np.zeros_like(given)
    for place in range(4):
        digit = (which >> np.uint64(4 * place)) & np.uint64(15)
        byte = (given >> (np.uint64(8) * (digit & np.uint64(7)))) & np.uint64(0xFF)
        sign = np.where(byte >= np.uint64(0x80), np.uint64(0xFF), np.uint64(0))
        found |= np.where(digit >= np.uint64(8), sign, byte) << np.uint64(8 * place)
    return found


def _dot(_kind: Kind, halves: Array, small: Array, start: Array) -> Array:
    """dp2a.lo: two numbers of 16 bits times two bytes."""
    found = start
    for place in range(2):
        half = (halves >> np.uint64(16 * place)) & np.uint64(0xFFFF)
        found = found + half * ((small >> np.uint64(8 * place)) & np.uint64(0xFF))
    return found


COMPUTE: dict[str, Callable[..., Array]] = {
    "add": lambda _kind, one, other: one + other,
    "sub": lambda _kind, one, other: one - other,
    "mul.lo": lambda _kind, one, other: one * other,
    "mul.wide": lambda _kind, one, other: one * other,
    "mul.hi": _upper_half,
    "mad.lo": lambda _kind, one, other, more: one * other + more,
    "mad.wide": lambda _kind, one, other, more: one * other + more,
    "neg": lambda _kind, number: -number,
    "abs": lambda _kind, number: np.abs(number),
    "min": lambda _kind, one, other: np.minimum(one, other),
    "max": lambda _kind, one, other: np.maximum(one, other),
    "rem": lambda _kind, one, other: np.fmod(one, other),
    "div": _quotient,
    "and": lambda _kind, one, other: one & other,
    "or": lambda _kind, one, other: one | other,
    "xor": lambda _kind, one, other: one ^ other,
    "not": lambda _kind, number: ~number,
    "shl": _shifted_left,
    "shr": _shifted_right,
    "popc": _bits_of,
    "clz": _zeros_before,
    "bfi": _inserted,
    "prmt": _chosen_bytes,
    "dp2a.lo": _dot,
}
COMPARE: dict[str, Callable[[Array, Array], Array]] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "neu": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}
WIDENING = ("mul.wide", "mad.wide")


# --- pTX, the assembly language of NVIDIA's GPUs, as far as numba-cuda writes it for rules ---


COMMENT = re.compile(r"//[^\n]*")
FILE = re.compile(r'^\s*\.file\s+(\d+) "([^"]*)"', re.MULTILINE)
SHARED_ROOM = re.compile(
    r"^\s*(?:\.\w+ )?\.shared \.align (\d+) \.b8 (\S+)\[(\d+)\];", re.MULTILINE
)
CONSTANT = re.compile(r"^\.const \.align (\d+) \.b8 (\S+)\[(\d+)\] = \{([^}]*)\};", re.MULTILINE)
FUNCTION = re.compile(
    r"^(?:\.\w+ )?\.(func|entry)\b[^\n]*?([\w$]+)\(\n?([^(){}]*)\)\n\{\n(.*?)^\}",
    re.MULTILINE | re.DOTALL,
)
PARAMETER = re.compile(r"\.param \.\w+ (\S+?)(?:,|\s|$)")
LOCAL_ROOM = re.compile(r"\.local \.align \d+ \.b8\s+\S+\[(\d+)\];")
PLACE = re.compile(r"\.loc\s+(\d+) (\d+)")
GUARD = re.compile(r"@(!?)(%p\d+)\s+")
OPERAND = re.compile(r"\{[^}]*\}|\[[^\]]*\]|\([^)]*\)|[^,\s]+")
BRANCH, RETURN, CALL = "bra", "ret", "call"
END = -1
"""The place behind the last instruction of a function."""


class Instruction(NamedTuple):
    """One instruction, with where it comes from: the number of a file and a line."""

    words: tuple[str, ...]  # its name and its types, such as `add`, `s64`
    operands: tuple[str, ...]
    guard: str = ""  # a predicate that it depends on
    is_negated: bool = False
    place: tuple[int, int] = (0, 0)

    @property
    def name(self) -> str:
        """What it does."""
        return self.words[0]


@dataclass
class Function:
    """A function, with the instructions that labels stand for."""

    name: str
    is_kernel: bool
    parameters: list[str]
    local_bytes: int
    code: list[Instruction] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)

    def target(self, instruction: Instruction) -> int:
        """Where a branch leads."""
        return self.labels[instruction.operands[0]]

    def successors(self, place: int) -> list[int]:
        """Which instructions can follow one."""
        instruction = self.code[place]
        following = place + 1 if place + 1 < len(self.code) else END
        if instruction.name == BRANCH:
            target = self.target(instruction)
            return [target, following] if instruction.guard else [target]
        if instruction.name == RETURN:
            return [END, following] if instruction.guard else [END]
        return [following]

    @cached_property
    def meetings(self) -> dict[int, int]:
        """For each branch, where the threads that part there meet again: the first instruction that
        all ways from there to the end have in common.
        """
        nearest = {END: END}
        order = self._backwards()
        height = {place: number for number, place in enumerate(order)}
        is_settled = False
        while not is_settled:
            is_settled = True
            for place in order[1:]:
                known = [each for each in self.successors(place) if each in nearest]
                found = known[0]
                for other in known[1:]:
                    found = _common(found, other, nearest, height)
                is_settled &= nearest.get(place) == found
                nearest[place] = found
        return nearest

    def _backwards(self) -> list[int]:
        """All instructions from which the end can be reached, those nearest to it first."""
        before: dict[int, list[int]] = {}
        for place in range(len(self.code)):
            for following in self.successors(place):
                before.setdefault(following, []).append(place)
        done, seen, stack = [], {END}, [(END, iter(before[END]))]
        while stack:
            place, left = stack[-1]
            new = next((each for each in left if each not in seen), None)
            if new is None:
                done.append(place)
                stack.pop()
            else:
                seen.add(new)
                stack.append((new, iter(before.get(new, []))))
        return done[::-1]


def _common(one: int, other: int, nearest: dict[int, int], height: dict[int, int]) -> int:
    while one != other:
        while height[one] > height[other]:
            one = nearest[one]
        while height[other] > height[one]:
            other = nearest[other]
    return one


@dataclass
class Program:
    """A kernel, the functions that it calls, and memory that they share."""

    functions: dict[str, Function]
    addresses: dict[str, int]  # of names in shared and in constant memory
    shared_bytes: int
    constants: bytes
    files: dict[int, str]

    @property
    def kernel(self) -> Function:
        """The function that is launched."""
        return next(each for each in self.functions.values() if each.is_kernel)


def parsed(text: str) -> Program:
    """The program in a text."""
    text = COMMENT.sub("", text)
    shared, constants = 0, b""
    addresses = {}
    for alignment, name, size in SHARED_ROOM.findall(text):
        addresses[name] = shared = _rounded(shared, int(alignment))
        shared += int(size)
    for alignment, name, size, values in CONSTANT.findall(text):
        addresses[name] = start = _rounded(len(constants), int(alignment))
        data = bytes(int(value) & 0xFF for value in values.split(","))
        constants = constants.ljust(start, b"\0") + data.ljust(int(size), b"\0")
    functions = {found[2]: _function(*found.groups()) for found in FUNCTION.finditer(text)}
    files = {int(number): path for number, path in FILE.findall(text)}
    return Program(functions, addresses, shared, constants, files)


def _rounded(number: int, step: int) -> int:
    return -(-number // step) * step


def _function(kind: str, name: str, parameters: str, body: str) -> Function:
    local = LOCAL_ROOM.search(body)
    local_bytes = int(local[1]) if local else 0
    found = Function(name, kind == "entry", PARAMETER.findall(parameters), local_bytes)
    for statement in _statements(body):
        if isinstance(statement, str):
            found.labels[statement] = len(found.code)
        else:
            found.code.append(statement)
    return found


def _statements(body: str) -> Iterator[str | Instruction]:
    """The labels and the instructions in the body of a function."""
    place, written = (0, 0), ""
    for line in map(str.strip, body.split("\n")):
        located = PLACE.match(line)
        if located:
            place = (int(located[1]), int(located[2]))
        elif line.startswith("$"):
            yield line.removesuffix(":")
        elif line and line[0] not in "{}.":
            written = f"{written} {line}".strip()
            if written.endswith(";"):
                yield _instruction(written[:-1], place)
                written = ""


def _instruction(written: str, place: tuple[int, int]) -> Instruction:
    guard = GUARD.match(written)
    name, *rest = written[guard.end() if guard else 0 :].split(None, 1)
    operands, words = tuple(OPERAND.findall("".join(rest))), tuple(name.split("."))
    if guard:
        return Instruction(words, operands, guard[2], bool(guard[1]), place)
    return Instruction(words, operands, place=place)


# --- a warp of a GPU: 32 threads that run PTX together, on NumPy's arrays ---


LANES = 32
LOCAL_BYTES = 16 * 1024
GARBAGE = 0x5A
"""What is in shared memory that nobody has written to."""

GLOBAL, SHARED, LOCAL = 1 << 32, 1 << 40, 1 << 41
WINDOWS = (("local", LOCAL), ("shared", SHARED), ("global", GLOBAL))
"""Where kinds of memory begin, for addresses that do not tell which one they are in."""

NEAR = ("shared", "const", "local")
"""Kinds of memory in which addresses count from 0, if an instruction names them."""

WORD = 8

MEMORY = re.compile(r"\[([^+\]]+)(?:\+(-?\d+))?\]")
NAMES = re.compile(r"[\w$]+")


# --- what is under way ---


@dataclass
class Frame:
    """A function that is running: its registers, one word for each thread."""

    function: Function
    local: int  # where its part of local memory begins
    words: dict[str, Array] = field(default_factory=dict)
    returned: Array = field(default_factory=lambda: np.zeros(LANES, bool))

    def write(self, name: str, word: Array, threads: Array) -> None:
        """Change a register in some threads."""
        if name not in self.words:
            self.words[name] = np.zeros(LANES, np.uint64)
        np.copyto(self.words[name], word, where=threads)


Handler = Callable[[Frame, Instruction, Array], None]


class Warp:
    """One warp, with the shared memory of its block."""

    def __init__(self, program: Program, memory: Array, block: int = 0, blocks: int = 1) -> None:
        self.program = program
        self.counts = {
            name: [[0, 0] for _ in function.code] for name, function in program.functions.items()
        }
        """How often each instruction of a function was run, and by how many threads in all."""
        self._memories = {
            "shared": np.full(program.shared_bytes, GARBAGE, np.uint8),
            "const": np.frombuffer(program.constants, np.uint8),
            "local": np.full(LANES * LOCAL_BYTES, GARBAGE, np.uint8),
            "global": memory,
        }
        self._handlers: dict[str, Handler] = {
            "mov": self._move,
            "cvt": self._convert,
            "cvta": self._convert_address,
            "setp": self._compare,
            "selp": self._select,
            "vote": self._vote,
            "bar": self._wait,
            "call": self._call,
            "ld": self._load,
            "st": self._store,
            "atom": self._add,
        }
        self._known = {
            "%tid.x": np.arange(LANES, dtype=np.uint64),
            "%ntid.x": _everywhere(LANES),
            "%ctaid.x": _everywhere(block),
            "%nctaid.x": _everywhere(blocks),
        }

    def run(self, arguments: Sequence[int]) -> None:
        """Run the kernel."""
        kernel = self.program.kernel
        given = dict(zip(kernel.parameters, map(_everywhere, arguments), strict=True))
        with np.errstate(all="ignore"):  # in threads that wait, too, something is computed
            self._run_function(kernel, given, np.ones(LANES, bool), 0)

    # --- the way through the code ---

    def _run_function(
        self, function: Function, given: dict[str, Array], threads: Array, local: int
    ) -> Array | None:
        """Run a function in some threads, and return what it returns."""
        frame = Frame(function, local, dict(given))
        self._go(frame, 0, END, threads)
        return frame.words.get("func_retval0")

    def _go(self, frame: Frame, place: int, until: int, threads: Array) -> None:
        """Run a function from one place to another, in some of the threads that it runs in."""
        code, counts = frame.function.code, self.counts[frame.function.name]
        while place not in (until, END) and (number := int(np.count_nonzero(threads))):
            instruction = code[place]
            counts[place][0] += 1
            counts[place][1] += number
            if instruction.name == BRANCH:
                place = self._branch(frame, place, threads)
                threads = threads & ~frame.returned
            elif instruction.name == RETURN:
                frame.returned |= self._guarded(frame, instruction, threads)
                threads = threads & ~frame.returned
                place += 1
            else:
                self._execute(frame, instruction, self._guarded(frame, instruction, threads))
                place += 1

    def _branch(self, frame: Frame, place: int, threads: Array) -> int:
        """Go where a branch leads, or both ways up to where they meet; return the next place."""
        instruction = frame.function.code[place]
        target, taken = (
            frame.function.target(instruction),
            self._guarded(frame, instruction, threads),
        )
        if not taken.any():
            return place + 1
        if (taken == threads).all():
            return target
        meeting = frame.function.meetings[place]
        self._go(frame, target, meeting, taken)
        self._go(frame, place + 1, meeting, threads & ~taken)
        return meeting

    def _guarded(self, frame: Frame, instruction: Instruction, threads: Array) -> Array:
        """The threads in which an instruction does something."""
        if not instruction.guard:
            return threads
        holds: Array = frame.words[instruction.guard] != instruction.is_negated
        return threads & holds

    # --- instructions ---

    def _execute(self, frame: Frame, instruction: Instruction, threads: Array) -> None:
        """Run an instruction that does not lead elsewhere."""
        words = instruction.words
        if words[0] in self._handlers:
            self._handlers[words[0]](frame, instruction, threads)
            return
        name = words[0] if words[0] in COMPUTE else ".".join(words[:2])
        kind = kind_of(words[-1])
        first, *others = instruction.operands
        numbers = [kind.of(self._word(frame, other)) for other in others]
        if name in WIDENING and len(numbers) > 2:
            numbers[2] = Kind(kind.is_signed, 64).of(self._word(frame, others[2]))
        found = COMPUTE[name](kind, *numbers)
        to = Kind(kind.is_signed, 2 * kind.bits) if name in WIDENING else kind
        frame.write(first, to.word(found), threads)

    def _word(self, frame: Frame, operand: str) -> Array:
        """What an operand stands for."""
        if operand in frame.words:
            return frame.words[operand]
        if operand.startswith("__local"):
            return _everywhere(frame.local)
        if operand not in self._known:
            self._known[operand] = _everywhere(self._constant(operand))
        return self._known[operand]

    def _constant(self, operand: str) -> int:
        """The number that an operand stands for: an address, a fraction by its bits, or itself."""
        if operand in self.program.addresses:
            return self.program.addresses[operand]
        if operand[:2] in ("0f", "0d"):
            return int.from_bytes(bytes.fromhex(operand[2:]))
        return int(operand)

    def _move(self, frame: Frame, instruction: Instruction, threads: Array) -> None:
        """A register into another, or several of them into one, or one into several."""
        bits = kind_of(instruction.words[1]).bits
        targets, sources = map(_operands_in, instruction.operands)
        part, word = Kind(is_signed=False, bits=bits // len(sources)), _everywhere(0)
        for place, source in enumerate(sources):
            word |= part.of(self._word(frame, source)) << np.uint64(place * part.bits)
        part = Kind(is_signed=False, bits=bits // len(targets))
        for place, target in enumerate(targets):
            frame.write(target, part.of(word >> np.uint64(place * part.bits)), threads)

    def _convert(self, frame: Frame, instruction: Instruction, threads: Array) -> None:
        to, source = (kind_of(word) for word in instruction.words[-2:])
        target, operand = instruction.operands
        word = to.word(source.of(self._word(frame, operand)))
        frame.write(target, extended(to, word), threads)

    def _convert_address(self, frame: Frame, instruction: Instruction, threads: Array) -> None:
        start = {"shared": SHARED, "local": LOCAL}.get(instruction.words[-2], 0)
        step = -start if "to" in instruction.words else start
        target, operand = instruction.operands
        frame.write(target, self._word(frame, operand) + _everywhere(step), threads)

    def _compare(self, frame: Frame, instruction: Instruction, threads: Array) -> None:
        kind = kind_of(instruction.words[2])
        target, *others = instruction.operands
        one, other = (kind.of(self._word(frame, each)) for each in others)
        found = COMPARE[instruction.words[1]](one, other)
        frame.write(target, found.astype(np.uint64), threads)

    def _select(self, frame: Frame, instruction: Instruction, threads: Array) -> None:
        target, *others = instruction.operands
        one, other, which = (self._word(frame, each) for each in others)
        frame.write(target, np.where(which != 0, one, other), threads)

    def _wait(self, _frame: Frame, _instruction: Instruction, threads: Array) -> None:
        """Nothing: threads that run are at the same place already. It must be all of the warp."""
        assert threads.all(), "some threads wait for others that do not come"

    def _vote(self, frame: Frame, instruction: Instruction, threads: Array) -> None:
        self._wait(frame, instruction, threads)
        target, vote, _ = instruction.operands
        yes = threads & (self._word(frame, vote) != 0)
        ballot = sum(1 << int(lane) for lane in np.flatnonzero(yes))
        frame.write(target, _everywhere(ballot), threads)

    def _call(self, frame: Frame, instruction: Instruction, threads: Array) -> None:
        name = next(each for each in instruction.operands if each in self.program.functions)
        function = self.program.functions[name]
        place = instruction.operands.index(name)
        operands = NAMES.findall("".join(instruction.operands[place + 1 :]))
        nothing = _everywhere(0)
        words = [frame.words.get(operand, nothing) for operand in operands]
        local = frame.local + frame.function.local_bytes
        found = self._run_function(
            function, dict(zip(function.parameters, words, strict=True)), threads, local
        )
        if found is not None and place > 0:
            frame.write(instruction.operands[0].strip("()"), found, threads)

    # --- memory ---

    def _load(self, frame: Frame, instruction: Instruction, threads: Array) -> None:
        kind = kind_of(instruction.words[-1])
        targets, operand = instruction.operands
        if instruction.words[1] == "param":
            word = frame.words[_name_in(operand)]
            frame.write(targets, extended(kind, word), threads)
            return
        space, places = instruction.words[1], self._places(frame, operand)
        for number, target in enumerate(_operands_in(targets)):
            at = places + number * kind.bits // 8
            word = self._read(space, at, kind.bits // 8, threads)
            frame.write(target, extended(kind, word), threads)

    def _store(self, frame: Frame, instruction: Instruction, threads: Array) -> None:
        kind = kind_of(instruction.words[-1])
        operand, sources = instruction.operands
        if instruction.words[1] == "param":
            frame.write(_name_in(operand), self._word(frame, sources), threads)
            return
        space, places = instruction.words[1], self._places(frame, operand)
        for number, source in enumerate(_operands_in(sources)):
            at = places + number * kind.bits // 8
            self._write(space, at, kind.bits // 8, self._word(frame, source), threads)

    def _add(self, frame: Frame, instruction: Instruction, threads: Array) -> None:
        """atom.add: one thread after the other."""
        kind, space = kind_of(instruction.words[-1]), instruction.words[1]
        target, operand, more = instruction.operands
        places, added = self._places(frame, operand), self._word(frame, more)
        for lane in np.flatnonzero(threads):
            alone = np.arange(LANES) == lane
            before = self._read(space, places, kind.bits // 8, alone)
            self._write(space, places, kind.bits // 8, before + added, alone)
            frame.write(target, before, alone)

    def _places(self, frame: Frame, operand: str) -> Array:
        """The addresses of an operand such as `[%rd1+8]`."""
        found = MEMORY.match(operand)
        assert found, operand
        base: Array = self._word(frame, found[1]).view(np.int64)
        return base + int(found[2] or 0)

    def _read(self, space: str, places: Array, size: int, threads: Array) -> Array:
        memory, at = self._bytes(space, places, size, threads)
        found = np.zeros((LANES, WORD), np.uint8)
        found[threads, :size] = memory[at]
        return found.view(np.uint64)[:, 0]

    def _write(self, space: str, places: Array, size: int, word: Array, threads: Array) -> None:
        memory, at = self._bytes(space, places, size, threads)
        memory[at] = word.reshape(-1, 1).view(np.uint8)[threads, :size]

    def _bytes(self, space: str, places: Array, size: int, threads: Array) -> tuple[Array, Array]:
        """A kind of memory, and for each of some threads the places of the bytes that it means."""
        at = places[threads]
        if space not in NEAR:  # the addresses tell which one it is, the same for all threads
            space, start = next(each for each in WINDOWS if not at.size or at[0] >= each[1])
            at = at - start
        if space == "local":
            at = at + np.flatnonzero(threads) * LOCAL_BYTES
        memory = self._memories[space]
        assert not at.size or 0 <= at.min() <= at.max() <= len(memory) - size, f"not in {space}"
        return memory, at[:, None] + np.arange(size)


def extended(kind: Kind, word: Array) -> Array:
    """A word with the sign of its number in the upper bits."""
    return word if kind.is_float else kind.of(word).astype(np.uint64)


def _operands_in(operand: str) -> list[str]:
    """The operands in braces, or the only one."""
    return operand.strip("{}").replace(",", " ").split()


def _name_in(operand: str) -> str:
    found = MEMORY.match(operand)
    assert found, operand
    return found[1]


def _everywhere(number: int) -> Array:
    """The same word in all threads."""
    return np.full(LANES, number & ALL, np.uint64)
