# Everything a newcomer needs: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CHECKED := controller drivers meter demo hil tests bench

.PHONY: demo test quick vm-test hil-vm check bench format lock clean needs

demo: $(VENV)/run
	@$(BIN)/pucklight demo

test: needs $(VENV)/dev
	$(BIN)/pytest -n 2 -m "not vm"
	$(MAKE) vm-test

quick: $(VENV)/dev
	$(BIN)/pytest -n 2 -m "not slow and not vm"

# A real kernel, real systemd, real lgpio and a plug that is really pulled; builds its machine first.
# The build comes first and alone: it fails by name when something cannot be had.
# Tests are given out one by one, the long ones first (they stand first in the alphabet): no core waits at the end.
vm-test: $(VENV)/dev
	$(BIN)/python -m hil.vm.build
	$(BIN)/pytest -n 2 --dist load --maxschedchunk 1 -m vm tests/vm

CUTS ?= 50
hil-vm: $(VENV)/dev
	$(BIN)/python -m hil.vm.cuts --cuts $(CUTS)

check: $(VENV)/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy $(CHECKED)

bench: $(VENV)/dev
	$(BIN)/python -m bench

format: $(VENV)/dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Components that are programs, not Python packages. Fails by name when one cannot be had.
needs:
	@sh tests/needs.sh

# Two environments in one folder: what running needs, then what developing needs on top.
$(VENV)/run: requirements.lock pyproject.toml
	@echo "Installing what Pucklight needs into $(VENV): once, some seconds or, on a slow line, minutes ..."
	@sh tests/venv.sh $(PYTHON) $(VENV)
	@$(BIN)/pip install --quiet --require-hashes -r requirements.lock
	@$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev: requirements-dev.lock $(VENV)/run
	@echo "Installing what developing needs on top: once, too ..."
	@$(BIN)/pip install --quiet --require-hashes -r requirements-dev.lock
	@touch $@

# Pins every dependency with its hashes. Needs `uv` on the PATH.
lock:
	uv pip compile --quiet --universal --generate-hashes --no-header --no-emit-index-url --no-annotate pyproject.toml --extra build --extra demo --extra hil -o requirements.lock
	uv pip compile --quiet --universal --generate-hashes --no-header --no-emit-index-url --no-annotate pyproject.toml --extra build --extra demo --extra hil --extra dev -o requirements-dev.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis artefacts
