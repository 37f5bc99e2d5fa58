# Every target installs what it needs in .venv.
BIN := .venv/bin

.PHONY: play serve setup test test-pythons check docs soak bench bench-web strength clean

play: .venv/ready-arena
	@$(BIN)/duelhall play blade

serve: .venv/ready-client
	@tools/client build
	@$(BIN)/duelhall serve

setup: .venv/ready-arena

test: .venv/ready-dev
	@tools/test

test-pythons:
	@tools/test-pythons

check: .venv/ready-dev
	@tools/check

docs: .venv/ready-docs
	@$(BIN)/python tools/docs

SECONDS := 300
soak: .venv/ready-dev
	@$(BIN)/python -m tests.endurance.soak $(SECONDS)

bench: .venv/ready-bench
	@$(BIN)/python benchmarks/openspiel.py

bench-web: .venv/ready-bench-web
	@tools/client build
	@$(BIN)/python benchmarks/first_page.py
	@$(BIN)/python benchmarks/web.py

strength: .venv/ready-arena
	@$(BIN)/python benchmarks/strength.py

clean:
	rm -rf .venv build

.venv/ready-%: pyproject.toml tools/setup tools/versions.txt
	@tools/setup $*
