# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
SECONDS_PER_TARGET ?= 60

# Each target may only import the modules that it declares.
CHECKED := --explicit-target-dependency-import-check error
# What ships: no Swift runtime to install, no symbols that only a debugger wants.
SHIPPED := -c release --static-swift-stdlib -Xlinker -s
# A sanitizer's build has its own folder, so that it never spoils the ordinary one.
ASAN := --sanitize=address --scratch-path .build/asan
TSAN := --sanitize=thread --scratch-path .build/tsan

.PHONY: all build run test test-desktops test-asan test-tsan fuzz bench format lint interfaces install uninstall deps clean

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
	$(SWIFT) test $(CHECKED) --skip-build --skip DesktopTests

test-desktops:
	.ci/deps build run test desktops
	$(SWIFT) build $(CHECKED) --build-tests
	$(SWIFT) test $(CHECKED) --skip-build --filter DesktopTests --no-parallel

format:
	$(SWIFT) format -i -r Package.swift Sources Tests

lint:
	$(SWIFT) format lint --strict -r Package.swift Sources Tests

interfaces:
	.ci/deps build
	$(SWIFT) run generate-interfaces
