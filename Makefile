# Every target sets up what it needs in .venv; nothing else on the machine is touched.
BIN := .venv/bin

.PHONY: play setup test check bench clean

play: .venv/ready-terminal
	@$(BIN)/duelhall play blade

setup: .venv/ready-terminal

test: .venv/ready-dev
	@tools/test

check: .venv/ready-dev
	@tools/check

bench: .venv/ready-bench
	@$(BIN)/duelhall bench

clean:
	rm -rf .venv

.venv/ready-%: pyproject.toml tools/setup
	@tools/setup $*
