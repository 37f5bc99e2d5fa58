"""A network learns to play by playing against itself: a policy gradient in PyTorch, on a batch.

Run it with

    pip install 'duelhall[torch]'
    python torch_self_play.py
    python torch_self_play.py --backend cuda --rows 65536

A thousand games are played side by side (`duelhall.batch.Batch`). The network is given what the
seat to move knows, and says how good each legal move seems and who will win. After some moves in
each row, moves that led to more than was expected become more likely, and others less.

As it stands it takes a minute of CPU time on one core. Then it wins 87% of its games of Blade
against `random`, and half of those against `greedy`.

PyTorch shares the arrays of the batch by DLPack, so that nothing is copied on its way to the
network; with `--backend cuda`, games and network never leave the GPU.
"""

import argparse
import time

import torch
from torch import nn

import duelhall as dh
from duelhall.batch import Batch
from duelhall.play.seat import Question


class Network(nn.Module):
    """Judges the moves of the seat to move, and what that seat can expect, from -1 to 1."""

    def __init__(self, game: dh.Game, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(game.layout.size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.moves = nn.Linear(width, game.definition.rules.MOVES)
        self.worth = nn.Linear(width, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logarithms of the chances of the moves, and what the seat can expect."""
        thought = self.body(seen)
        judged = self.moves(thought).masked_fill(~mask, -1e9)
        return judged.log_softmax(-1), self.worth(thought).squeeze(-1).tanh()


class SelfPlay:
    """Games of a network against itself, and what it learns from them."""

    def __init__(self, batch: Batch, network: Network, steps: int, rate: float) -> None:
        self.batch, self.network, self.steps = batch, network, steps
        self.optimizer = torch.optim.Adam(network.parameters(), lr=rate)

    def now(self) -> tuple[torch.Tensor, torch.Tensor]:
        """What the seats to move see and may do; the same memory as the arrays of the batch."""
        return (
            torch.from_dlpack(self.batch.observations()),
            torch.from_dlpack(self.batch.legal_mask()),
        )

    @torch.no_grad()
    def play(self) -> tuple[torch.Tensor, ...]:
        """Some moves in each row: what was seen and allowed, what was played, and what came of it
        for the seat that played it.
        """
        taken = []
        for _ in range(self.steps):
            seen, mask = self.now()
            chances, _ = self.network(seen, mask)
            moves = torch.multinomial(chances.exp(), 1).squeeze(-1)
            seats = torch.from_dlpack(self.batch.to_move).long()
            decision = (seen.clone(), mask.clone(), moves, seats)
            rewards, ended = map(torch.from_dlpack, self.batch.step(moves))
            taken.append((*decision, rewards.clone(), ended.clone()))
        seen, masks, moves, seats, rewards, ended = map(torch.stack, zip(*taken, strict=True))
        return seen, masks, moves, self.returns(seats, rewards, ended)

    def returns(
        self, seats: torch.Tensor, rewards: torch.Tensor, ended: torch.Tensor
    ) -> torch.Tensor:
        """What each decision led to for its seat: how the game ended, or what the network expects
        where it goes on. What one seat gains, the other loses.
        """
        expected = self.network(*self.now())[1]
        first = torch.where(torch.from_dlpack(self.batch.to_move) == 0, expected, -expected)
        future = torch.stack((first, -first), dim=-1)
        found = torch.empty_like(seats, dtype=torch.float32)
        for step in reversed(range(self.steps)):
            future = torch.where(ended[step, :, None], rewards[step], future)
            found[step] = future.gather(-1, seats[step, :, None]).squeeze(-1)
        return found

    def learn(self, entropy_bonus: float) -> None:
        """Play some moves, and learn from them; the bonus keeps the network trying things."""
        seen, masks, moves, returns = (part.flatten(0, 1) for part in self.play())
        chances, expected = self.network(seen, masks)
        gain = returns - expected
        chosen = chances.gather(-1, moves[:, None]).squeeze(-1)
        entropy = -(chances.exp() * chances).sum(-1)
        loss = -(chosen * gain.detach()) + 0.5 * gain**2 - entropy_bonus * entropy
        self.optimizer.zero_grad()
        loss.mean().backward()
        self.optimizer.step()


def won_against(network: Network, game: dh.Game, opponent: str, games: int) -> float:
    """The share of games won against a built-in player, in both seats alike; a draw is half."""

    @torch.no_grad()
    def choose(question: Question) -> int:
        seen = torch.from_numpy(game.observation(question.view, question.seat))
        mask = torch.from_numpy(game.legal_mask(question.view))
        return int(network(seen, mask)[0].argmax())

    total = 0.0
    for seed in range(games):
        pair = (choose, opponent) if seed % 2 == 0 else (opponent, choose)
        match = dh.play_match(game, *pair, seed=seed)
        total += 0.5 + match.game.returns(match.state)[seed % 2] / 2
    return total / games


def main(arguments: list[str] | None = None) -> None:
    """Learn, and say how well it went."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="blade")
    parser.add_argument("--backend", default="cpu", choices=["cpu", "cuda"])
    parser.add_argument("--rows", type=int, default=1024, help="games side by side")
    parser.add_argument("--steps", type=int, default=16, help="moves in each row per update")
    parser.add_argument("--updates", type=int, default=300)
    parser.add_argument("--rate", type=float, default=2e-3, help="the learning rate")
    parser.add_argument("--games", type=int, default=1000, help="games to judge the result by")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)

    torch.manual_seed(asked.seed)
    game = dh.load(asked.game)
    batch = Batch(game, asked.rows, backend=asked.backend, seed=asked.seed)
    network = Network(game).to(asked.backend)
    training, began = SelfPlay(batch, network, asked.steps, asked.rate), time.monotonic()
    for update in range(asked.updates):
        training.learn(entropy_bonus=0.03 * (1 - update / asked.updates))
    seconds, moves = time.monotonic() - began, asked.updates * asked.steps * asked.rows
    print(f"{moves:,} moves of {game.full_name} in {seconds:.0f} s")
    network.to("cpu")
    for opponent in ("random", "greedy"):
        share = won_against(network, game, opponent, asked.games)
        print(f"wins {share:.1%} of {asked.games:,} games against {opponent}")


if __name__ == "__main__":
    main()
