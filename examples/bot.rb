# A bot for Duelhall: a rule of thumb for Blade, a random legal move in other games.
# Try it with: duelhall bot check "ruby bot.rb" --game blade

require "json"

# Return one of question["legal"]: put your own strategy here.
#
# Its view is what you see; `duelhall bot init GAME` makes a bot that tells what is in it.
def choose(question, game)
  (think_of_blade(question) if game == "blade") || question["legal"].sample
end

# The lowest number that suffices, or else a Mirror, or else a Bolt.
def think_of_blade(question)
  legal, seat, board = question["legal"], question["seat"], question["view"]["board"]
  mine, theirs = board["facts"]["score"].rotate(seat)
  hand = board["zones"].find { |zone| zone["id"] == "hand#{seat}" }
  enough = legal.select { |card| card.match?(/\d/) && mine + card.to_i > theirs }
  # the last card must not be a Bolt or Mirror
  return enough.min if enough.any? || hand["size"] == 1

  (%w[M B] & legal).first
end

def say(message)
  puts JSON.generate(message)
end

$stdout.sync = true # otherwise output would stay in a buffer
$stdin.set_encoding("UTF-8")

game = ""

# Answer line by line until told to quit. Write notes of your own with warn.
$stdin.each_line do |line|
  message = JSON.parse(line)
  case message["type"]
  when "hello"
    game = message["game"]
    say({ "type" => "hello", "protocol" => 2, "name" => "ruby example", "version" => "1",
          "again" => true })
  when "decide"
    say({ "type" => "move", "move" => choose(message, game) })
  when "quit"
    break
  end
end
