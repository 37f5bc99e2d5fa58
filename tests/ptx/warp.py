"""A warp of a GPU: 32 threads that run PTX together, on NumPy's arrays.

Where threads part at a branch, one group runs first, and then the other, up to where their ways
meet again. That is how a real warp runs code that ptxas has assembled; what is left out is time.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from tests.ptx.computing import ALL, COMPARE, COMPUTE, WIDENING, Array, Kind, kind_of
from tests.ptx.program import BRANCH, END, RETURN, Function, Instruction, Program

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
