# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
SECONDS_PER_TARGET ?= 60
SCHEDULES ?= 150
SEED ?= 1

# Each target may only import the modules that it declares.
CHECKED := --explicit-target-dependency-import-check error
# What ships: no Swift runtime to install, no symbols that only a debugger wants.
SHIPPED := -c release --static-swift-stdlib -Xlinker -s
# A sanitizer's build has its own folder, so that it never spoils the ordinary one.
ASAN := --sanitize=address --scratch-path .build/asan
TSAN := --sanitize=thread --scratch-path .build/tsan
# Optimised, for more tries in the same time; overflow and bounds are checked all the same.
FUZZ := --sanitize=fuzzer --scratch-path .build/fuzz -Xswiftc -O
FUZZ_TARGETS := messages key-files conditions schedules

# A bus refuses peers of another user namespace: who is not root enters the one in which the fixtures mount.
IN_NAMESPACE = $(shell [ "$$(id -u)" = 0 ] || echo unshare --user --map-root-user)

.PHONY: all build run test test-schedules test-desktops test-asan test-tsan fuzz bench format lint interfaces docs \
    install deps clean

all: build

deps:
	.ci/deps build run test desktops

build:
	.ci/deps build
	$(SWIFT) build $(CHECKED)

run:
	.ci/deps build run
	$(SWIFT) build $(CHECKED) --product focus-agent
	$(SWIFT) build $(CHECKED) --product focusctl
	$(SWIFT) build $(CHECKED) --product focus-demo
	$$($(SWIFT) build --show-bin-path)/focus-demo

test:
	.ci/deps build run test
	$(SWIFT) build $(CHECKED) --build-tests
	$(SWIFT) test $(CHECKED) --skip-build --skip DesktopTests --skip AppIntentsTests
	# Asynchronous through and through: on few cores they would wait for threads that busy tests hold.
	$(SWIFT) test $(CHECKED) --skip-build --filter AppIntentsTests

# Every minute around every edge, of many schedules.
test-schedules:
	.ci/deps build run test
	FOCUS_ORACLE_SCHEDULES=$(SCHEDULES) FOCUS_ORACLE_SEED=$(SEED) \
	    $(SWIFT) test $(CHECKED) -c release -Xswiftc -enable-testing --scratch-path .build/schedules --filter OracleTests

test-desktops:
	.ci/deps build run test desktops
	$(SWIFT) build $(CHECKED) --build-tests
	$(IN_NAMESPACE) $(SWIFT) test $(CHECKED) --skip-build --filter DesktopTests --no-parallel

format:
	$(SWIFT) format -i -r Package.swift Sources Tests

lint:
	$(SWIFT) format lint --strict -r Package.swift Sources Tests

interfaces:
	.ci/deps build
	$(SWIFT) run generate-interfaces

docs:
	.ci/deps build docs
	$(SWIFT) build $(CHECKED) --target AppIntentsTesting
	.ci/docs $$($(SWIFT) build --show-bin-path) .build/docs

test-asan:
	.ci/deps build run test
	$(SWIFT) build $(CHECKED) $(ASAN) --build-tests
	.ci/sanitized .build/asan $(SWIFT) test $(CHECKED) $(ASAN) --skip-build --skip DesktopTests --skip OutsidePackageTests

test-tsan:
	.ci/deps build run test
	$(SWIFT) build $(CHECKED) $(TSAN) --build-tests
	.ci/sanitized .build/tsan $(SWIFT) test $(CHECKED) $(TSAN) --skip-build --skip DesktopTests --skip OutsidePackageTests

fuzz:
	.ci/deps build
	set -e; for target in $(FUZZ_TARGETS); do \
	    FOCUS_FUZZ=1 $(SWIFT) build $(CHECKED) $(FUZZ) --product fuzz-$$target; \
	done
	.ci/fuzz $(SECONDS_PER_TARGET) $(FUZZ_TARGETS)

