"""Whole games: between all kinds of players, and with bots that do whatever bots do."""

import json
import time
from dataclasses import replace
from pathlib import Path

import pytest

import duelhall
from duelhall.arena.record import GameRecord
from duelhall.arena.referee import Referee, play_game
from duelhall.bots import bot as standby
from duelhall.bots.home import Limits
from duelhall.engine.errors import UnknownName
from duelhall.games.blade.state import NAMES
from duelhall.match.game import OtherEdition
from duelhall.match.match import Match
from duelhall.match.replay import parse
from duelhall.match.saves import replayed
from duelhall.play.clock import Clock
from duelhall.play.entry import BadEntry, Entry
from duelhall.play.table import Late
from duelhall.terminal.start import record_lines, seen_by
from duelhall_kits.blade import original as oneshot
from tests.arena.scripts import FIRST_LEGAL, PATIENT, RANDOM, ends, job, script

pytestmark = pytest.mark.usefixtures("long_farewell")

GAMES = ("blade", "frontline", "binmat", "monsters")
GREEDY = Entry("greedy", builtin="greedy")


def checked(record: GameRecord) -> Match:
    """The match of a record, verified move by move."""
    assert GameRecord.of(json.loads(json.dumps(vars(record)))) == record
    match = replayed(parse(record.replay))
    assert match.over
    assert match.players == record.names
    assert (match.winner, match.reason.word) == (record.winner, record.reason)
    assert len(match.moves) == record.moves
    return match


# --- games that are played to the end ---


@pytest.mark.parametrize("game", GAMES)
def test_built_in_players(game: str) -> None:
    record = play_game(job(RANDOM, GREEDY, game=game, seed=5))
    checked(record)
    assert record.ending == "played"
    assert record.faulty is None
    assert record.stderr == ("", "")


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("game", GAMES)
def test_a_process_against_a_built_in_player(tmp_path: Path, game: str, seat: int) -> None:
    bot = script(tmp_path, FIRST_LEGAL)
    entries = (bot, RANDOM) if seat == 0 else (RANDOM, bot)
    record = play_game(job(*entries, game=game, seed=4))
    assert record.ending == "played", record.detail
    match = checked(record)
    own = [number for number in range(1, record.moves + 1) if match.mover(number) == seat]
    for number in own:
        legal = match.game.legal_moves(match.states[number - 1])
        assert match.moves[number - 1] == legal[0]
    assert own
    assert record.seconds[seat] >= record.slowest[seat] > 0


def test_the_same_job_gives_the_same_game() -> None:
    first, again = (play_game(job(RANDOM, GREEDY, seed=8)) for _ in range(2))
    assert first.replay == again.replay


def test_the_games_of_a_pair_share_their_deal_and_not_their_dice() -> None:
    records = [play_game(job(RANDOM, RANDOM, game="binmat", mirrored=m)) for m in (False, True)]
    first, second = (checked(record) for record in records)
    assert first.states[0] == second.states[0]
    assert first.moves != second.moves


def test_rules_and_options_are_the_jobs() -> None:
    playing = job(RANDOM, RANDOM)
    match = checked(play_game(replace(playing, game="blade[controller, draw_points=0]")))
    assert match.game.options == {"deck": "controller", "stranded": "loses", "draw_points": 0}


def test_a_job_of_another_edition_is_refused() -> None:
    with pytest.raises(
        OtherEdition, match=r"edition 2 of blade, but edition 1 is installed.* newer"
    ):
        play_game(replace(job(RANDOM, RANDOM), edition=2))


def test_a_bot_hears_everything_that_it_may(tmp_path: Path) -> None:
    log = tmp_path / "log"
    body = f"""
log = open({str(log)!r}, "w")
for line in sys.stdin:
    log.write(line)
    message = json.loads(line)
    if message["type"] == "hello":
        say('{{"type": "hello", "protocol": 1, "name": "bot", "view": ["position"], "more": 1}}')
    elif message["type"] == "decide":
        move(message["legal"][-1])
log.close()
"""
    record = play_game(job(RANDOM, script(tmp_path, body), game="binmat", number=17))
    said = [json.loads(line) for line in log.read_text().splitlines()]
    assert [message["type"] for message in said[:2]] == ["hello", "game"]
    assert [message["type"] for message in said[-2:]] == ["game over", "quit"]
    assert 0 <= said[1].pop("seed") < 2**48
    assert said[1] == {
        "type": "game", "id": "17", "seat": 1, "role": "attacker", "opponent": "random",
    }  # fmt: skip
    match = checked(record)
    told = [move for message in said for move in message.get("moves", [])]
    assert told == [
        {"seat": match.mover(number), "move": match.move_seen(number, 1)}
        for number in range(1, record.moves + 1)
    ]
    assert {message["type"] for message in said[2:-2]} == {"decide"}
    assert all(set(message["view"]) == {"position"} for message in said[2:-2])
    assert said[-2]["result"] == ("won" if record.winner == 1 else "lost")


