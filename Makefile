# Each task is a verb; `make` without one lists them. A verb fails if one of its steps fails. `build` and `install` install
# no packages and report what is missing; the verbs for tests and measurements install what they need with Debian's apt.
# Variables for the command line:
#   PREFIX=/usr/local  LIBDIR=lib  DESTDIR=    the destination of `install`, and what `uninstall` removes
#   STEPS=2                        the steps of `test` that run at a time
#   FUZZ_SECONDS=600               the time of `fuzz`, for all targets together
#   COST_SIZE=1000                 the number of parts in the smaller archives of `cost-proof`
#   DAMAGED_FILES=1000000  DAMAGE_SEED=1   the number of files for `inspect-damage`, and the seed of the first one
#   GATE_PROOF_PAIRS=100000  GATE_PROOF_SEED=    the number of pairs for `gate-proof`, and the seed of the first one
#   MODEL_RUNS=100  MODEL_SEED=1   the number of programs for `model-proof`, of 80 types each, and the seed of the first one
#   LAYOUT_STRUCTS=3000            the number of random structs for `layout-proof`
#   CORPUS_FLAGS=  BENCH_FLAGS=  ADVICE_FLAGS=    arguments for these verbs
#   PYTHON_DAMAGES=100000  PYTHON_FILES=1000    for `python-proof`, the number of damaged archives, and of those that are queried
#   DOCS_BASE_PATH=                the folder of the host that the site of `docs` will be in, such as archivegen
#   SWIFT=swift  CONFIGURATION=release   the Swift to use, and the configuration for `build` and `install`

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
# Builds run one at a time, because SwiftPM uses all cores.
.NOTPARALLEL:

SWIFT ?= swift
# Only a trait builds the generator and its tests; packages that use ArchiveRuntime do without it. All debug builds have the same
# flags and folder, so that none compiles again what another has compiled.
debug_flags = $(shell SWIFT='$(SWIFT)' Tests/Support/debug_flags.sh)
PREFIX ?= /usr/local
LIBDIR ?= lib
DESTDIR ?=
STEPS ?= 2
FUZZ_SECONDS ?= 600
COST_SIZE ?= 1000
DAMAGED_FILES ?= 1000000
DAMAGE_SEED ?= 1
GATE_PROOF_PAIRS ?= 100000
GATE_PROOF_SEED ?=
LAYOUT_STRUCTS ?= 3000
MODEL_RUNS ?= 100
MODEL_SEED ?= 1
CORPUS_FLAGS ?=
ADVICE_FLAGS ?=
BENCH_FLAGS ?=
PYTHON_DAMAGES ?= 100000
PYTHON_FILES ?= 1000
DOCS_BASE_PATH ?=

setup := Tests/Support/setup.sh
require := SWIFT='$(SWIFT)' Tests/Support/require.sh
# Says how far a build is, each half minute or on a terminal each second.
building := Tests/Support/building.sh
packages := libclang make
# The tests read headers with every libclang that they find: the Swift toolchain's and Debian's.
test_packages := $(packages) libclang-dev elvish python3 python3-venv python3-jsonschema python3-yaml gcc gobjc libgnustep-base-dev libxml2-dev shared-mime-info \
  cmake ninja-build meson pkg-config man-db libsqlite3-0 pahole chromium fonts-dejavu-core graphviz qemu-user
# Tests/Support/python.sh makes these environments, with packages of PyPI.
python := .build/python/bin/python
python_proof := .build/python-proof/bin/python
python_tests = PYTHONPATH='$(CURDIR)/python/src' ARCHIVES_FOR_READERS='$(CURDIR)/.build/archives-for-readers'
# The steps of `test` are in a file of their own, because they run at the same time.
steps := $(MAKE) -f Tests/steps.mk SWIFT='$(SWIFT)'
CONFIGURATION ?= release
built = .build/$(CONFIGURATION)
# The installed tool runs without a toolchain, because Swift's libraries are linked in. macOS already has them. Debug information takes
# a seventh of the compiler's time, and `install` strips the tool.
release_flags := -c release -debug-info-format none --traits Generator $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)
build_flags = $($(CONFIGURATION)_flags)
library = @Packaging/library.sh '$(built)' '$(built)/libArchiveRuntime.a'
# The first words of its lines are the modules of the library.
modules = $(shell sed '/^\#/d; s/ .*//' Packaging/modules.txt)