bench:
	.ci/deps build run test
	$(SWIFT) build $(CHECKED) $(SHIPPED) --product focus-agent
	$(SWIFT) build $(CHECKED) -c release --product focus-bench
	$(SWIFT) build $(CHECKED) -c release --product bench-intent
	Tests/Benchmarks/build-programs $$($(SWIFT) build -c release --show-bin-path)
	$$($(SWIFT) build -c release --show-bin-path)/focus-bench $(BENCH_ARGUMENTS)

# The unit and service files name the place of the binary.
BINDIR := $(PREFIX)/bin
PLACED = sed 's,@bindir@,$(BINDIR),'

install:
	.ci/deps build
	$(SWIFT) build $(CHECKED) $(SHIPPED) --product focus-agent
	$(SWIFT) build $(CHECKED) $(SHIPPED) --product focusctl
	$(SWIFT) build $(CHECKED) $(SHIPPED) --product focus-system-filters
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(PREFIX)/lib/systemd/user $(DESTDIR)$(PREFIX)/share/dbus-1/services \
	    $(DESTDIR)$(PREFIX)/share/dbus-1/interfaces $(DESTDIR)$(PREFIX)/share/focus-filters/modes \
	    $(DESTDIR)$(PREFIX)/share/focus-filters/presets $(DESTDIR)$(PREFIX)/share/focus-filters/filters \
	    $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/man/man5 \
	    $(DESTDIR)$(PREFIX)/share/doc/focus-filters/examples
	install -m 755 $$($(SWIFT) build $(SHIPPED) --show-bin-path)/focus-agent $(DESTDIR)$(BINDIR)/focus-agent
	install -m 755 $$($(SWIFT) build $(SHIPPED) --show-bin-path)/focusctl $(DESTDIR)$(BINDIR)/focusctl
	install -m 755 $$($(SWIFT) build $(SHIPPED) --show-bin-path)/focus-system-filters \
	    $(DESTDIR)$(BINDIR)/focus-system-filters
	for name in focus-agent focus-system-filters; do \
	    $(PLACED) data/systemd/$$name.service.in >$(DESTDIR)$(PREFIX)/lib/systemd/user/$$name.service || exit; \
	done
	for name in Focus1 Control1 System; do \
	    $(PLACED) data/dbus/org.focusfilters.$$name.service.in \
	        >$(DESTDIR)$(PREFIX)/share/dbus-1/services/org.focusfilters.$$name.service || exit; \
	done
	install -m 644 dbus/*.xml $(DESTDIR)$(PREFIX)/share/dbus-1/interfaces
	install -m 644 data/modes/*.mode $(DESTDIR)$(PREFIX)/share/focus-filters/modes
	install -m 644 data/presets/*.mode $(DESTDIR)$(PREFIX)/share/focus-filters/presets
	install -m 644 data/filters/*.filters $(DESTDIR)$(PREFIX)/share/focus-filters/filters
	install -D -m 644 data/metainfo/org.focusfilters.FocusFilters.metainfo.xml \
	    $(DESTDIR)$(PREFIX)/share/metainfo/org.focusfilters.FocusFilters.metainfo.xml
	install -m 644 data/man/*.1 $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 data/man/*.5 $(DESTDIR)$(PREFIX)/share/man/man5
	install -D -m 644 data/completions/focusctl.bash \
	    $(DESTDIR)$(PREFIX)/share/bash-completion/completions/focusctl
	install -m 644 data/examples/*.md data/examples/*.filters data/examples/*.mode data/examples/*.c \
	    $(DESTDIR)$(PREFIX)/share/doc/focus-filters/examples
	install -m 755 data/examples/*.py data/examples/*.sh $(DESTDIR)$(PREFIX)/share/doc/focus-filters/examples

clean:
	$(SWIFT) package clean
	rm -rf .build/asan .build/tsan .build/fuzz
