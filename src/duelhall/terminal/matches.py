"""Two players against each other: `duelhall match`, and tournaments of two."""

from pathlib import Path
from typing import Any

from duelhall.arena import runner
from duelhall.arena.belonging import results
from duelhall.arena.contests import GameRecord
from duelhall.arena.schedule import total_games
from duelhall.arena.settings import BadTournament, Interrupted, Settings, load_settings
from duelhall.arena.summary import PairsSoFar, Summary
from duelhall.arena.tables import finite, named_game, opened_seed, roles_in
from duelhall.stats import Estimate, Sprt, SprtState, Tally, Verdict
from duelhall.stats.score import DRAW
from duelhall.terminal.columns import barred
from duelhall.terminal.contest_seeds import say_commitment, say_seed
from duelhall.terminal.contesting import (
    compile_for_contest,
    fault_lines,
    game_line,
    say_stopped,
    tell_repairs,
    told_lines,
)
from duelhall.terminal.documents import print_json
from duelhall.terminal.live import LiveTable

PLAYERS = 2


def run_match(
    settings: Settings, folder: Path, play: runner.Play, print_as: str, *, is_saved: bool = True
) -> None:
    """Play what is left of a match, until its test is decided, and print what it shows."""
    try:
        _run(settings, folder, play)
    except (KeyboardInterrupt, Interrupted):
        say_stopped(folder if is_saved else None)
        show_match(folder, print_as, is_saved=is_saved)
        raise
    show_match(folder, print_as, is_saved=is_saved)
    say_seed(settings, folder if is_saved else None)


def _run(settings: Settings, folder: Path, play: runner.Play) -> None:
    with runner.opened(settings, folder) as store:
        tell_repairs(store.repairs)
        say_commitment(settings)
        test, (pairs, _) = settings.test, _counted(folder, settings)
        live = LiveTable(total_games(settings), lambda: pairs.lines(test), done=pairs.tally.games)

        def is_open() -> bool:
            return test is None or not test.state(pairs.counted).is_over

        def after_game(record: GameRecord) -> bool:
            pairs.add(record.pair, _points_of(record, settings.entries[0].name))
            live.note(game_line(record))
            return is_open()

        if is_open():
            compile_for_contest(settings)
            with live:
                runner.play_missing(settings, store, play, after_game)


def _counted(folder: Path, settings: Settings) -> tuple[PairsSoFar, Summary]:
    """The pairs of games already played, and what else there is to count."""
    pairs, summary = PairsSoFar(), Summary(PLAYERS)
    for piece in results(folder, settings):
        pairs.add_results(piece)
        summary.add(piece)
    return pairs, summary


def _points_of(record: GameRecord, name: str) -> float:
    return DRAW if record.winner is None else float(record.names[record.winner] == name)


# --- showing ---


def show_match(folder: Path, print_as: str, *, is_saved: bool = True) -> None:
    """Print what the games of a match show."""
    settings = load_settings(folder)
    pairs, summary = _counted(folder, settings)
    if is_saved and not _is_over(pairs, settings):
        settings = settings.without_seed
    if print_as == "json":
        print_json(_report(pairs, summary, settings))
        return
    lines = [*pairs.lines(settings.test), *_by_seat(summary, settings)]
    head = " against ".join(entry.name for entry in settings.entries)
    seed = "" if settings.seed is None else f", seed {settings.seed}"
    title = f"{head}, {settings.full_name}{seed}"
    remarks = [
        *_progress(pairs, settings),
        *fault_lines(summary, settings, folder if is_saved else None),
    ]
    if print_as == "md":
        notes = [f"- {line}" for line in remarks]
        print("\n".join([f"{title}:", "", *_markdown(lines), *(["", *notes] if notes else [])]))
    else:
        print("\n".join([*told_lines([title]), *lines, *told_lines(remarks)]))


def _is_over(pairs: PairsSoFar, settings: Settings) -> bool:
    """Whether no more games will be played, so that the seed can be told."""
    is_decided = settings.test is not None and settings.test.state(pairs.counted).is_over
    return is_decided or pairs.tally.games == total_games(settings)


def _by_seat(summary: Summary, settings: Settings) -> list[str]:
    """What the first player did in each seat, or in each role."""
    return [
        f"{f'As the {role}' if role else f'In seat {seat}'}: {_kinds(summary.tally(0, seat))}"
        for seat, role in enumerate(roles_in(settings))
    ]


def _kinds(tally: Tally) -> str:
    return f"W: {tally.wins} L: {tally.losses} D: {tally.draws}"


def _progress(pairs: PairsSoFar, settings: Settings) -> list[str]:
    """What the test says, and whether games are missing."""
    played, total = pairs.tally.games, total_games(settings)
    missing = [f"{played:,} of {total:,} games counted."] if played < total else []
    if settings.test is None:
        return missing
    state = settings.test.state(pairs.counted)
    told = _verdict(state, settings, played) + _far_off(state, pairs.counted.elo)
    return [told, *([] if state.is_over else missing)]


def _verdict(state: SprtState, settings: Settings, played: int) -> str:
    """A test's answer in words."""
    name, test = settings.entries[0].name, state.test
    low, high = f"{test.elo0:g}", f"{test.elo1:g}"
    if state.verdict is Verdict.CONTINUE:
        return f"Undecided after {played:,} games, {low} or {high}: try more --games."
    fits, other = (high, low) if state.verdict is Verdict.H1 else (low, high)
    head = f"{state.verdict.value} after {played:,} games"
    return f"{head}: the results of {name} fit {fits} Elo better than {other}."


def _far_off(state: SprtState, elo: Estimate) -> str:
    """A warning, if the test is decided and neither of its numbers is plausible."""
    test = state.test
    if not (state.is_over and elo.excludes(test.elo0) and elo.excludes(test.elo1)):
        return ""
    return f" Neither is near: the difference is {elo.range_text} (95%)."


def _markdown(lines: list[str]) -> list[str]:
    """What a match shows, as a table."""
    return barred([["", ""], *([part.strip() for part in line.split(":", 1)] for line in lines)])


def _report(pairs: PairsSoFar, summary: Summary, settings: Settings) -> dict[str, Any]:
    """A match for a program."""
    elo, tally = pairs.counted.elo, pairs.tally
    report = {
        "players": [entry.name for entry in settings.entries],
        **named_game(settings),
        **opened_seed(settings),
        "games": tally.games,
        "total_games": total_games(settings),
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "superiority": round(pairs.counted.superiority, 4),
        "pentanomial": list(pairs.counted.counts),
        "elo": {"value": finite(elo.value), "low": finite(elo.low), "high": finite(elo.high)},
    }
    if settings.test:
        report["sprt"] = _test_report(settings.test.state(pairs.counted))
    report["by_seat"] = summary.by_seat(0, roles_in(settings))
    report["faults"] = [summary.faults(player) for player in range(PLAYERS)]
    report["lapses"] = [summary.lapses(player) for player in range(PLAYERS)]
    return report


def _test_report(state: SprtState) -> dict[str, Any]:
    test = state.test
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "llr": round(state.llr, 4),
        "lower": round(test.lower, 4),
        "upper": round(test.upper, 4),
        "verdict": state.verdict.value,
        "text": state.text,
    }


def parse_sprt(text: str | None) -> tuple[float, float] | None:
    """A test as it is written: `0,20`."""
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise BadTournament(
            f"--sprt takes two Elo differences, for example 0,20, not {text!r}"
        ) from None
    test = Sprt(low, high)
    return test.elo0, test.elo1
