# The steps of `make test` and `make quick`, two at a time (STEPS). Each is a target with the steps that it needs, and prints
# what it has to say when it is done. The first that fails ends the run; `make -f Tests/steps.mk STEP` repeats one alone.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
# The examples' own makes are not to take part in this one's jobs.
unexport MAKEFLAGS MFLAGS MAKELEVEL

SWIFT ?= swift
debug_flags = $(shell SWIFT='$(SWIFT)' Tests/Support/debug_flags.sh)
prefix := $(CURDIR)/.build/test-prefix
tool := .build/debug/archivegen
python := .build/python/bin/python
archives := $(CURDIR)/.build/archives-for-readers
python_tests := PYTHONPATH='$(CURDIR)/python/src' ARCHIVES_FOR_READERS='$(archives)'

# The build is first, because it takes longest and most steps wait for it; the last steps are those that take long alone.
without_build := environment lint documented pages docs walls libclang-interface graphs-in-c fuzz-smoke
with_build := unit settings corpus plugin cost tutorials page league python inventory cmake libraries packaging map-view releases \
  progress linked-list meson layouts compiled-layouts random-models layout-pictures python-and-swift schema \
  read-by-schema
.PHONY: all quick build installed $(without_build) $(with_build)
all: build $(without_build) $(with_build)

# What takes longest is left to `make test`: the command, all values of all models, damage at every byte, large and hostile inputs.
slow := ^(CommandTests|ModelFixtureTests|GateProofTests)\.|\.(Hostile[A-Za-z]*|Damage|Bomb|DeepInitializer|LinearTime|Scale|Concurrency|EngineProgress)Tests/
quick: environment lint documented pages walls libclang-interface
	Tests/Support/building.sh $(SWIFT) build $(debug_flags) --build-tests
	$(SWIFT) test $(debug_flags) --skip-build --skip '$(slow)'

build:
	Tests/Support/building.sh $(SWIFT) build $(debug_flags) --build-tests

installed: build
	$(MAKE) -f Makefile install SWIFT='$(SWIFT)' CONFIGURATION=debug PREFIX='$(prefix)' >/dev/null

$(with_build): installed

# All that the tests archive is kept for the Python package, which has to read the same.
unit:
	rm -rf '$(archives)' && mkdir '$(archives)'
	ARCHIVES_FOR_READERS='$(archives)' $(SWIFT) test $(debug_flags) --skip-build

environment:
	Tests/Support/python.sh
lint:
	$(MAKE) -f Makefile lint SWIFT='$(SWIFT)'
documented:
	python3 Tests/Support/documented.py
pages:
	python3 Tests/Documentation/pages.py --check
# A warning of docc is an error; `make docs-test` opens the site's pages.
docs:
	SWIFT='$(SWIFT)' Tests/Support/docs.sh .build/docs-of-tests
walls:
	python3 Tests/Support/walls.py '$(SWIFT)c'
	python3 Tests/Support/folders.py
	python3 Tests/Support/casts.py
libclang-interface:
	python3 Tests/Support/libclang_interface.py
graphs-in-c:
	Tests/Graphs/selfcheck/run.sh
fuzz-smoke:
	Tests/Fuzz/smoke.sh
schema: environment
	Tests/Support/schema.py '$(prefix)'
inventory:
	Examples/Inventory/test.sh '$(prefix)'
linked-list:
	Examples/LinkedList/test.sh '$(prefix)'
progress:
	Examples/Progress/test.sh '$(prefix)'
releases:
	Examples/Releases/test.sh '$(prefix)'
plugin:
	Tests/Packages/plugin.sh '$(prefix)'
# Its builds take the installed library; `make docs-test` compiles it as a reader's packages do.
tutorials:
	python3 Tests/Documentation/tutorials.py '$(prefix)' --installed
	python3 Tests/Documentation/consoles.py '$(prefix)'
map-view:
	Tests/Support/model_example.sh MapView '$(prefix)'
league:
	Tests/Support/model_example.sh League '$(prefix)'
packaging:
	Packaging/test.sh .build/debug
cmake:
	Examples/CMake/test.sh '$(prefix)'
meson:
	Tests/BuildSystems/meson.sh '$(prefix)'
settings:
	Tests/Settings/check.sh
cost:
	Tests/CostProof/run.sh .build/debug/cost-proof
libraries:
	Tests/Libraries/run.sh '$(prefix)' address
layouts:
	python3 Tests/Layouts/pahole.py $(tool) Tests/Fixtures/include Tests/Graphs/include Tests/CModels/include
compiled-layouts:
	python3 Tests/Layouts/compiled.py $(tool) --structs 150 --raw 15
random-models:
	python3 Tests/ModelProof/models.py $(tool) '$(prefix)/lib/archivegen' --seed 1 --runs 4 --types 50
	python3 Tests/ModelProof/evolution.py $(tool) '$(prefix)/lib/archivegen' --seed 1 --types 40
layout-pictures:
	Tests/Layouts/pictures.sh $(tool) --check
page:
	python3 Tests/Page/page_test.py $(tool) --quick
corpus: environment
	python3 Tests/Corpus/corpus.py --quick --archivegen $(tool) --runtime '$(prefix)/lib/archivegen'
python: environment unit
	$(python_tests) $(python) -m unittest discover -s python/tests
python-and-swift: environment
	python/tests/swift/run.sh '$(prefix)' '$(CURDIR)/$(python)'
# What the models' tests archive is good, so `lint --schema` calls none of it bad.
read-by-schema: unit
	$(tool) lint '$(archives)'/*.archive --schema Tests/Models --schema Tests/CModels/include >.build/lint-of-archives.txt || true
	grep -q "today's code reads it" .build/lint-of-archives.txt
	! grep "today's code refuses it" .build/lint-of-archives.txt