swift_version = $(shell $(SWIFT) --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')
installer = DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' LIBDIR='$(LIBDIR)' BUILT='$(CURDIR)/$(built)' \
  SWIFT_VERSION='$(swift_version)' STRIP='$(filter release,$(CONFIGURATION))' Packaging/install.sh

# Documents with tables that the program generates.
docc := Sources/ArchiveRuntime/ArchiveRuntime.docc
documents := $(addprefix $(docc)/,CommandLine.md AnnotatingHeaders.md ArchivingSwiftModels.md ChangingTypes.md)

# Output of archivegen that tests compare with.
recorded := Tests/FixtureArchives Tests/GraphArchives Tests/Models/Archives

fuzzers := $(patsubst Tests/Fuzz/%.swift,%,$(wildcard Tests/Fuzz/*Fuzzer.swift))

# Handwritten Swift files, which `format` may change.
swift_files = $(shell git ls-files --cached --others --exclude-standard '*.swift' | grep -Ev '([+]Archive|[.]pb|_generated)[.]swift$$')

.PHONY: help
help: ## List the verbs.
	@echo 'make VERB, where VERB is one of'
	@sed -n 's/^\([a-z-]*\):.*## /  \1	/p' $(firstword $(MAKEFILE_LIST)) | expand -t 14

.PHONY: build
build: ## Build archivegen and ArchiveRuntime for use, into .build/release.
	@$(require)
	$(building) $(SWIFT) build $(build_flags) --product archivegen
	for module in $(modules); do $(building) $(SWIFT) build $(build_flags) --target $$module; done

.PHONY: test
test: ## Run every test from a clean checkout: unit, command, fixtures, examples, and the quick corpus.
	@$(setup) $(test_packages)
	PROGRESS=3 $(steps) -j$(STEPS) --output-sync=target all 3>&1

.PHONY: quick
quick: ## Run the tests that take about a minute after a build: format, walls, and unit tests without large inputs.
	@$(setup) $(test_packages)
	$(steps) quick

.PHONY: packages
packages: ## Build a Swift package with the plugins: in debug and release, and with archivegen from source.
	@$(setup) $(packages)
	PROGRESS=3 $(MAKE) install CONFIGURATION=debug PREFIX='$(CURDIR)/.build/test-prefix' 3>&1 >/dev/null
	Tests/Packages/plugin.sh .build/test-prefix full

.PHONY: gate-proof
gate-proof: ## Compare the verdicts of check on GATE_PROOF_PAIRS (100,000) random changes with real archives; GATE_PROOF_SEED repeats a run.
	@$(setup) $(packages)
	$(building) $(SWIFT) build $(release_flags) --product gate-proof
	.build/release/gate-proof $(GATE_PROOF_PAIRS) $(GATE_PROOF_SEED)

.PHONY: model-proof
model-proof: ## Compile and run code for MODEL_RUNS (100) times 80 random Swift types, and 40 changes of types; MODEL_SEED repeats a run.
	@$(setup) $(packages) python3
	$(MAKE) install CONFIGURATION=debug PREFIX='$(CURDIR)/.build/test-prefix' >/dev/null
	python3 Tests/ModelProof/models.py .build/debug/archivegen .build/test-prefix/lib/archivegen --seed $(MODEL_SEED) --runs $(MODEL_RUNS)
	python3 Tests/ModelProof/evolution.py .build/debug/archivegen .build/test-prefix/lib/archivegen --seed $(MODEL_SEED) --runs $(MODEL_RUNS)

.PHONY: layout-proof
layout-proof: ## Compare layouts with pahole on the corpus, and with LAYOUT_STRUCTS (3,000) compiled random structs; open their page in a browser.
	@$(setup) $(packages) pahole gcc python3 chromium
	Tests/Corpus/fetch .build-corpus/headers >/dev/null
	$(building) $(SWIFT) build $(debug_flags) --product archivegen
	python3 Tests/Layouts/compiled.py .build/debug/archivegen --structs $(LAYOUT_STRUCTS) --raw 300
	python3 Tests/Layouts/page.py .build/debug/archivegen
	python3 Tests/Layouts/pahole.py .build/debug/archivegen --compiler gcc --compiler clang $$(ls -d .build-corpus/headers/*/usr/include)

.PHONY: page-test
page-test: ## Use the page of inspect in a browser: all golden archives, a million rows, hostile text; let Graphviz read graphs.
	@$(setup) $(packages) python3 chromium fonts-dejavu-core graphviz
	$(building) $(SWIFT) build $(debug_flags) --product archivegen
	python3 Tests/Page/page_test.py .build/debug/archivegen

.PHONY: demo
# It needs no optimisation, but uses the release build if that is there.
demo: CONFIGURATION := $(if $(wildcard .build/release/archivegen),release,debug)
demo: ## Archive real C structs, a graph of pointers and Swift classes, and read them back.
	@$(setup) $(packages) python3
	@BUILD='$(SWIFT) build $(build_flags)' BUILT='$(built)' Examples/Demo/run.sh

.PHONY: python-proof
python-proof: ## Use the Python package with pyarrow, pandas, networkx, DuckDB, Polars and Dask; read PYTHON_DAMAGES damaged archives; measure.
	@$(setup) python3 python3-venv
	Tests/Support/python.sh --folder .build/python-proof numpy pandas pyarrow networkx duckdb polars 'dask[dataframe]' mypy pandas-stubs
	$(python_proof) -m pip install --quiet --disable-pip-version-check ./python
	cd python && '$(CURDIR)/$(python_proof)' -m mypy
	$(python_tests) $(python_proof) -m unittest discover -s python/tests
	$(python_tests) $(python_proof) -m unittest discover -s python/tests/proof
	$(python_tests) $(python_proof) python/tests/damage.py $(PYTHON_DAMAGES) --processes 2 $(wildcard .build/archives-for-readers)
	$(python_tests) $(python_proof) python/tests/proof/figures.py column
	$(python_tests) $(python_proof) python/tests/proof/figures.py folder --files $(PYTHON_FILES)

.PHONY: corpus
corpus: ## Generate from every header of six Debian packages, and check every type's values.
	@$(setup) $(test_packages)
	Tests/Support/python.sh
	python3 Tests/Corpus/corpus.py $(CORPUS_FLAGS)

.PHONY: advice
advice: ## Compare the proposals in notes with handwritten labels, and check that archivegen accepts each.
	@$(setup) $(packages) python3
	Tests/Corpus/fetch .build-corpus/headers $$({ awk '$$2 == "package" { print $$3 }' Tests/Advice/libraries.txt; \
	  grep -o '[.][.]/[a-z0-9.+-]*' Tests/Advice/libraries.txt | cut -c4-; } | sort -u) >/dev/null
	$(building) $(SWIFT) build $(debug_flags) --product archivegen
	python3 Tests/Advice/advice.py --packages .build-corpus/headers --accepted $(ADVICE_FLAGS)

.PHONY: bench
bench: ## Measure generation, encoding, decoding and compile time, and compare them with other libraries; fail if an aim is lost.
	@$(setup) $(packages) libcereal-dev libprotobuf-dev libflatbuffers-dev libcapnp-dev
	$(MAKE) build
	FLATBUFFERS=$$(Tests/Benchmarks/flatbuffers.sh) $(building) $(SWIFT) build -c release --package-path Tests/Benchmarks --scratch-path .build-bench --product Benchmarks
	.build-bench/release/Benchmarks --archivegen $(built)/archivegen $(BENCH_FLAGS)

.PHONY: size
size: ## Measure what a program grows by with the library, and a client's clean build, beside swift-protobuf's runtime.
	@$(setup) $(packages)
	$(building) $(SWIFT) build $(debug_flags) --product archivegen
	Tests/Packages/size.sh .build/debug/archivegen

.PHONY: inspect-damage
# Optimised, a core looks into some 800 files a second. No target of it needs the trait.
inspect-damage: ## Look into a million damaged files (DAMAGED_FILES) in every way under AddressSanitizer, on all cores.
	@$(setup) $(packages)
	$(building) $(SWIFT) build -c release --sanitize=address --product inspection-damage --scratch-path .build-damage
	cores=$$(getconf _NPROCESSORS_ONLN); each=$$((($(DAMAGED_FILES) + cores - 1) / cores)); runs=(); status=0; \
	for ((core = 0; core < cores; core++)); do \
	  .build-damage/release/inspection-damage $$each $$(($(DAMAGE_SEED) + core * each)) Tests/Goldens/Fixtures Tests/Goldens/Graphs Tests/Goldens/Models & \
	  runs+=($$!); \
	done; \
	for run in "$${runs[@]}"; do wait $$run || status=1; done; exit $$status

.PHONY: cost-proof
cost-proof: ## Count the instructions of every way in and out for hostile archives of COST_SIZE (1,000) parts and of twice as many.
	@$(setup) $(packages) gcc qemu-user
	$(SWIFT) build -c release --traits Generator --product cost-proof --scratch-path .build-cost
	Tests/CostProof/run.sh .build-cost/release/cost-proof $(COST_SIZE)

.PHONY: fuzz
fuzz: ## Read damaged and enlarged archives under libFuzzer for FUZZ_SECONDS (600), with limits for time and memory.
	@$(setup) $(packages) python3
	for target in $(fuzzers); do \
	  $(building) Tests/Fuzz/build.sh $$target; \
	  ARCHIVE_FUZZ_GROWTH=.build-fuzz/$$target-corpus ARCHIVE_FUZZ_GROWTH_SECONDS=120 .build-fuzz/$$target -runs=0; \
	  .build-fuzz/$$target .build-fuzz/$$target-corpus -dict=Tests/Fuzz/plist.dict -rss_limit_mb=2048 -timeout=60 -max_len=2000000 -print_final_stats=1 \
	    -artifact_prefix=.build-fuzz/ -max_total_time=$$(($(FUZZ_SECONDS) / $(words $(fuzzers)))); \
	done

.PHONY: sanitize
sanitize: ## Run concurrent encoders, decoders and files under ThreadSanitizer.
	@$(setup) $(packages)
	SWIFT='$(SWIFT)' Tests/Sanitizers/thread.sh

.PHONY: reference
reference: ## Record the output that tests compare with: Tests/FixtureArchives, Tests/GraphArchives, Tests/Models/Archives, the documents' tables.
	@$(setup) $(packages) python3
	$(building) $(SWIFT) build $(debug_flags) --product archivegen
	@# A build notices a new header in a folder only if the module map is newer than the last build.
	@touch Tests/Fixtures/include/module.modulemap Tests/Graphs/include/module.modulemap Tests/CModels/include/module.modulemap
	.build/debug/archivegen attributes --header > Sources/ArchiveAnnotations/include/ArchiveAnnotations.h
	.build/debug/archivegen Tests/Fixtures/include -o Tests/FixtureArchives --quiet
	.build/debug/archivegen Tests/Graphs/include -o Tests/GraphArchives --quiet
	.build/debug/archivegen Tests/Models Tests/CModels/include -o Tests/Models/Archives --quiet
	Tests/Goldens/record.sh tests .build/debug/archivegen
	python3 Tests/Support/reference.py .build/debug/archivegen $(documents)
	python3 Tests/Support/manual.py .build/debug/archivegen Packaging/man
	python3 Tests/Support/completions.py .build/debug/archivegen Packaging/completions/archivegen.elv
	python3 Tests/Documentation/pages.py
	Tests/Layouts/pictures.sh .build/debug/archivegen
	@if git diff --quiet -- $(recorded) $(documents) Packaging/man Packaging/completions && \
	  [[ -z $$(git ls-files --others --exclude-standard $(recorded) Packaging/man) ]]; then \
	  echo 'Nothing has changed.'; \
	else \
	  git --no-pager diff --stat -- $(recorded) $(documents) Packaging/man; \
	  echo 'Now read the difference (git diff $(recorded) $(documents) Packaging/man, and new files there): users will get'; \
	  echo 'every change. Commit it if all are intended, and update Tests/FixtureTests, Tests/GraphTests and Tests/ModelFixtureTests.'; \
	fi

.PHONY: goldens
goldens: ## Write golden archives of this version's fixtures, graphs and models to Tests/Goldens, before it is released.
	@$(setup) $(packages)
	$(building) $(SWIFT) build $(debug_flags) --product archivegen
	Tests/Goldens/record.sh release .build/debug/archivegen

.PHONY: release
release: ## Check a release, VERSION=1.4.0, in a clone, and collect its files in .build-release: RELEASE_CHECKS='lint test client docs bundle deb'.
	@Tests/Support/release.sh '$(VERSION)' $(RELEASE_CHECKS)

.PHONY: docs
docs: ## Build the documentation as a static site into .build/docs, for the folder DOCS_BASE_PATH of a host (default: its root).
	@SWIFT='$(SWIFT)' Tests/Support/docs.sh .build/docs '$(DOCS_BASE_PATH)'
	@echo 'The documentation is in .build/docs. To read it here, run'
	@echo '    python3 -m http.server --bind 127.0.0.1 --directory .build/docs 8000'
	@echo 'and open http://127.0.0.1:8000/$(if $(DOCS_BASE_PATH),$(patsubst /%,%,$(patsubst %/,%,$(DOCS_BASE_PATH)))/)'

.PHONY: docs-test
docs-test: ## Do what the tutorials say, and open every page of the documentation in a browser.
	@$(setup) $(packages) python3 file chromium fonts-dejavu-core
	PROGRESS=3 $(MAKE) install CONFIGURATION=debug PREFIX='$(CURDIR)/.build/test-prefix' 3>&1 >/dev/null
	python3 Tests/Documentation/tutorials.py .build/test-prefix
	$(MAKE) docs DOCS_BASE_PATH=archivegen >/dev/null
	python3 Tests/Documentation/site_check.py .build/docs --base archivegen --articles
	$(MAKE) docs
	python3 Tests/Documentation/planted.py .build/docs
	python3 Tests/Documentation/site_check.py .build/docs

.PHONY: format
format: ## Format all Swift sources in place.
	@$(SWIFT) format --in-place --parallel $(swift_files)

.PHONY: lint
lint: ## Report where the Swift sources are not formatted.
	@$(SWIFT) format lint --strict --parallel $(swift_files)

.PHONY: install
install: build ## Install archivegen, ArchiveRuntime, man pages, completions, and files for CMake and pkg-config under PREFIX.
	$(library)
	$(installer) install

.PHONY: uninstall
uninstall: ## Remove everything that `install` wrote, and nothing else.
	$(installer) uninstall

.PHONY: deb
deb: build ## Make Debian packages of the tool, the library and the documentation, in .build/deb, and check them with lintian.
	@$(setup) $(packages) debhelper lintian
	$(library)
	BUILT='$(CURDIR)/$(built)' SWIFT_VERSION='$(swift_version)' Packaging/deb.sh .build/deb
	lintian --fail-on error,warning --allow-root .build/deb/*.changes

.PHONY: package-test
package-test: deb ## Install the Debian packages in a new system (debootstrap), use them there, and remove them.
	@$(setup) debootstrap
	Packaging/package-test.sh .build/deb

.PHONY: bundle
bundle: build ## Make .build/archivegen.artifactbundle, the tool as a binary target for Swift packages.
	Tests/Packages/bundle.sh $(built)/archivegen .build/archivegen.artifactbundle

.PHONY: clean
clean: ## Remove all build products.
	rm -rf .build .build-* Examples/*/build Tests/Benchmarks/.build
