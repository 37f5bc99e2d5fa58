#!/usr/bin/env bash
# A bot for Duelhall: a rule of thumb for Blade, a random legal move in other games.
# Try it with: duelhall bot check "bash bot.sh" --game blade

# Sets `move` to one of `legal`: put your own strategy here. `line` is the question, in JSON.
#
# Its view is what you see; `duelhall bot init GAME` makes a bot that tells what is in it.
choose() {
  move=
  [[ $game != blade ]] || think_of_blade
  [[ $move ]] || move=${legal[RANDOM % ${#legal[@]}]}
}

# The lowest number that suffices, or else a Mirror, or else a Bolt.
think_of_blade() {
  local card seat need size
  [[ $line =~ \"seat\":\ *([01]) ]] && seat=${BASH_REMATCH[1]}
  [[ $line =~ \"score\":\ *\[([0-9]+),\ *([0-9]+) ]]
  need=$((seat ? BASH_REMATCH[1] - BASH_REMATCH[2] : BASH_REMATCH[2] - BASH_REMATCH[1]))
  [[ $line =~ \"hand$seat\"[^{}]*\"size\":\ *([0-9]+) ]] && size=${BASH_REMATCH[1]}
  for card in 7 6 5 4 3 2 1; do
    ((card > need)) && [[ " ${legal[*]} " == *" $card "* ]] && move=$card
  done
  [[ $move ]] || ((size == 1)) && return # the last card must not be a Bolt or Mirror
  for card in B M; do
    [[ " ${legal[*]} " == *" $card "* ]] && move=$card
  done
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
  hello)
    [[ $line =~ \"game\":\ *\"([^\"]*)\" ]] && game=${BASH_REMATCH[1]}
    printf '{"type":"hello","protocol":2,"name":"bash example","version":"1","again":true}\n'
    ;;
  decide)
    read_legal
    choose
    printf '{"type":"move","move":"%s"}\n' "$move"
    ;;
  quit) exit 0 ;;
  esac
done
