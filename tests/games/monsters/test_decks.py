"""Decks: their text and tables, the names of their cards, and how they are found."""

import json
import pickle
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import duelhall
from duelhall.engine.definition import CardSetup
from duelhall.engine.errors import BadOption, BadUsage, OtherOptions, UnknownName
from duelhall.games.monsters import words
from duelhall.games.monsters.card_file import read_set
from duelhall.games.monsters.cards import is_name, slug
from duelhall.games.monsters.decks import (
    STANDARD,
    canonical_text,
    cards_of,
    deck_names,
    deck_options,
    decks_text,
    exchanged_decks,
    find_deck,
    names_of_decks,
    parse_decks,
    ready_made_deck,
)
from duelhall.games.monsters.effect_file import effect_rows
from duelhall.games.monsters.faults import BadCards
from duelhall.match.game import Game
from duelhall.match.replay import parse
from duelhall.match.saves import replayed
from duelhall.match.tree import move_outcomes
from duelhall.play.builtin import policy_of
from duelhall.testing.conformance import random_match
from tests.games.monsters.duels import (
    GUARD,
    JAB,
    PUSH,
    TRAITS,
    Entry,
    begun,
    check,
    damage,
    deck_of,
    document,
    duel,
    field,
    game_of,
    game_with,
    made_set,
    monster,
    move,
    passive,
    play,
    zones,
)

DECKS = list(STANDARD.decks.values())
TEXT = decks_text(DECKS[0], DECKS[1])


def test_the_text_of_decks_is_read_back() -> None:
    for first in DECKS:
        for second in DECKS:
            text = decks_text(first, second)
            assert canonical_text(text) == text


def test_it_is_one_line_and_holds_all_cards() -> None:
    assert "\n" not in TEXT
    first = json.loads(TEXT)[0]
    assert sum(copies for copies, _ in first["moves"]) == words.DECK
    assert first["monster"]["name"] == DECKS[0].monster.name


@pytest.mark.parametrize("written", ["{} vs {}", "  {} vs {} "])
def test_two_ready_decks_are_named(written: str) -> None:
    names = (DECKS[1].name.upper(), DECKS[2].name.lower().replace(" ", "-"))
    assert canonical_text(written.format(*names)) == decks_text(DECKS[1], DECKS[2])
    assert ready_made_deck(f" {DECKS[3].name} ") is DECKS[3]


def test_an_unknown_ready_deck_is_refused_with_all_there_are() -> None:
    with pytest.raises(
        UnknownName, match=f"no ready-made deck 'Soup'; available: {DECKS[0].name}, "
    ):
        duelhall.load("monsters", decks=f"{DECKS[0].name} vs Soup")


@pytest.mark.parametrize("text", [DECKS[0].name, " vs ".join([DECKS[0].name] * 3), "[]"])
def test_decks_are_two(text: str) -> None:
    with pytest.raises(BadOption, match="give two decks, written "):
        parse_decks(text)


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    """The text of two ready-made decks, the first one changed."""
    decks = json.loads(TEXT)
    change(decks[0])
    return json.dumps(decks)


def drop_monster(deck: dict[str, Any]) -> None:
    del deck["monster"]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (drop_monster, "a deck lacks monster"),
        (lambda deck: deck.update(colour=1), "'colour' is no entry of a deck"),
        (lambda deck: deck.update(monster=3), "a monster is a table with entries, not 3"),
        (lambda deck: deck["monster"].update(hp=0), "HP is a whole number from 1 to 99, not 0"),
        (lambda deck: deck.update(moves=3), "moves is a list, not 3"),
        (
            lambda deck: deck["moves"].append(3),
            "a move of a deck is a pair: how many, and the card",
        ),
        (lambda deck: deck["moves"].append([1]), "a move of a deck is a pair"),
        (
            lambda deck: deck["moves"][0].__setitem__(0, 0),
            "how many is a whole number from 1 to 20",
        ),
        (lambda deck: deck["moves"][0].__setitem__(0, 20), "moves, and must have 20"),
        (lambda deck: deck["moves"][0].__setitem__(1, {}), "a move lacks name, atk, def, traits"),
        (lambda deck: deck["moves"].append(deck["moves"][0]), "a move is in the deck's list twice"),
        (lambda deck: deck.update(deck=3), "the names of a deck and its set are text of one line"),
        (lambda deck: deck.update(text="a\nb"), "are text of one line"),
        (lambda deck: deck.update(traits=[]), "there must be 1 to 6 traits, not 0"),
    ],
)
def test_faults_in_the_text_are_told(
    change: Callable[[dict[str, Any]], object], fault: str
) -> None:
    with pytest.raises(BadCards, match=fault) as caught:
        parse_decks(changed(change))
    assert caught.value.file == "the option decks"


