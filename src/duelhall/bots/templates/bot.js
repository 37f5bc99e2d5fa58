// A bot for Duelhall: it plays a random legal move.
// Try it with: duelhall bot check "node @FILE@" --game @GAME@
"use strict";

const readline = require("readline");

// Return one of question.legal: put your own strategy here.
//
// @VIEW@
function choose(question) {
  return question.legal[Math.floor(Math.random() * question.legal.length)];
}

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

// Answer line by line until told to quit. Write notes of your own with console.error.
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    say({ type: "hello", protocol: 2, name: "@NAME@", version: "1", again: true });
  } else if (message.type === "decide") {
    say({ type: "move", move: choose(message) });
  } else if (message.type === "quit") {
    process.exit(0);
  }
});
