# Each target does its own set-up: Debian packages (SETUP=no skips that), configuration, build.
# CMAKE_ARGS is handed to the configuration, e.g. make test CMAKE_ARGS=-DSTICKSLIP_WERROR=ON.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup command build run reproduce test ctest pytest whole page bench asan fuzz format style lint tidy package figures clean

SETUP ?= yes
CMAKE_ARGS ?=
OUT := results
BUILD := build/release
# The package is built for Debian's python3, whatever other python3 is first on PATH.
PYTHON := /usr/bin/python3

setup = $(if $(filter no,$(SETUP)),true,tools/setup $(1))

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

# $(call configure,options): shows what CMake has to say only where it fails, or has to leave the reports out.
define configure
	@mkdir -p build && cmake $(1) $(CMAKE_ARGS) >$(BUILD).log 2>&1 || { cat $(BUILD).log; exit 1; }
	@grep "Reports are off" $(BUILD).log || true
endef

setup: ## install the Debian packages that building and testing need
	@$(call setup,command python build)

# A build directory that has more in it keeps that.
command: ## build the command alone into build/release
	@$(call setup,command)
	$(call configure,$(if $(wildcard $(BUILD)/CMakeCache.txt),$(BUILD),--preset command))
	@cmake --build --preset release --target stickslip

build: setup ## build the command, the Python package, tests, examples and benchmarks into build/release
	$(call configure,--preset release)
	@cmake --build --preset release --target all benchmarks

run: command ## run the first scene that ships: a summary on the terminal, the report and all data in results/in_hand_pivot
	@$(BUILD)/bin/stickslip run in_hand_pivot --out "$(OUT)/in_hand_pivot"

reproduce: command ## reproduce all experiments: tables on the terminal, the report and all data in results/
	@cmake --build --preset release --target stickslip-reproduce
	@$(BUILD)/bin/stickslip reproduce --all --out "$(OUT)"

test: ## build, and run the C++ tests, the examples, the install test, the Python tests and the report's in a browser
	@$(call setup,command python build test package)
	$(call configure,--preset release)
	@cmake --build --preset release
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target ctest pytest page whole

# These run in `make test`, two at a time on two cores, the long ones first; each prints when it is done.
ctest: ## run the C++ tests and the examples on what is built
	@ctest --preset release --parallel 1
pytest: ## run the tests of the Python package on what is built
	@PYTHONPATH=$(CURDIR)/$(BUILD)/python $(PYTHON) -m pytest -q tests/python
whole: ## run the tests of the command, the documentation, the installation and the packages on what is built
	@PYTHONPATH=$(CURDIR)/$(BUILD)/python $(PYTHON) -m pytest -q --ignore=tests/python tests
page: ## run the tests of the report's page in a browser, on what is built
	@STICKSLIP=$(CURDIR)/$(BUILD)/bin/stickslip node apps/report/npm.mjs --prefix apps/report --silent test

bench: ## measure, and print the ratios that the documentation promises
	@$(call setup,bench)
	@$(MAKE) --no-print-directory build
	@$(PYTHON) benchmarks/report.py --build $(BUILD)

asan: setup ## build and run the C++ tests with AddressSanitizer and UndefinedBehaviorSanitizer
	@cmake --preset asan $(CMAKE_ARGS)
	@cmake --build --preset asan
	@ctest --preset asan

# What libFuzzer finds worth keeping goes to build/fuzz/corpus; an input that crashes or hangs to build/fuzz/<target>-….
FUZZ_SECONDS ?= 60
fuzz: ## feed mutated bytes to the file readers, the overlap of bodies and the solvers, FUZZ_SECONDS (60) each, with both sanitizers
	@$(call setup,command fuzz)
	@cmake --preset fuzz $(CMAKE_ARGS)
	@cmake --build --preset fuzz
	@for target in fc_file lcp_file mesh_file npz_file overlap scene_file solvers study_file; do mkdir -p build/fuzz/corpus/$$target; echo "fuzz $$target:"; \
	  build/fuzz/bin/fuzz_$$target -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=2048 -max_len=4096 \
	    -artifact_prefix=build/fuzz/$$target- -verbosity=0 -print_final_stats=1 \
	    build/fuzz/corpus/$$target fuzz/corpus/$$target; done

format: ## format the C and C++ sources in place
	@$(call setup,lint)
	@git ls-files '*.cpp' '*.hpp' '*.c' '*.h' | xargs clang-format -i

style: ## check the formatting
	@$(call setup,lint)
	@git ls-files '*.cpp' '*.hpp' '*.c' '*.h' | xargs clang-format --dry-run -Werror

lint: build style ## check the formatting, the types of the report's page, then clang-tidy over every translation unit
	@node apps/report/npm.mjs --prefix apps/report --silent run types
	@tools/tidy

tidy: ## clang-tidy over the translation units that changed since the commit in tools/tidied
	@$(call setup,command python lint)
	@tools/tidy changed

# Packages need no tests, examples or benchmarks.
package: ## make Debian packages of the library, the command and the Python package in build/packages
	@$(call setup,command python package)
	$(call configure,$(if $(wildcard $(BUILD)/CMakeCache.txt),$(BUILD),--preset command) -DSTICKSLIP_PYTHON=ON)
	@cmake --build --preset release
	@cd $(BUILD) && cpack >cpack.log 2>&1 || { cat cpack.log; exit 1; }
	@ls build/packages/*.deb

figures: build ## write the pictures of docs/ anew, from the figures of the report
	@$(call setup,figures)
	@$(BUILD)/bin/stickslip reproduce --all --out "$(OUT)" --plots png --quiet
	@cd docs/figures && for picture in */*.png; do cp "$(abspath $(OUT))/$$picture" "$$picture"; done
	@node apps/report/screenshot.mjs "$(OUT)/report.html" docs/figures/report.png

clean: ## remove build/ and results/
	@rm -rf build results