@pytest.mark.parametrize("text", ["[", "[nothing]", "[" * 10 + "3" * 4, "[1, 2"])
def test_what_is_not_json_is_refused(text: str) -> None:
    with pytest.raises(BadCards, match="this is not JSON"):
        parse_decks(text)


def test_what_is_no_deck_is_refused() -> None:
    with pytest.raises(BadCards, match="a deck is a table with entries, not 1"):
        parse_decks("[1, 2]")


def both(first: dict[str, Any], second: dict[str, Any]) -> str:
    """The text of a deck from each of two sets."""
    return decks_text(made_set(first).decks["Beast"], made_set(second).decks["Brute"])


def test_m24_decks_of_sets_that_agree_can_meet() -> None:
    more = {**document(JAB, GUARD), "traits": [*TRAITS, "Grey"]}
    said = document({**JAB, "text": "Ouch.", "effect": []}, PUSH)
    others = {**document(GUARD), "traits": ["Blue", "Red", "Grey"]}
    for other in (more, said, others):
        text = both(document(JAB), other)
        assert canonical_text(text) == text


@pytest.mark.parametrize(
    ("other", "fault"),
    [
        (
            {**document(GUARD, mine=monster(traits="")), "traits": ["red", "Blue", "Green"]},
            "the trait 'Red' of one deck is written 'red' in the other",
        ),
        (document({**JAB, "atk": "4"}), "'Jab' is one card in one deck and another in the other"),
        (document({**JAB, "def": "+1"}), "'Jab' is one card in one deck"),
        (document({**JAB, "traits": ["Red"]}), "'Jab' is one card in one deck"),
        (document({**JAB, "effect": [play("draw")]}), "'Jab' is one card in one deck"),
        (document({**JAB, "requires": "combat"}), "'Jab' is one card in one deck"),
    ],
)
def test_m24_decks_of_sets_that_disagree_are_refused(other: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadCards, match=fault):
        duelhall.load("monsters", decks=both(document(JAB), other))


def test_m24_two_monsters_of_one_name_must_be_the_same() -> None:
    first, second = (made_set(document(JAB, mine=monster(hp=hp))).decks["Beast"] for hp in (8, 9))
    with pytest.raises(BadCards, match="'Beast' is one card in one deck and another in the other"):
        parse_decks(decks_text(first, second))


def with_effects(count: int) -> list[dict[str, Any]]:
    """Moves that have so many effects together, up to seven each."""
    counts = [min(7, count - first) for first in range(0, count, 7)]
    return [
        move(f"M{number}", "0", "~", *[play("draw")] * effects, requires="your turn")
        for number, effects in enumerate(counts)
    ]


def test_m1_the_effects_and_requirements_of_a_deck_have_39_places() -> None:
    moves = with_effects(30)
    game = duel(*moves, mine=monster(*[passive("attack")] * 4))
    check(begun(game, "hand0=m4", "m4 - -"), "hand0=filler*2")
    with pytest.raises(BadCards, match="of the deck 'Beast' take 40 places, and there are 39"):
        duel(*moves, mine=monster(*[passive("attack")] * 5))


def test_the_last_effect_of_a_full_deck_acts() -> None:
    moves = with_effects(28)
    game = duel(*moves, JAB, mine=monster(passive("attack"), *[play("mill")] * 6))
    assert len(effect_rows(deck_of(game, 0))) == words.MOST_EFFECTS
    assert damage(begun(game, "hand0=jab", "jab - -")) == 4
    assert begun(game, "hand0=m3", "m3 - -").state.in_hand[0] == 7


def test_a_game_with_made_up_cards_is_saved_with_them() -> None:
    gift = move("Gift", "0", "~", play("draw", given="links <= 3", target="both"))
    match = random_match(duel(JAB, gift, copies=8), 3)
    again = replayed(parse(match.replay().text()))
    assert again.state.tobytes() == match.state.tobytes()
    assert again.game.options == match.game.options


# --- the names of cards: the bytes of a state and its game's full name are enough ---


GIFT = move("Gift", "0", "~", play("draw"))
GRAB = move("Grab", "0", "~", play("discard", target="opponent"))
POSITION = "hand0=grab hand1=gift,filler"