def test_a_bot_has_time_to_say_goodbye(tmp_path: Path) -> None:
    body = FIRST_LEGAL + f'open({str(tmp_path / "bye")!r}, "w").write("bye")'
    play_game(job(script(tmp_path, body), RANDOM))
    assert (tmp_path / "bye").exists()


# --- games that a fault ends ---

HASTY = Clock(move=0.05, start=60.0)
ONE_MOVE = """
hello()
asked = decisions()
move(next(asked)["legal"][0])
next(asked)
"""

ASKED = "hello()\nnext(decisions())\n"

FAULTS = {
    "slow": (f"{ASKED}time.sleep(600)", "timeout", "wrote nothing"),
    "slow in all": (f"{ASKED}time.sleep(600)", "timeout", "wrote nothing"),
    "no newline": (
        "hello()\nos.write(1, b'7')\ntime.sleep(600)",
        "timeout",
        "did not end the line",
    ),
    "no newline, then the end": (f'{ASKED}os.write(1, b"7")', "crash", "exit code 0"),
    "not reading": ("hello()\ntime.sleep(600)", "timeout", "wrote nothing"),
    "silent": ("time.sleep(600)", "start", "no hello: it wrote nothing"),
    "dead": ("sys.exit(3)", "start", "exit code 3"),
    "rude": ('next(messages())\nsay("7")', "start", "expected a hello"),
    "of the future": (
        'next(messages())\nsay(json.dumps({"type": "hello", "protocol": 9}))',
        "start",
        "it speaks protocol 9",
    ),
    "dying": (f"{ONE_MOVE}sys.exit(7)", "crash", "exit code 7"),
    "dying after hello": ("hello()\nos._exit(8)", "crash", "exit code 8"),
    "segfault": (f"{ONE_MOVE}os.kill(os.getpid(), signal.SIGSEGV)", "crash", "killed by SIGSEGV"),
    "closing": (f"{ONE_MOVE}os.close(1)\ntime.sleep(600)", "crash", "closed its standard"),
    "cheating": (f'{ASKED}move("c0")', "illegal", "illegal move"),
    "garbage": (f'{ASKED}say("what?")', "unreadable", "cannot read the move 'what?'"),
    "binary": (f'{ASKED}os.write(1, b"\\xff\\x00\\n")', "unreadable", "not UTF-8"),
    "endless line": (f'{ASKED}while True: os.write(1, b"x" * 4096)', "output", "a line of more"),
    "a novel": (f'{ASKED}os.write(1, b"x" * 70_000 + b"\\n")', "output", "a line of more than"),
}
CLOCKS = {
    "slow": HASTY,
    "slow in all": Clock(bank=0.05, start=60.0),
    "no newline": HASTY,
    "not reading": HASTY,
    "silent": Clock(start=0.2),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_fault_loses_the_game(tmp_path: Path, fault: str, seat: int) -> None:
    body, ending, detail = FAULTS[fault]
    bot = script(tmp_path, f'os.write(2, b"pid %d\\n" % os.getpid())\n{body}')
    entries = (bot, RANDOM) if seat == 0 else (RANDOM, bot)
    record = play_game(job(*entries, game="binmat", clock=CLOCKS.get(fault, PATIENT)))
    assert (record.ending, record.faulty, record.winner) == (ending, seat, 1 - seat)
    assert detail in record.detail
    assert record.reason == "forfeit"
    assert record.replay
    checked(record)
    _, said, pid = record.stderr[seat].partition("pid ")
    assert not said or ends(int(pid.split()[0]))  # one that starts late has said nothing yet


def test_a_flood_that_nobody_asked_for(tmp_path: Path) -> None:
    body = 'hello()\nwhile True: os.write(1, b"x\\n" * 4096)'
    record = play_game(job(script(tmp_path, body), RANDOM, limits=Limits(output=2**20)))
    assert record.ending in ("output", "unreadable")  # as much as came before the question


def test_no_program(tmp_path: Path) -> None:
    record = play_game(job(RANDOM, Entry("missing", (str(tmp_path / "missing"),))))
    assert (record.ending, record.faulty, record.winner) == ("start", 1, 0)
    assert "cannot start" in record.detail


@pytest.mark.parametrize("late", Late)
def test_the_time_of_a_game_runs_out_in_small_pieces(tmp_path: Path, late: Late) -> None:
    body = 'hello()\nfor decision in decisions():\n    time.sleep(0.1)\n    move("--")'
    clock = Clock(move=60.0, bank=1.0, start=60.0)
    record = play_game(job(script(tmp_path, body), RANDOM, game="binmat", clock=clock, late=late))
    assert (record.ending, record.faulty) == ("timeout", 0)
    assert record.seconds[0] >= 1.0
    assert record.moves < 30


def test_the_winner_is_told_of_the_fault(tmp_path: Path) -> None:
    log = tmp_path / "log"
    listening = f"""
hello()
for message in messages():
    if message["type"] == "decide":
        move("--")
    if message["type"] == "game over":
        open({str(log)!r}, "w").write(json.dumps(message))
"""
    dying = script(tmp_path, ONE_MOVE + "sys.exit(7)", "dying")
    record = play_game(job(dying, script(tmp_path, listening), game="binmat"))
    over = json.loads(log.read_text())
    assert record.winner == 1
    assert (over["result"], over["winner"], over["by"]) == ("won", 1, "crash")


# --- bots that are odd, and play ---


def test_a_megabyte_of_complaints_before_each_answer(tmp_path: Path) -> None:
    body = """
hello()
for decision in decisions():
    os.write(2, b"begin" + b"." * 2**20 + b"end")
    move(decision["legal"][0])
"""
    record = play_game(job(script(tmp_path, body), RANDOM))
    assert record.ending == "played"
    assert record.stderr[0].startswith("begin...")
    assert record.stderr[0].endswith("...end")
    assert len(record.stderr[0]) < 17_000


def test_answering_twice(tmp_path: Path) -> None:
    body = """
hello()
for decision in decisions():
    os.write(1, (decision["legal"][0] + "\\n").encode() * 2)
"""
    record = play_game(job(script(tmp_path, body), RANDOM, game="binmat"))
    assert record.ending == "played"
    assert "lines that it did not ask for: '--'" in record.stderr[0]


def test_an_answer_that_comes_late_is_known_by_its_number(tmp_path: Path) -> None:
    body = """
hello()
late = ""
for decision in decisions():
    answer = {"type": "move", "number": decision["number"], "move": decision["legal"][0]}
    line = json.dumps(answer) + "\\n"
    os.write(1, (late + line).encode())
    late = line.replace(decision["legal"][0], "nonsense")
"""
    record = play_game(job(script(tmp_path, body), RANDOM, game="binmat"))
    assert record.ending == "played"
    assert "lines that it did not ask for" in record.stderr[0]


def test_a_bot_that_will_not_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standby, "FAREWELL", 0.1)
    body = f"""
for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(name, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
os.write(2, f"{{os.getpid()}} {{child.pid}}".encode())
{FIRST_LEGAL}
time.sleep(600)
"""
    record = play_game(job(RANDOM, script(tmp_path, body)))
    assert record.ending == "played"
    pids = [int(pid) for pid in record.stderr[1].split()]
    assert len(pids) == 2
    assert all(ends(pid) for pid in pids)


