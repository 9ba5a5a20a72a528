# flowviz: `make run` and `make test` do everything on a fresh Debian machine with a Swift 6.2+ toolchain.

PREFIX ?= /usr/local
JOBS ?= 2
SWIFT ?= swift
SYSTEM_PACKAGES := libncurses-dev


.PHONY: run test test-long test-bare test-try test-field test-executors test-size test-packages test-combine test-places test-try-snippets test-playground test-parser test-metrics test-examples test-nio example-server fuzz bench bench-agent soak scale churn replay-figures week sanitize doc api lint build release packed dist dist-test install files uninstall deps clean test-pictures python

run: release
	@.build/release/flowviz

deps:
	@command -v $(SWIFT) >/dev/null || { echo "swift not found: install a Swift 6.2 or newer toolchain from swift.org"; exit 1; }
	@.ci/deps $(SYSTEM_PACKAGES)

# The libraries of debug builds are optimised (Package.swift). Plain `swift test` builds them anew without.
DEBUG := FLOWVIZ_OPTIMISED=1 $(SWIFT)

build: deps
	$(DEBUG) build -j $(JOBS)

release: deps
	$(SWIFT) build -c release -j $(JOBS) --product flowviz

# The program that test-examples, test-try, test-field and test-combine run: the release, or the one that is packed (packed).
TRIED ?= release
TRIED_PROGRAM = $(if $(filter packed,$(TRIED)),$(DIST),.build)/release/flowviz

# make test ONLY=KeyTableTests runs these alone.
ONLY ?= .
test: deps
	@.ci/test env $(DEBUG) test -j $(JOBS) --filter '$(ONLY)'

# FlowAsync without AsyncAlgorithms, as a program gets it that turns the trait off.
test-bare: deps
	$(SWIFT) test -j $(JOBS) --disable-default-traits --scratch-path .build-bare --filter FlowAsyncTests

LONG := -c release -Xswiftc -enable-testing --scratch-path .build-long

# Optimised: what takes minutes so takes an hour in a debug build. make test-long ONLY=AsyncPipelineTests runs these alone.
# The verdicts are tried on chains that nobody has seen before: their seed comes from the commit.
test-long: deps
	FLOWVIZ_LONG=1 FLOWVIZ_SEED=$${FLOWVIZ_SEED:-$$(git rev-parse HEAD)} $(SWIFT) test -j $(JOBS) $(LONG) --filter '$(ONLY)'

# Every operator's chains, printed as Swift and compiled in one program, have to give what the playground gives.
# The plan is made anew: it still names files that the playground no longer has.
PRINTED := Sources/PrintedChains/Printed
test-playground:
	rm -rf Oracles/$(PRINTED) Oracles/.build/debug.yaml
	cd Oracles && $(SWIFT) build -j $(JOBS) --product PrintChains && .build/debug/PrintChains $(PRINTED)
	cd Oracles && $(SWIFT) build -j $(JOBS) --product PrintedChains && .build/debug/PrintedChains

# What the playground's parser and Swift's both read of so many mutated chains has the same tree.
PARSED ?= 100000
test-parser:
	rm -rf Oracles/.build/debug.yaml
	cd Oracles && $(SWIFT) build -j $(JOBS) --product ParserOracle && .build/debug/ParserOracle $(PARSED)

# Programs of Examples: what diagnose says of each, and whether a gate fails.
EXAMPLE := Examples/.build/debug
test-examples: $(TRIED)
	cd Examples && $(SWIFT) build -j $(JOBS)
	Examples/check.sh $(TRIED_PROGRAM) $(EXAMPLE)

# Moving pictures as others show them: Chromium the SVG, pyte the asciicast.
test-pictures: build python
	@.build/python/bin/pip install --quiet --disable-pip-version-check pillow
	@.build/python/bin/python assets/check.py .build/debug/flowviz

# Files of many kinds, tried; what they need is built in the cache below .build first, which takes a minute or two.
test-try: $(TRIED)
	XDG_CACHE_HOME=$(CURDIR)/.build/try-cache TryKit/check.sh $(TRIED_PROGRAM)
	XDG_CACHE_HOME=$(CURDIR)/.build/try-cache TryKit/packages.sh $(TRIED_PROGRAM)
	XDG_CACHE_HOME=$(CURDIR)/.build/try-cache TryKit/conflicts.sh $(TRIED_PROGRAM)

