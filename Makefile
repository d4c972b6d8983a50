# One verb a job; `make` alone lists them. Every verb installs what it needs by itself, and a failing step fails it.
# Variables to set on the command line:
#   PREFIX=/usr/local  DESTDIR=    where `install` puts things
#   FUZZ_SECONDS=600               how long `fuzz` runs, its targets together
#   CORPUS_FLAGS=  BENCH_FLAGS=    passed on to those two
#   SWIFT=swift  CONFIGURATION=release   the Swift to use, and what `build` and `install` build

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
# One build at a time: SwiftPM uses all cores by itself.
.NOTPARALLEL:

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
FUZZ_SECONDS ?= 600
CORPUS_FLAGS ?=
BENCH_FLAGS ?=

setup := Tests/Support/setup.sh
packages := libclang-dev make
test_packages := $(packages) python3 gcc gobjc libgnustep-base-dev libxml2-dev shared-mime-info
CONFIGURATION ?= release
built := .build/$(CONFIGURATION)
runtime := $(built)/ArchiveRuntime.build

# What archivegen writes for the tests.
recorded := Tests/FixtureArchives Tests/GraphArchives Tests/Models/Archives

fuzzers := $(patsubst Tests/Fuzz/%.swift,%,$(wildcard Tests/Fuzz/*Fuzzer.swift))

# What people write and `format` may touch: everything but what archivegen wrote and Examples' build folders.
swift_files = $(shell git ls-files --cached --others --exclude-standard '*.swift' | grep -v '+Archive.swift$$' | grep -v '.pb.swift$$')

.PHONY: help
help: ## List the verbs.
	@echo 'make VERB, where VERB is one of'
	@sed -n 's/^\([a-z-]*\):.*## /  \1	/p' $(firstword $(MAKEFILE_LIST)) | expand -t 14

.PHONY: build
build: ## Build archivegen and ArchiveRuntime for use, into .build/release.
	@$(setup) $(packages)
	$(SWIFT) build -c $(CONFIGURATION) --product archivegen
	$(SWIFT) build -c $(CONFIGURATION) --target ArchiveRuntime

.PHONY: test
test: ## Run every test from a clean checkout: unit, command, fixtures, examples, and the quick corpus.
	@$(setup) $(test_packages)
	Tests/Graphs/selfcheck/run.sh
	$(SWIFT) build --build-tests
	$(MAKE) install CONFIGURATION=debug PREFIX='$(CURDIR)/.build/test-prefix' >/dev/null
	Examples/Inventory/test.sh .build/test-prefix
	Examples/LinkedList/test.sh .build/test-prefix
	Examples/Progress/test.sh .build/test-prefix
	Tests/Support/model_example.sh MapView .build/test-prefix
	Tests/Support/model_example.sh League .build/test-prefix
	Tests/Libraries/run.sh .build/test-prefix address
	python3 Tests/Corpus/corpus.py --quick --archivegen .build/debug/archivegen
	$(SWIFT) test --skip-build
	Tests/Fuzz/smoke.sh

.PHONY: demo
demo: ## Archive real C structs, a graph of pointers and Swift classes, and read them back.
	@$(setup) $(packages) python3
	@Examples/Demo/run.sh

.PHONY: corpus
corpus: ## Generate from every header of six Debian packages, and check every type's values.
	@$(setup) $(test_packages)
	python3 Tests/Corpus/corpus.py $(CORPUS_FLAGS)

.PHONY: bench
bench: build ## Measure generation, encoding, decoding and compile time against others.
	@$(setup) $(packages) libcereal-dev libprotobuf-dev
	$(SWIFT) run -c release --package-path Tests/Benchmarks --scratch-path .build-bench Benchmarks \
	  --archivegen $(built)/archivegen $(BENCH_FLAGS)

.PHONY: fuzz
fuzz: ## Feed damaged archives to the reader under libFuzzer for FUZZ_SECONDS (600).
	@$(setup) $(packages) python3
	for target in $(fuzzers); do \
	  Tests/Fuzz/build.sh $$target; \
	  .build-fuzz/$$target .build-fuzz/$$target-corpus -dict=Tests/Fuzz/plist.dict -rss_limit_mb=2048 -timeout=20 -print_final_stats=1 \
	    -artifact_prefix=.build-fuzz/ -max_total_time=$$(($(FUZZ_SECONDS) / $(words $(fuzzers)))); \
	done

.PHONY: sanitize
sanitize: ## Run concurrent encoders, decoders and files under ThreadSanitizer.
	@$(setup) $(packages)
	SWIFT='$(SWIFT)' Tests/Sanitizers/thread.sh

.PHONY: reference
reference: ## Record anew what tests compare with: Tests/FixtureArchives, Tests/GraphArchives, Tests/Models/Archives and the README's options.
	@$(setup) $(packages) python3
	$(SWIFT) build --product archivegen
	@# A build sees a header that is new in a folder only when the module map is newer than its last one.
	@touch Tests/Fixtures/include/module.modulemap Tests/Graphs/include/module.modulemap Tests/CModels/include/module.modulemap
	.build/debug/archivegen Tests/Fixtures/include -o Tests/FixtureArchives --quiet
	.build/debug/archivegen Tests/Graphs/include -o Tests/GraphArchives --quiet
	.build/debug/archivegen Tests/Models Tests/CModels/include -o Tests/Models/Archives --quiet
	python3 Tests/Support/options.py .build/debug/archivegen README.md
	@if git diff --quiet -- $(recorded) README.md && \
	  [[ -z $$(git ls-files --others --exclude-standard $(recorded)) ]]; then \
	  echo 'Nothing has changed.'; \
	else \
	  git --no-pager diff --stat -- $(recorded) README.md; \
	  echo 'Now read the difference (git diff $(recorded) README.md, and new files there): every line of'; \
	  echo 'it is a change that users get. Commit it if each is meant, and bring Tests/FixtureTests, Tests/GraphTests and Tests/ModelFixtureTests up to date.'; \
	fi

.PHONY: format
format: ## Format all Swift sources in place.
	@$(SWIFT) format --in-place --parallel $(swift_files)

.PHONY: lint
lint: ## Say where the Swift sources are not formatted.
	@$(SWIFT) format lint --strict --parallel $(swift_files)

.PHONY: install
install: build ## Install archivegen, ArchiveRuntime and shell completions under PREFIX.
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/lib/archivegen' \
	  '$(DESTDIR)$(PREFIX)/share/bash-completion/completions' '$(DESTDIR)$(PREFIX)/share/zsh/site-functions' \
	  '$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d'
	install -m 755 $(built)/archivegen '$(DESTDIR)$(PREFIX)/bin/archivegen'
	rm -f $(built)/libArchiveRuntime.a
	ar -rcs $(built)/libArchiveRuntime.a $(runtime)/*.o
	install -m 644 $(built)/libArchiveRuntime.a $(built)/Modules/ArchiveRuntime.swiftmodule \
	  '$(DESTDIR)$(PREFIX)/lib/archivegen'
	$(built)/archivegen --generate-completion-script bash \
	  > '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/archivegen'
	$(built)/archivegen --generate-completion-script zsh > '$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_archivegen'
	$(built)/archivegen --generate-completion-script fish \
	  > '$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/archivegen.fish'

.PHONY: clean
clean: ## Remove everything that was built.
	rm -rf .build .build-* Examples/*/build Tests/Benchmarks/.build
