# A bot for Duelhall: it plays a legal move at random.
# Try it with: duelhall bot check "ruby @FILE@" --game @GAME@

require "json"

# One of question["legal"]: put your own thinking here.
#
# @VIEW@
def choose(question)
  question["legal"].sample
end

def say(message)
  puts JSON.generate(message)
end

$stdout.sync = true # otherwise what is said would stay in this process
$stdin.set_encoding("UTF-8")

# Answer line by line, until it is time to quit. For your own notes there is warn.
$stdin.each_line do |line|
  message = JSON.parse(line)
  case message["type"]
  when "hello"
    say({ "type" => "hello", "protocol" => 2, "name" => "@NAME@", "version" => "1" })
  when "decide"
    say({ "type" => "move", "move" => choose(message) })
  when "quit"
    break
  end
end