# Packages that others wrote, each with its own tests, traced and untraced: are all results the same? Takes the better part of an hour;
# PACKAGES=FlyingFox for one; PACKAGES=macros for a package of ours with a macro, which needs swift-syntax.
PACKAGES ?=
test-packages: $(TRIED)
	@.ci/deps python3 git
	XDG_CACHE_HOME=$(CURDIR)/.build/try-cache TryKit/packages.py $(TRIED_PROGRAM) $(PACKAGES)

# Programs recorded with three sizes each: what is foretold from each recording is held to the others.
test-size: $(TRIED)
	@.ci/deps python3
	TryKit/size.py $(TRIED_PROGRAM)

# Programs after public reports, tried: what flowviz says of each is held to what is right to say.
test-field: $(TRIED)
	@.ci/deps python3
	XDG_CACHE_HOME=$(CURDIR)/.build/try-cache TryKit/field.py $(TRIED_PROGRAM)

# A program that blocks an executor at random: the verdicts name it, or none where nothing is blocked, with and without a loaded machine.
test-executors: $(TRIED)
	@.ci/deps python3
	XDG_CACHE_HOME=$(CURDIR)/.build/try-cache TryKit/executors.py $(TRIED_PROGRAM) --rounds 8
	XDG_CACHE_HOME=$(CURDIR)/.build/try-cache TryKit/executors.py $(TRIED_PROGRAM) --rounds 8 --seed 101 --load 8

# What programs link, compiled with a module named Combine in OpenCombine's place, and a program traced with it: no Mac is needed.
test-combine: $(TRIED)
	.ci/combine $(TRIED_PROGRAM)

# The places of a program's streams, compared with the lines marked in its source, in a debug and in a release build of it: an optimised
# program has other stacks.
test-places: deps
	$(SWIFT) build -c release -j $(JOBS) --product FlowPlacesProgram
	$(SWIFT) test -j $(JOBS) --filter PlacesProgramTests
	FLOWVIZ_PLACES=$(CURDIR)/.build/release/FlowPlacesProgram $(SWIFT) test -j $(JOBS) --skip-build --filter PlacesProgramTests

# All of Tests/Snippets, tried: each prints what it prints when Swift alone compiles it. Takes some minutes.
test-try-snippets: release
	XDG_CACHE_HOME=$(CURDIR)/.build/try-cache TryKit/snippets.sh .build/release/flowviz Tests/Snippets --virtual

# FlowNIO with SwiftNIO, and StreamServer while flowviz holds one of its clients: takes some minutes to build.
test-nio: deps
	$(SWIFT) build -j $(JOBS) --product flowviz
	cd Server && $(SWIFT) test -j $(JOBS)

# A Hummingbird server and three clients over loopback; ends by itself. Which connection is held back, and by which stage?
SERVING ?= 10
example-server: deps
	$(SWIFT) build -j $(JOBS) --product flowviz
	cd Server && $(SWIFT) build -j $(JOBS) --product StreamServer
	.build/debug/flowviz record -o Server/.build/server.fvz -- Server/.build/debug/StreamServer $(SERVING)
	.build/debug/flowviz diagnose Server/.build/server.fvz
	@echo "Live: FLOWVIZ=1 Server/.build/debug/StreamServer 60, and in another terminal .build/debug/flowviz attach"

# FlowMetrics with swift-metrics, the alerts, and a real Prometheus that reads what is written of a program.
test-metrics: build
	@.ci/deps prometheus prometheus-node-exporter python3
	cd MetricsTests && $(SWIFT) test -j $(JOBS)
	promtool check rules assets/flowviz-alerts.yml
	promtool test rules MetricsTests/alerts.test.yml
	cd Examples && $(SWIFT) build -j $(JOBS) --product LogShipper
	MetricsTests/prometheus.py .build/debug/flowviz Examples/.build/debug/LogShipper

