"""PTX, the assembly language of NVIDIA's GPUs, as far as numba-cuda writes it for rules."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

COMMENT = re.compile(r"//[^\n]*")
FILE = re.compile(r'^\s*\.file\s+(\d+) "([^"]*)"', re.MULTILINE)
SHARED = re.compile(r"^\s*(?:\.\w+ )?\.shared \.align (\d+) \.b8 (\S+)\[(\d+)\];", re.MULTILINE)
CONSTANT = re.compile(r"^\.const \.align (\d+) \.b8 (\S+)\[(\d+)\] = \{([^}]*)\};", re.MULTILINE)
FUNCTION = re.compile(
    r"^(?:\.\w+ )?\.(func|entry)\b[^\n]*?([\w$]+)\(\n?([^(){}]*)\)\n\{\n(.*?)^\}",
    re.MULTILINE | re.DOTALL,
)
PARAMETER = re.compile(r"\.param \.\w+ (\S+?)(?:,|\s|$)")
LOCAL = re.compile(r"\.local \.align \d+ \.b8\s+\S+\[(\d+)\];")
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
    for alignment, name, size in SHARED.findall(text):
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
    local = LOCAL.search(body)
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