SPEAK = """
import pickle, sys
import duelhall
state, view, name = pickle.load(sys.stdin.buffer)
game = duelhall.load(name, backend="python")
said = game.position_text(state), game.move_text(1, state), game.board(view, 1)
sys.stdout.buffer.write(pickle.dumps(said))
"""


def elsewhere(*things: Any) -> Any:
    """What a process says of them that has never seen the game."""
    done = subprocess.run([sys.executable, "-c", SPEAK], input=pickle.dumps(things),
                          stdout=subprocess.PIPE, check=True)  # fmt: skip
    return pickle.loads(done.stdout)


@pytest.mark.parametrize("game", [duel(GIFT, GRAB), duelhall.load("monsters")], ids=["own", "std"])
def test_a_state_and_a_full_name_are_enough_in_another_process(game: Game) -> None:
    match = game.match(seed=3)
    said = (game.position_text(match.state), game.move_text(1, match.state), match.board(1))
    assert elsewhere(match.state, match.view(1), game.full_name) == said


def test_a_match_is_told_by_the_names_of_its_own_game() -> None:
    first = begun(duel(JAB), "hand0=jab", "jab")
    second = begun(duel({**JAB, "name": "Poke"}), "hand0=poke", "poke")
    assert [match.move_seen(1, 1) for match in (first, second)] == ["jab", "poke"]
    chains = [match.board(None).zones[0] for match in (first, second)]
    assert [chain.cards[0].name for chain in chains] == ["Jab", "Poke"]


def test_decks_with_the_same_digest_keep_their_own_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("duelhall.games.monsters.decks.digest", lambda _deck: b"123456789")
    first, second = duel(JAB, GIFT), duel({**JAB, "name": "Poke"}, {**GIFT, "name": "Boon"})
    states = [game.match(seed=1).state for game in (first, second)]
    assert states[0].options.tobytes() == states[1].options.tobytes()
    for game, state, other in ((first, states[0], "poke"), (second, states[1], "jab")):
        text = game.position_text(state)
        assert other not in text
        again = game.parse_position(text)
        again.rng = state.rng
        assert again.tobytes() == state.tobytes()
        own = game.board(game.view(state, 0), 0).zones[-1].cards
        assert other not in [card.face for card in own]


def test_a_game_refuses_the_state_of_a_game_with_other_decks() -> None:
    state = duel(JAB).match(seed=1).state
    other = duel(GIFT)
    for attempt in (
        lambda: other.position_text(state),
        lambda: other.move_text(1, state),
        lambda: other.parse_move("gift", state),
        lambda: other.board(state, None),
        lambda: other.view(state, 0),
        lambda: other.guess(state, 0, 1),
    ):
        with pytest.raises(OtherOptions, match=r"has other options \(decks\); load the game by"):
            attempt()


def test_even_past_the_front_door_names_are_not_mixed_up() -> None:
    state, definition = duel(JAB).match(seed=1).state, duel(GIFT).definition
    text = definition.cards.text
    assert text
    for attempt in (
        lambda: definition.writing.notation.position_text(state),
        lambda: definition.picture.board(state, 0),
        lambda: text(state, "gift"),
    ):
        with pytest.raises(OtherOptions):
            attempt()


def test_what_chance_brings_has_the_names_of_its_own_game() -> None:
    games = duel(GIFT, GRAB), duel({**GIFT, "name": "Boon"}, GRAB)
    found = []
    for game, position in zip(games, (POSITION, POSITION.replace("gift", "boon")), strict=True):
        match = begun(game, position, "grab -")
        outcomes = move_outcomes(game, match.state, game.parse_move("pass"))
        found.append([outcome.names for outcome in outcomes])
    assert found == [[("gift",), ("filler",)], [("boon",), ("filler",)]]


def test_equal_games_stay_equal_and_share_their_machine_code() -> None:
    game, twin = duelhall.load("monsters"), duelhall.load("monsters")
    assert game == twin == Game(game.definition, game.rule_set, game.options)
    assert game.bind(play_nothing) is twin.bind(play_nothing)
    other = duelhall.load("monsters", decks="Kiln Yard vs Long Winter")
    assert game != other
    assert policy_of(game, "random") is policy_of(other, "random")


def play_nothing() -> None:
    """A template that calls no rule."""


# --- names in letters of any script, and sets of many traits ---