# --- the original form ---

INDEX_0 = 'request = json.loads(sys.stdin.readline())\nprint(0, end="")'


def once(folder: Path, body: str) -> Entry:
    return replace(script(folder, body, "once"), oneshot=True)


def test_a_one_shot_bot(tmp_path: Path) -> None:
    body = (
        INDEX_0
        + """
with open(request["file"], "a") as file:
    file.write("x")
    sys.stderr.write(f"{file.tell()} ")
"""
    )
    record = play_game(job(once(tmp_path, body), RANDOM, seed=3))
    assert record.ending == "played"
    match = checked(record)
    own = [number for number in range(1, record.moves + 1) if match.mover(number) == 0]
    for number in own:
        before = match.states[number - 1]
        assert match.moves[number - 1] == oneshot.hand(before, 0)[0]
    assert record.stderr[0].split() == [str(number) for number in range(1, len(own) + 1)]


def test_a_scratch_file_can_outlast_the_game(tmp_path: Path) -> None:
    body = INDEX_0 + '\nopen(request["file"], "a").write("x")'
    home = tmp_path / "home"
    home.mkdir()
    for number in range(2):
        play_game(job(once(tmp_path, body), RANDOM, number=number), (home, None))
    (file,) = home.iterdir()
    assert len(file.read_text()) >= 2


