"""A million games as a table in Polars: who wins, how, and what it is worth to begin.

Run it with

    pip install 'duelhall[polars]'
    python polars_million_games.py
    python polars_million_games.py --game 'blade[controller]' --out games.parquet
"""

import argparse
from pathlib import Path

import polars as pl

import duelhall as dh


def main(arguments: list[str] | None = None) -> None:
    """Play, and say what the games show."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="blade")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--player", default="greedy", help="who plays against itself")
    parser.add_argument("--backend", default="cpu", choices=["cpu", "cuda"])
    parser.add_argument("--out", type=Path, help="a Parquet file to keep the games in")
    asked = parser.parse_args(arguments)

    game, players = dh.load(asked.game), (asked.player, asked.player)
    outcomes = dh.simulate(game, players, asked.games, backend=asked.backend, columns=["seed"])
    games = pl.DataFrame(outcomes.to_arrow())
    print(endings(games))
    print(by_length(games))
    print(first_seat(games))
    if asked.out:
        outcomes.to_parquet(asked.out)
        print(f"written to {asked.out}: pl.scan_parquet reads it")


def endings(games: pl.DataFrame) -> pl.DataFrame:
    """How games end, how often, and after how many moves; a seed to look at one of them."""
    return (
        games.group_by("reason")
        .agg(
            (pl.len() / games.height).alias("share"),
            pl.col("moves").mean(),
            pl.col("seed").min().alias("first seed"),
        )
        .sort("share", descending=True)
    )


def by_length(games: pl.DataFrame) -> pl.DataFrame:
    """How much it helps to begin, in games of each length."""
    began = pl.col("winner") == pl.col("first")  # null, and left out, where nobody won
    return (
        games.group_by("moves")
        .agg(pl.len().alias("games"), began.mean().alias("won by the first seat"))
        .sort("moves")
    )


def first_seat(games: pl.DataFrame) -> pl.DataFrame:
    """How much it helps to begin."""
    began = pl.col("winner") == pl.col("first")
    return games.select(
        began.mean().alias("won by the first seat"),
        pl.col("winner").is_null().mean().alias("drawn"),
        pl.col("points_0", "points_1").mean(),
    )


if __name__ == "__main__":
    main()