NAMES = ("Éclat d'Été", "火の玉", "Ярость", "صاعقة", "मंत्र", "Straße 7", "İğne")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_has_letters_of_any_script(name: str) -> None:
    assert is_name(name)
    assert is_name(unicodedata.normalize("NFD", name))
    assert slug(unicodedata.normalize("NFD", name)) == slug(name) == slug(slug(name))


@pytest.mark.parametrize(
    "name", ["", "12", "a_b", "a,b", " a", "a ", "-a", "a\u200b", "💧", "x" * 25]
)
def test_other_signs_are_no_name(name: str) -> None:
    assert not is_name(name)


def cards_with(*names: str) -> Entry:
    return document(*(move(name, "0", "~", play("search", choose=True), field("draw"))
                      for name in names))  # fmt: skip


def test_cards_are_typed_shown_and_chosen_in_their_own_script() -> None:
    game = game_with(cards_with(*NAMES[:5]), backend="python")
    match = begun(game, "hand0=éclat-dété,火の玉,ярость stasis0=मंत्र")
    assert match.legal() == ["pass", "éclat-dété", "火の玉", "ярость", "!मंत्र"]
    match.play("火")
    for word in ("pass", "pass", ":яр"):
        match.play(word)
    match.play(unicodedata.normalize("NFD", "ÉCLAT D'ÉTÉ"))
    assert "ярость" in zones(match)["hand0"]
    text = game.position_text(match.state)
    assert game.position_text(game.parse_position(text)) == text
    assert random_match(game, 1).over


def test_a_file_may_spell_letters_in_either_way(tmp_path: Path) -> None:
    file = tmp_path / "karten.toml"
    text = (
        'traits = ["Süß"]\n[[monster]]\nname = "Bär"\nhp = 3\natk = 1\ndef = 1\ntraits = ["Süß"]\n'
        '[[move]]\nname = "Öl"\natk = "1"\ndef = "~"\ntraits = ["Süß"]\n'
        '[[deck]]\nname = "Grün"\nmonster = "Bär"\n[deck.moves]\n"Öl" = 20\n'
    )
    half = len(text) // 2
    mixed = text[:half] + unicodedata.normalize("NFD", text[half:])
    file.write_text(mixed, encoding="utf-8")
    cards = read_set(file)
    deck = find_deck(unicodedata.normalize("NFD", "grün"), cards)
    assert deck.words == ("öl",)
    assert canonical_text(unicodedata.normalize("NFD", decks_text(deck, deck))) == decks_text(
        deck, deck
    )


# --- many traits ---

MANY = [f"T{number}" for number in range(9)]


def set_of_many(*moves: Entry) -> Entry:
    return {**document(*moves), "traits": [*MANY, "Red", "Blue"]}


def test_a_set_can_have_any_number_of_traits_and_a_deck_those_that_its_cards_name() -> None:
    cards = made_set(set_of_many(
        move("Jab", "3", "~", play("charge", trait="T8"), traits="T2"),
        move("Hum", "0", "~", play("draw", per="their T5", given="not your T4 >= 1 and chain")),
    ))  # fmt: skip
    deck = cards.decks["Beast"]
    assert deck.traits == ("T2", "T4", "T5", "T8", "Red", "Blue")
    game = game_of(deck, cards.decks["Brute"], backend="python")
    assert random_match(game, 3).over
    assert parse_decks(str(game.options["decks"]))[0].traits == deck.traits


def test_a_deck_that_names_more_than_six_is_refused() -> None:
    moves = [move(f"M{trait}", "1", "~", traits=trait) for trait in MANY[:5]]
    with pytest.raises(
        BadCards, match="the deck 'Beast' name 7 traits, and a deck can have 6: T0,"
    ):
        made_set(set_of_many(*moves))


def test_a_set_of_few_traits_gives_its_decks_all_of_them() -> None:
    assert made_set(document(move("Jab", "1", "~"))).decks["Beast"].traits == tuple(TRAITS)


# --- choosing decks by name or file ---


READY = [deck.name for deck in STANDARD.decks.values()]
OWN_DECK = f"""\
name = "Mine"
monster = "{ready_made_deck(READY[0]).monster.name}"
moves = {{ "Elbow" = 20 }}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A deck in a file of its own."""
    found = tmp_path / "mine.toml"
    found.write_text(OWN_DECK, encoding="utf-8")
    return found


def chosen(own: str | None, other: str | None, seat: int = 0) -> str:
    return names_of_decks(deck_options(CardSetup(None, own, other), seat)["decks"])


