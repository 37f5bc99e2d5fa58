// A bot for Duelhall: a rule of thumb for Blade, a random legal move in other games.
// Try it with: duelhall bot check "node bot.js" --game blade
"use strict";

const readline = require("readline");

// Return one of question.legal: put your own strategy here.
//
// Its view is what you see; `duelhall bot init GAME` makes a bot that tells what is in it.
function choose(question, game) {
  const thought = game === "blade" ? thinkOfBlade(question) : undefined;
  return thought || question.legal[Math.floor(Math.random() * question.legal.length)];
}

// The lowest number that suffices, or else a Mirror, or else a Bolt.
function thinkOfBlade({ legal, seat, view: { board } }) {
  const [mine, theirs] = [board.facts.score[seat], board.facts.score[1 - seat]];
  const hand = board.zones.find((zone) => zone.id === `hand${seat}`);
  const enough = legal.filter((card) => mine + Number(card) > theirs);
  // the last card must not be a Bolt or Mirror
  if (enough.length || hand.size === 1) return enough.sort()[0];
  return ["M", "B"].find((card) => legal.includes(card));
}

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

let game = "";

// Answer line by line until told to quit. Write notes of your own with console.error.
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    game = message.game;
    say({ type: "hello", protocol: 2, name: "javascript example", version: "1", again: true });
  } else if (message.type === "decide") {
    say({ type: "move", move: choose(message, game) });
  } else if (message.type === "quit") {
    process.exit(0);
  }
});
