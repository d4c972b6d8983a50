# One verb a job; `make` alone lists them. A failing step fails its verb. `build` and `install` install no package and say
# what is missing; the verbs that test and measure install what they need, by Debian's apt.
# Variables to set on the command line:
#   PREFIX=/usr/local  DESTDIR=    where `install` puts things
#   FUZZ_SECONDS=600               how long `fuzz` runs, its targets together
#   CORPUS_FLAGS=  BENCH_FLAGS=  ADVICE_FLAGS=    passed on to those
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
ADVICE_FLAGS ?=
BENCH_FLAGS ?=

setup := Tests/Support/setup.sh
require := SWIFT='$(SWIFT)' Tests/Support/require.sh
packages := libclang-dev make
test_packages := $(packages) python3 gcc gobjc libgnustep-base-dev libxml2-dev shared-mime-info
CONFIGURATION ?= release
built := .build/$(CONFIGURATION)
# What is installed runs without a toolchain: Swift's own libraries are part of it. macOS has them itself.
static := $(if $(filter Linux-release,$(shell uname -s)-$(CONFIGURATION)),--static-swift-stdlib)
runtime := $(built)/ArchiveRuntime.build

# Documents with tables that come from the program.
docc := Sources/ArchiveRuntime/ArchiveRuntime.docc
documents := $(addprefix $(docc)/,CommandLine.md AnnotatingHeaders.md ArchivingSwiftModels.md)

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
	@$(require)
	$(SWIFT) build -c $(CONFIGURATION) --product archivegen $(static)
	$(SWIFT) build -c $(CONFIGURATION) --target ArchiveRuntime

.PHONY: test
test: ## Run every test from a clean checkout: unit, command, fixtures, examples, and the quick corpus.
	@$(setup) $(test_packages)
	python3 Tests/Support/documented.py
	Tests/Graphs/selfcheck/run.sh
	$(SWIFT) build --build-tests
	$(MAKE) install CONFIGURATION=debug PREFIX='$(CURDIR)/.build/test-prefix' >/dev/null
	Examples/Inventory/test.sh .build/test-prefix
	Examples/LinkedList/test.sh .build/test-prefix
	Examples/Progress/test.sh .build/test-prefix
	Tests/Support/model_example.sh MapView .build/test-prefix
	Tests/Support/model_example.sh League .build/test-prefix
	Tests/Settings/check.sh
	Tests/Libraries/run.sh .build/test-prefix address
	python3 Tests/Corpus/corpus.py --quick --archivegen .build/debug/archivegen
	rm -rf .build/archives-for-readers && mkdir .build/archives-for-readers
	ARCHIVES_FOR_READERS='$(CURDIR)/.build/archives-for-readers' $(SWIFT) test --skip-build
	python3 Tests/Readers/test_archive_reader.py .build/archives-for-readers
	Tests/Fuzz/smoke.sh

.PHONY: demo
demo: ## Archive real C structs, a graph of pointers and Swift classes, and read them back.
	@$(setup) $(packages) python3
	@Examples/Demo/run.sh

.PHONY: corpus
corpus: ## Generate from every header of six Debian packages, and check every type's values.
	@$(setup) $(test_packages)
	python3 Tests/Corpus/corpus.py $(CORPUS_FLAGS)

.PHONY: advice
advice: ## Hold the examples in notes against labels made by hand, and see that each is accepted.
	@$(setup) $(packages) python3
	Tests/Corpus/fetch .build-corpus/headers $$(awk '$$2 == "package" { print $$3 }' Tests/Advice/libraries.txt | sort -u) >/dev/null
	$(SWIFT) build --product archivegen
	python3 Tests/Advice/advice.py --packages .build-corpus/headers --accepted $(ADVICE_FLAGS)

.PHONY: bench
bench: ## Measure generation, encoding, decoding and compile time against others.
	@$(setup) $(packages) libcereal-dev libprotobuf-dev
	$(MAKE) build
	$(SWIFT) run -c release --package-path Tests/Benchmarks --scratch-path .build-bench Benchmarks \
	  --archivegen $(built)/archivegen $(BENCH_FLAGS)

.PHONY: fuzz
fuzz: ## Feed damaged and grown archives to the reader under libFuzzer for FUZZ_SECONDS (600), looking at time and memory.
	@$(setup) $(packages) python3
	for target in $(fuzzers); do \
	  Tests/Fuzz/build.sh $$target; \
	  ARCHIVE_FUZZ_GROWTH=.build-fuzz/$$target-corpus ARCHIVE_FUZZ_GROWTH_SECONDS=120 .build-fuzz/$$target -runs=0; \
	  .build-fuzz/$$target .build-fuzz/$$target-corpus -dict=Tests/Fuzz/plist.dict -rss_limit_mb=2048 -timeout=60 -max_len=2000000 -len_control=1000 -print_final_stats=1 \
	    -artifact_prefix=.build-fuzz/ -max_total_time=$$(($(FUZZ_SECONDS) / $(words $(fuzzers)))); \
	done

.PHONY: sanitize
sanitize: ## Run concurrent encoders, decoders and files under ThreadSanitizer.
	@$(setup) $(packages)
	SWIFT='$(SWIFT)' Tests/Sanitizers/thread.sh

.PHONY: reference
reference: ## Record anew what tests compare with: Tests/FixtureArchives, Tests/GraphArchives, Tests/Models/Archives, and the documents' tables.
	@$(setup) $(packages) python3
	$(SWIFT) build --product archivegen
	@# A build sees a header that is new in a folder only when the module map is newer than its last one.
	@touch Tests/Fixtures/include/module.modulemap Tests/Graphs/include/module.modulemap Tests/CModels/include/module.modulemap
	.build/debug/archivegen Tests/Fixtures/include -o Tests/FixtureArchives --quiet
	.build/debug/archivegen Tests/Graphs/include -o Tests/GraphArchives --quiet
	.build/debug/archivegen Tests/Models Tests/CModels/include -o Tests/Models/Archives --quiet
	python3 Tests/Support/reference.py .build/debug/archivegen $(documents)
	@if git diff --quiet -- $(recorded) $(documents) && \
	  [[ -z $$(git ls-files --others --exclude-standard $(recorded)) ]]; then \
	  echo 'Nothing has changed.'; \
	else \
	  git --no-pager diff --stat -- $(recorded) $(documents); \
	  echo 'Now read the difference (git diff $(recorded) $(documents), and new files there): every line of'; \
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
	$(if $(filter release,$(CONFIGURATION)),strip '$(DESTDIR)$(PREFIX)/bin/archivegen')
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