# A hundred million subscriptions that come and go: what is kept of them, and how long it takes.
SUBSCRIPTIONS ?= 100000000
week: deps
	$(SWIFT) build --build-tests -j $(JOBS) $(LONG)
	FLOWVIZ_SUBSCRIPTIONS=$(SUBSCRIPTIONS) $(SWIFT) test --skip-build $(LONG) --filter 'WeekTests.*room'
	FLOWVIZ_SUBSCRIPTIONS=$(SUBSCRIPTIONS) $(SWIFT) test --skip-build $(LONG) --filter 'WeekTests.*sums'

# In 2 GiB of addresses: a file that asks for more memory than it has a right to ends the tests.
fuzz: deps
	$(SWIFT) build --build-tests -j $(JOBS) $(LONG)
	ulimit -v 2097152; FLOWVIZ_LONG=1 FLOWVIZ_SEED=$${FLOWVIZ_SEED:-$$(git rev-parse HEAD)} \
	    $(SWIFT) test --skip-build $(LONG) --filter 'TraceFuzzTests|TraceCommandFuzzTests|RecordedCommandFuzzTests|PlaygroundFuzzTests'

# Several rounds one after the other: what else the machine does seldom spoils the same benchmark in each.
ROUNDS ?= 1 2 3
bench: deps
	@.ci/deps python3
	rm -rf Benchmarks/.build/rounds
	cd Benchmarks && for round in $(ROUNDS); do \
	    mkdir -p .build/rounds/$$round; \
	    $(SWIFT) package -c release --allow-writing-to-package-directory benchmark \
	        --no-progress --format histogramPercentiles --time-units nanoseconds --path .build/rounds/$$round || exit 1; \
	done
	@python3 Benchmarks/ratios.py Benchmarks/.build/rounds

# What gates that viewers may close cost, and the jobs that ask the executors.
bench-agent: deps
	@.ci/deps python3
	cd Benchmarks && $(SWIFT) build -c release -j $(JOBS) --product Watched
	@python3 Benchmarks/agent.py Benchmarks/.build/release/Watched

# What it costs to watch a program for long, and whether what is shown is right: SOAK=8h make soak.
SOAK ?= 20m
soak: churn
	@.build/python/bin/python Benchmarks/soak.py .build/release/flowviz Examples/.build/release/Churn $(SOAK)

# The same for 10,000 subscriptions and a million events a second: SCALE=2 make scale, for two minutes.
SCALE ?= 10
scale: release python
	cd Examples && $(SWIFT) build -c release -j $(JOBS) --product Crowd
	@.build/python/bin/python Benchmarks/scale.py .build/release/flowviz Examples/.build/release/Crowd $(SCALE)

# How long a key takes in the replay of 30 s of the same program, and how much memory.
replay-figures: churn
	FLOWVIZ=file:.build/churn.fvz Examples/.build/release/Churn 30 > .build/churn.txt
	@.build/python/bin/python Benchmarks/replay.py .build/release/flowviz .build/churn.fvz

churn: release python
	cd Examples && $(SWIFT) build -c release -j $(JOBS) --product Churn

python:
	@.ci/deps python3 python3-venv
	@test -x .build/python/bin/python || python3 -m venv .build/python
	@.build/python/bin/pip install --quiet --disable-pip-version-check pyte

# The thread sanitizer does not see Swift's Mutex; FLOWVIZ_TSAN puts a lock in its place that it knows (LockedBox.swift). Leaks
# are not looked for, because what the Swift runtime keeps would be reported. What is played on one thread by the hundred
# thousand is left out: the thread sanitizer has nothing to see there, and under the other it takes hours. So do the tracer's full counts.
SANITIZED := --filter FlowCoreTests --filter FlowTraceTests --filter AsyncThreadTests
TRACER := --filter FlowTracerTests
THREAD := TSAN_OPTIONS=halt_on_error=1 $(SWIFT) test -j $(JOBS) --sanitize=thread -Xswiftc -DFLOWVIZ_TSAN --scratch-path .build-thread
ADDRESS := ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test -j $(JOBS) --sanitize=address --scratch-path .build-address
ON_ONE_THREAD := --skip '(Probe|ProbeSubscriber|Demand)LawTests|BufferLikenessTests|nothing is lost or reordered|every subscriber sees what a queue'