@pytest.mark.parametrize(
    ("body", "clock", "ending", "detail"),
    [
        ("time.sleep(600)", Clock(move=0.3), "timeout", "had not ended"),
        ("sys.exit(4)", PATIENT, "crash", "exit code 4"),
        ('print("six")', PATIENT, "unreadable", "expected the index of a card, not 'six'"),
        ("print(10)", PATIENT, "illegal", "there is no card 10 in a hand of 10"),
        ("print(-1)", PATIENT, "illegal", "there is no card -1"),
        ('while True: print("0" * 999)', PATIENT, "output", "an answer of more than"),
    ],
)
def test_faults_of_one_shot_bots(
    tmp_path: Path, body: str, clock: Clock, ending: str, detail: str
) -> None:
    bot = once(tmp_path, body)
    record = play_game(job(bot, bot, clock=clock))
    assert (record.ending, record.reason) == (ending, "forfeit")
    assert detail in record.detail
    assert record.moves == 0


def test_the_json_of_a_known_game() -> None:
    """The recorded match of the original, after its thirteenth card: a 7 was bolted."""
    deal = "365367B524BB51BB 124433MBM526742M"
    match = duelhall.load("blade", "controller").match(deal=deal)
    first = oneshot.request(
        match.seen(match.to_move, 0), match.view(match.to_move), match.to_move, "f"
    )
    card = {"type": 5, "value": 5, "valid": True}
    assert first["file"] == "f"
    assert first["turn"] == 0
    assert first["player"]["lastmove"] is None
    assert first["opponent"]["hand"] == 10
    assert card in first["player"]["hand"]
    for move in "52244567":
        if match.over or move not in match.legal():
            break
        match.play(move)
    asked = match.to_move
    said = oneshot.request(match.seen(asked, 0), match.view(asked), asked, "f")
    assert said["turn"] == len(match.moves)
    assert [c["type"] for c in said["player"]["hand"]] == oneshot.hand(match.state, asked)
    assert said["player"]["score"] == int(match.state.score[asked])
    assert said["opponent"]["lastmove"]["type"] == match.moves[-1]
    assert said["opponent"]["hand"] == int(match.state.hand_size[1 - asked])
    assert list(said) == ["file", "turn", "player", "opponent"]
    assert list(said["player"]) == ["hand", "field", "deck", "score", "lastmove"]
    assert list(said["opponent"]) == ["hand", "field", "deck", "score", "lastmove"]


def slow_last_moves(match: Match) -> list[int | None]:
    """`lastmove` by what is seen: a card that did not bring an initialization about."""
    last: list[int | None] = [None, None]
    for number, card in enumerate(match.moves, start=1):
        rules = {step.rule for step in match.explain(number)}
        if "pass_the_turn" in rules:
            last[match.mover(number)] = card
    return last


def test_the_json_of_many_games() -> None:
    """Invalid cards keep their value, and the last moves outlast an initialization."""
    game = duelhall.load("blade")
    invalid = started_again = placing = 0
    for seed in range(60):
        match = game.match(seed)
        while not match.over:
            seat = match.to_move
            said = oneshot.request(match.seen(seat, 0), match.view(seat), seat, "f")
            last = slow_last_moves(match)
            sides = {seat: said["player"], 1 - seat: said["opponent"]}
            for owner, side in sides.items():
                names = [NAMES[card["type"]] for card in side["field"]]
                valid = [card["value"] for card in side["field"] if card["valid"]]
                shown = side["lastmove"] and side["lastmove"]["type"]
                assert (sum(valid), shown) == (side["score"], last[owner])
                invalid += len(valid) < len(names)
            assert said["turn"] == 0 or match.moves
            started_again += said["turn"] == 0 and len(match.moves) > 0 and any(last)
            placing += bool(match.state.placing)
            match.play(match.legal()[seed % len(match.legal())])
    assert invalid
    assert started_again
    assert placing


def test_jobs_that_nobody_can_play(tmp_path: Path) -> None:
    with pytest.raises(BadEntry, match="has no one-shot form"):
        play_game(job(once(tmp_path, INDEX_0), RANDOM, game="binmat"))
    with pytest.raises(UnknownName, match="there is no player 'clever'"):
        play_game(job(Entry("clever", builtin="clever"), RANDOM))


# --- players whose time is up: where the game says so, they pass and play on (N31, N8) ---

QUICK = Clock(move=0.05, start=60.0)

SLOW_ONCE = """
next(messages())
say(json.dumps({"type": "hello", "protocol": 2, "again": True}))
for message in messages():
    if message["type"] == "game":
        os.write(2, f"process {os.getpid()}\\n".encode())
    if message["type"] == "decide":
        if message["number"] == 3:
            time.sleep(0.2)
        elif message["number"] == 5:
            os.write(2, json.dumps(message["moves"]).encode())
        move(message["legal"][0])
"""