def test_a_deck_is_found_by_its_name_or_in_a_file(file: Path) -> None:
    assert find_deck(READY[1].upper(), STANDARD).name == READY[1]
    assert find_deck(str(file), STANDARD).name == "Mine"
    with pytest.raises(
        UnknownName, match=f"no deck 'Soup' in the set, and no such file; available: {READY[0]}"
    ):
        find_deck("Soup", STANDARD)
    with pytest.raises(UnknownName, match="no deck 'xxx"):
        find_deck("x" * 300, STANDARD)  # longer than the name of a file can be


def test_decks_that_nobody_named_are_ready_ones(file: Path) -> None:
    assert chosen(None, None) == f"{READY[0]} vs {READY[1]}"
    assert chosen(READY[2], None) == f"{READY[2]} vs {READY[0]}"
    assert chosen(None, READY[0]) == f"{READY[1]} vs {READY[0]}"
    assert chosen(str(file), READY[3]) == f"Mine vs {READY[3]}"


def test_the_own_deck_is_that_of_the_own_seat() -> None:
    assert chosen(READY[2], READY[3], seat=1) == f"{READY[3]} vs {READY[2]}"


def test_a_set_without_ready_decks_needs_two_names(tmp_path: Path) -> None:
    cards = tmp_path / "cards.toml"
    cards.write_text('traits = ["Red"]\n', encoding="utf-8")
    assert cards_of(cards).traits == ("Red",)
    assert cards_of(None) is STANDARD
    with pytest.raises(BadUsage, match="has no ready-made decks: name two with --deck"):
        deck_options(CardSetup(cards, "Mine"), 0)
    with pytest.raises(UnknownName, match="available: none"):
        deck_options(CardSetup(cards, "Mine", "Yours"), 0)


def described(game: Game, name: str) -> list[str]:
    """What is printed on a card."""
    text = game.definition.cards.text
    assert text
    return text(game.match(seed=1).state, name)


def test_a_card_is_described_with_all_that_is_printed_on_it() -> None:
    bell = {**move("Bell", "0", "~", field("draw"), traits="Red Red Blue", activate="alter"),
            "text": "Ding."}  # fmt: skip
    game = duel(bell, JAB, GUARD, mine=monster(passive("attack")))
    assert described(game, " BELL ") == [
        "Bell  ATK:0 / DEF:~  Red 2, Blue",
        "  Activate it in your Alter phase.",
        "  Field: draw 1 card.",
        '  "Ding."',
    ]
    assert described(game, "ja") == ["Jab  ATK:3 / DEF:~  free"]
    assert described(game, "brute") == [
        "Brute  HP:9 ATK:0 DEF:1  Red 4, Blue 2",
        "  Passive: your attack +1.",
    ]


def test_an_unknown_card_is_not_described() -> None:
    game = duel(JAB, GUARD)
    assert described(game, "soup") == ["There is no card 'soup' in either deck"]
    assert described(game, "Burte") == [
        "There is no card 'Burte' in either deck; did you mean brute?"
    ]
    assert described(game, "b") == [
        "There is no card 'b' in either deck; did you mean beast, brute?"
    ]


def test_m19_both_deck_lists_can_be_read() -> None:
    bell = {**move("Bell", "0", "~", field("draw"), traits="Red Red", activate="alter"),
            "text": "Ding."}  # fmt: skip
    game = duel(bell, JAB, mine=monster(passive("attack")), theirs=monster(hp=12))
    decks = game.definition.cards.deck_text
    assert decks
    state = game.match(seed=1).state
    assert decks(state, 0) == [
        "Beast: a monster and 20 moves",
        "  Beast      HP:9 ATK:0 DEF:1  Red 4, Blue 2. Passive: your attack +1.",
        "  3 Bell     ATK:0 / DEF:~  Red 2. Activate it in your Alter phase. Field: draw 1 card.",
        "  3 Jab      ATK:3 / DEF:~  free.",
        "  14 Filler  ATK:~ / DEF:~  free. Use it in answer to a non-combat chain.",
    ]
    assert decks(state, 1)[1] == "  Brute      HP:12 ATK:0 DEF:1  Red 4, Blue 2."


def test_decks_can_be_exchanged() -> None:
    decks = deck_options(CardSetup(None, "Long Winter", "Kiln Yard"), 0)
    assert names_of_decks(str(exchanged_decks(decks)["decks"])) == "Kiln Yard vs Long Winter"
    assert exchanged_decks(exchanged_decks(decks)) == decks


def test_the_ready_made_decks_are_listed() -> None:
    assert deck_names() == list(STANDARD.decks)
