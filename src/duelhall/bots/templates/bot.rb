# A bot for Duelhall: it plays a random legal move.
# Try it with: duelhall bot check "ruby @FILE@" --game @GAME@

require "json"

# Return one of question["legal"]: put your own strategy here.
#
# @VIEW@
def choose(question)
  question["legal"].sample
end

def say(message)
  puts JSON.generate(message)
end

$stdout.sync = true # otherwise output would stay in a buffer
$stdin.set_encoding("UTF-8")

# Answer line by line until told to quit. Write notes of your own with warn.
$stdin.each_line do |line|
  message = JSON.parse(line)
  case message["type"]
  when "hello"
    say({ "type" => "hello", "protocol" => 2, "name" => "@NAME@", "version" => "1",
          "again" => true })
  when "decide"
    say({ "type" => "move", "move" => choose(message) })
  when "quit"
    break
  end
end