def passes(record: GameRecord) -> list[int]:
    """The numbers of the moves that are passes."""
    moves = replayed(parse(record.replay)).replay().moves
    return [number for number, move in enumerate(moves, start=1) if move == "--"]


def test_n31_a_late_bot_passes_and_plays_on(tmp_path: Path) -> None:
    bot = script(tmp_path, SLOW_ONCE)
    record = play_game(job(bot, RANDOM, game="binmat", clock=QUICK, late=Late.PASS))
    assert record.ending == "played", record.detail
    assert (3, 0, "timeout") in record.lapses
    assert 3 in passes(record)
    assert '[{"seat": 0, "move": "--"}' in record.stderr[0]
    assert GameRecord.of(json.loads(json.dumps(vars(record)))) == record


def test_a_late_bot_loses_where_the_contest_says_so(tmp_path: Path) -> None:
    record = play_game(job(script(tmp_path, SLOW_ONCE), RANDOM, game="binmat", clock=QUICK))
    assert (record.ending, record.faulty, record.lapses) == ("timeout", 0, ())


CHEAT = """
hello()
for decision in decisions():
    move("c5" if decision["number"] < 4 else decision["legal"][-1])
"""


@pytest.mark.parametrize(("rules", "ending"), [("live", "played"), ("hackmud", "illegal")])
def test_n8_a_refused_move_is_a_pass_in_live(tmp_path: Path, rules: str, ending: str) -> None:
    bot = script(tmp_path, CHEAT)
    playing = job(bot, RANDOM, game="binmat", rules=rules, clock=PATIENT, late=Late.PASS)
    record = play_game(playing)
    assert record.ending == ending, record.detail
    refused = ((1, 0, "illegal"), (3, 0, "illegal"))
    assert record.lapses == (refused if rules == "live" else ())


def test_a_bot_that_was_late_does_not_play_again(tmp_path: Path) -> None:
    """Its late answer might come in the next game."""
    bot, passing = script(tmp_path, SLOW_ONCE), script(tmp_path, PASSING, "passing")
    playing = job(bot, passing, game="binmat", clock=QUICK, late=Late.PASS)
    with Referee() as referee:
        processes = [referee.play(playing).stderr[0].split()[1] for _ in range(2)]
    assert processes[0] != processes[1]


PASSING = "hello()\nfor decision in decisions():\n    move('--')"


def late_function(_question: object) -> str:
    time.sleep(0.06)
    return "--"


def test_functions_have_the_same_clock() -> None:
    here = Entry("late", function=f"{__name__}:late_function")
    record = play_game(job(here, RANDOM, game="binmat", clock=QUICK))
    assert (record.ending, record.faulty) == ("timeout", 0)
    assert record.detail.startswith("it took ")
    assert record.detail.endswith(" s, and had 0.05")


def test_lapses_are_told_with_the_game(tmp_path: Path) -> None:
    bot = script(tmp_path, CHEAT)
    playing = job(bot, RANDOM, game="binmat", rules="live", clock=PATIENT, late=Late.PASS)
    record = play_game(playing)
    told = "bot made an illegal move, which counted as a pass: moves 1, 3"
    assert told in record_lines(record)
    assert told in record_lines(seen_by(record, 0))
    assert told not in record_lines(seen_by(record, 1))  # who saw a pass and no more


# --- bots of the first version of the protocol are still spoken to as they know it ---

FIRST_VERSION = """
assert next(messages())["type"] == "hello"
say(json.dumps({"type": "hello", "protocol": 1}))
for decision in decisions():
    view = decision["view"]
    assert list(view) == ["position", "heading", "drawing", "rows"], view
    assert isinstance(view["heading"], str)
    assert all(isinstance(line, str) for line in view["drawing"])
    for row in view["rows"]:
        assert list(row) == ["label", "cards", "note"]
        assert all(isinstance(part, str) for part in (row["label"], *row["cards"], row["note"]))
    move(decision["legal"][-1])
"""


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("game", GAMES)
def test_a_bot_of_the_first_version_plays_a_whole_game(
    game: str, seat: int, tmp_path: Path
) -> None:
    bot = script(tmp_path, FIRST_VERSION)
    record = play_game(job(*((bot, RANDOM) if seat == 0 else (RANDOM, bot)), game=game))
    assert (record.ending, record.stderr) == ("played", ("", "")), record.detail
