#!/usr/bin/env bash
# A bot for Duelhall: it plays a random legal move.
# Try it with: duelhall bot check "bash @FILE@" --game @GAME@

# Sets `move` to one of `legal`: put your own strategy here. `line` is the question, in JSON.
#
# @VIEW@
choose() {
  move=${legal[RANDOM % ${#legal[@]}]}
}

# Sets `legal` to the moves in the line, as they are written in JSON.
read_legal() {
  local string='^[, ]*"(([^"\\]|\\.)*)"(.*)' rest
  legal=()
  [[ $line =~ \"legal\":\ *\[(.*) ]] && rest=${BASH_REMATCH[1]}
  while [[ $rest =~ $string ]]; do
    legal+=("${BASH_REMATCH[1]}")
    rest=${BASH_REMATCH[3]}
  done
}

# Answer line by line until told to quit. Write notes of your own to standard error.
while IFS= read -r line; do
  [[ $line =~ \"type\":\ *\"([^\"]*)\" ]] && type=${BASH_REMATCH[1]}
  case $type in
  hello) printf '{"type":"hello","protocol":2,"name":"@NAME@","version":"1","again":true}\n' ;;
  decide)
    read_legal
    choose
    printf '{"type":"move","move":"%s"}\n' "$move"
    ;;
  quit) exit 0 ;;
  esac
done