sanitize: deps
	FLOWVIZ_LONG=1 $(THREAD) $(SANITIZED) $(ON_ONE_THREAD)
	$(THREAD) $(TRACER)
	FLOWVIZ_LONG=1 $(ADDRESS) $(SANITIZED) $(ON_ONE_THREAD)
	$(ADDRESS) $(TRACER)

# The public interface of the libraries, as text in docs/api: a change of it shows as a change of these files.
api: build
	cd MetricsTests && $(SWIFT) build --build-tests -j $(JOBS)
	.ci/api

# The documentation of the libraries: an archive for each in .build/doc, and no warning.
doc: build
	cd MetricsTests && $(SWIFT) build --build-tests -j $(JOBS)
	.ci/doc .build/doc

lint:
	$(SWIFT) format lint --strict -r Sources Tests TryKit/Sources TryKit/Suite TryKit/Package.swift Package.swift
	@.ci/deps python3
	@.ci/english

# For Linux machines without Swift: the release with Swift's libraries in it, as a tarball and a Debian package.
DIST := .build-dist
STATIC := --static-swift-stdlib --scratch-path $(DIST) -Xswiftc -gnone -Xlinker -s -Xlinker --no-export-dynamic
packed: deps
	$(SWIFT) build -c release -j $(JOBS) --product flowviz $(STATIC)

dist: packed
	@.ci/deps binutils dpkg-dev
	rm -rf $(DIST)/packages
	Packaging/dist.sh $(DIST) $(DIST)/packages

# The package in a fresh Debian without Swift and without a compiler; needs root and the network.
dist-test: dist
	$(SWIFT) build -c release -j $(JOBS) --product FlowTracedProgram $(STATIC)
	Packaging/test.sh $(DIST)/packages/*.deb $(DIST)/release/FlowTracedProgram

# What 'flowviz try' links with the files that it builds.
SOURCE := $(PREFIX)/share/flowviz/source

install: release
	@$(MAKE) --no-print-directory files

# Installs a program that is already built.
BINARY := .build/release/flowviz
ZSH_COMPLETIONS := $(PREFIX)/share/zsh/site-functions
files:
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/flowviz
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions $(DESTDIR)$(ZSH_COMPLETIONS)
	install -d $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	install -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/flowviz
	install -m 644 assets/flowviz.1 $(DESTDIR)$(PREFIX)/share/man/man1/flowviz.1
	install -m 644 assets/*.svg assets/*.json assets/*.yml $(DESTDIR)$(PREFIX)/share/flowviz/
	install -d $(DESTDIR)$(PREFIX)/share/flowviz/chains
	install -m 644 assets/chains/*.swift $(DESTDIR)$(PREFIX)/share/flowviz/chains/
	rm -rf $(DESTDIR)$(SOURCE)
	install -d $(DESTDIR)$(SOURCE)/TryKit
	cp -R Package.swift Package.resolved Modules Sources $(DESTDIR)$(SOURCE)/
	cp -R TryKit/Package.swift TryKit/Sources TryKit/Suite $(DESTDIR)$(SOURCE)/TryKit/
	$(BINARY) --generate-completion-script bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/flowviz
	$(BINARY) --generate-completion-script zsh > $(DESTDIR)$(ZSH_COMPLETIONS)/_flowviz
	$(BINARY) --generate-completion-script fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/flowviz.fish

uninstall:
	rm -rf $(DESTDIR)$(PREFIX)/bin/flowviz $(DESTDIR)$(PREFIX)/share/man/man1/flowviz.1 $(DESTDIR)$(PREFIX)/share/flowviz
	rm -f $(DESTDIR)$(PREFIX)/share/bash-completion/completions/flowviz $(DESTDIR)$(ZSH_COMPLETIONS)/_flowviz
	rm -f $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/flowviz.fish

clean:
	rm -rf .build .build-thread .build-address .build-long .build-bare .build-dist MetricsTests/.build Oracles/.build Server/.build TryKit/.build Oracles/$(PRINTED)
