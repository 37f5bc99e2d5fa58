"""The schema of all messages: `python -m duelhall_web.schema` prints it."""

from typing import Any

from duelhall.bots.protocol import document, schema_of
from duelhall.engine import registry
from duelhall_web import messages
from duelhall_web.lessons import LessonMessage, LessonsListed
from duelhall_web.messages import VERSION, ClientMessage

ServerMessage = (
    messages.Welcome
    | messages.Waiting
    | messages.SessionState
    | messages.Presence
    | messages.Done
    | messages.Refused
    | messages.Tried
    | messages.Foreseen
    | messages.Happened
    | messages.Explained
    | messages.Hinted
    | messages.Reviewed
    | messages.Looked
    | messages.RulingText
    | messages.CardLines
    | messages.DeckLines
    | messages.Error
    | messages.Pong
)

HTTP = (
    messages.TableSetup,
    messages.TableMade,
    messages.SeatSetup,
    messages.SeatTaken,
    messages.Invitation,
    messages.Problem,
    messages.GamesOffered,
    messages.TablesRunning,
)
"""What is sent over HTTP, each as the body of a request or an answer."""


def schema() -> dict[str, Any]:
    """The schema of all messages, those of each side apart in `$defs`, and of the facts that boards
    of our games have.
    """
    title = f"Messages between Duelhall's server and a browser, version {VERSION}"
    facts = {name: _facts(name) for name in sorted(registry.names()) if _is_ours(name)}
    every = [kind for parts in facts.values() for kinds in parts.values() for kind in kinds]
    sides = {"FromClient": ClientMessage, "ToClient": ServerMessage}
    whole = schema_of(title, sides, (LessonMessage, LessonsListed, *HTTP, *every))
    by_game = {
        name: _object({part: _any_of(parts[part]) for part in parts})
        for name, parts in facts.items()
    }
    whole["$defs"]["FactsByGame"] = _object(by_game)
    return whole


def _is_ours(name: str) -> bool:
    """Whether a game comes with Duelhall, so that the client has a board for it."""
    return registry.find(name).picture.facts.board.__module__.startswith("duelhall.games.")


def _facts(name: str) -> dict[str, tuple[type, ...]]:
    facts = registry.find(name).picture.facts
    return {
        "board": (facts.board,),
        "zone": facts.zones,
        "card": (facts.card,),
        "scene": (facts.scene,),
        "change": (facts.change,),
    }


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _any_of(kinds: tuple[type, ...]) -> dict[str, Any]:
    return {"anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in kinds]}


def schema_text() -> str:
    """The schema as it stands in docs/reference/web.schema.json."""
    return document(schema())


if __name__ == "__main__":
    print(schema_text(), end="")
