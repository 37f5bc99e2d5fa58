"""Whether a seat would have seen the same all along, had the cards been as they are guessed."""

from duelhall.engine.record import State, foe
from duelhall.match.match import Match


def check_retold(match: Match, seat: int, guessed: State, again: Match) -> None:
    """Compare a match with another one that leads to a guess at how it stands now.

    How a match is told again with guessed cards, in what order they were dealt and what the other
    player did unseen, each game's tests must find out. The seat must have been told the same moves,
    and seen the same before and after each of them.

    >>> import duelhall
    >>> from duelhall.testing import check_retold
    >>> match = duelhall.play_match(duelhall.load("blade"), "greedy", "random", seed=7)
    >>> check_retold(match, 0, match.state, match.copy())
    """
    game = match.game
    views = [game.view(told.states[0], seat).tobytes() for told in (match, again)]
    assert views[0] == views[1], "the deal would have looked different"
    told, retold = match.seen(seat, 0), again.seen(seat, 0)
    assert len(told) == len(retold), "there would have been a different number of moves"
    for number, (one, other) in enumerate(zip(told, retold, strict=True), 1):
        assert one.move == other.move, f"move {number} would have been {other.move}"
        same = one.view.tobytes() == other.view.tobytes()
        assert same, f"after move {number} something different would have been seen"
    hidden = [game.view(state, foe(seat)) for state in (guessed, again.state)]
    texts = [game.position_text(state).partition(" seen")[0] for state in hidden]
    assert texts[0] == texts[1], "this does not lead to the guess"
