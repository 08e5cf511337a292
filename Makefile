# Two commands: `make play` sits you down, `make test` checks everything. Both set up what they need.

PYTHON ?= python3
BIN := .venv/bin
# What `make play` starts: tables in the browser; `make play PLAY=play` stays in the terminal.
PLAY ?= serve --open

.PHONY: play test test-browser check format catalogues clean
.DELETE_ON_ERROR:

play: .venv/.play
	@$(BIN)/stalas $(PLAY)

test: .venv/.dev
	$(BIN)/pytest -n 2 -m "not browser"

test-browser: .venv/.dev
	$(BIN)/pytest -m browser tests/browser

check: .venv/.dev
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/python tools/catalogues.py check

format: .venv/.dev
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

catalogues: .venv/.dev
	$(BIN)/python tools/catalogues.py compile

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis

# The stamps are newer than what they were made from, so a second run starts at once.
.venv/.play: pyproject.toml constraints.txt | .venv/.made
	@echo "Setting up (once; a minute or two) …"
	@$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt -e '.[terminal,fast,web]'
	@$(BIN)/python -m stalas.players.warm
	@touch $@

.venv/.dev: pyproject.toml constraints.txt | .venv/.made
	@echo "Setting up for development (once; a minute or two) …"
	@$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@ .venv/.play

.venv/.made:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "Stalas needs Python 3.11 or newer, and there is no $(PYTHON) here."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Stalas needs Python 3.11 or newer; $(PYTHON) is older." \
	    "Name another one: make play PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; \
	  echo "Python's venv module is missing; on Debian or Ubuntu: apt-get install python3-venv"; \
	  exit 1; }
	@touch $@
