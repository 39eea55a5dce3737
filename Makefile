# Two commands are enough on a fresh Debian 12 or Ubuntu 24.04 with Go: make run, make test. make help lists the others.

STATICCHECK := build/tools/staticcheck-v0.8.2
GOVULNCHECK := build/tools/govulncheck-v1.8.0
CYCLONEDX := build/tools/cyclonedx-gomod-v1.10.0

# Each test says itself which targets leave it out: internal/testkind reads ACO_VK_TARGET.
# -vet=off: lint runs all of vet. -count=1: the test cache does not see that a driver has changed. Some drivers take minutes for a package.
# tools/gotest prints at the end how many tests were skipped, and why.
# With RUN=NAME, a target runs this test alone, and with PKG=./PACKAGE, this package alone: what tools/gotest prints for a test that failed.
GO_TEST = ACO_VK_TARGET=$@ go run ./tools/gotest -vet=off -count=1 -timeout=30m $(if $(RUN),'-run=^($(RUN))$$')

# Packages by what their source says: devices, concurrent or whole.
PACKAGES = $(or $(PKG),$$(tools/testpackages $(1)))

export SWIFTSHADER := $(or $(ACO_VK_SWIFTSHADER),build/swiftshader)
# Read when used: setup-test may have installed it. The loader takes the one of its own architecture.
export LAVAPIPE = $(shell printf '%s:' /usr/share/vulkan/icd.d/lvp_icd*.json)

# Where Go's own installer puts it, and what keeps Mesa from complaining on machines without a desktop.
export PATH := $(PATH):/usr/local/go/bin
export XDG_RUNTIME_DIR ?= $(CURDIR)/build
# What one clone has compiled, another one finds: packages in Go's cache, which else counts the folder, and the pipelines of lavapipe.
# Compiling them is most of the time of tests.
export GOFLAGS := $(GOFLAGS) -trimpath
export MESA_SHADER_CACHE_DIR ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/mesa_shader_cache

.NOTPARALLEL:
.PHONY: build run test test-all test-long vet staticcheck lint test-short test-rest test-conform test-others
.PHONY: test-packages test-whole test-no-subgroups race stress test-validation test-swiftshader fuzz test-portability portability-update
.PHONY: shaders figures count dist release devices mutants vulncheck setup-run setup-test setup-dist setup-packages setup-portability clean help

build: ## build bin/aco-vk (the default)
	go build -ldflags '-s -w -X main.release=$(shell tools/packaging/version)' -o bin/aco-vk ./cmd/aco-vk

run: setup-run build ## install missing packages, build, and solve testdata/zone1970.tsp
	@mkdir -p build
	bin/aco-vk solve testdata/zone1970.tsp --time-limit 5 --tour build/zone1970.tour

# Says which part it makes, and how long each one took.
PARTS = MAKE='$(MAKE)' tools/parts $@

# test-conform compiles most pipelines that test-short finds in Mesa's cache. test-short is last: it ends with the tests that were skipped.
test: setup-test ## install missing packages and test the program on one software device, in minutes
	@$(PARTS) test-conform test-short

# What test proves quickly comes first. test-whole has the tests of test-short that test-rest has not.
test-all: setup-test ## all tests, on every software device, with every tool and package, in more than an hour
	@$(PARTS) vet test-conform test-others test-rest staticcheck test-whole test-no-subgroups race test-validation test-swiftshader fuzz test-portability test-packages

lint: vet staticcheck ## run gofmt, go vet and staticcheck

vet: ## run gofmt and go vet
	@echo '== vet: gofmt, go vet'
	@unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "gofmt -w these: $$unformatted"; exit 1; }
	@go vet ./...

# Not in test: on a new machine it has to be built, and analyses all modules.
staticcheck: $(STATICCHECK) ## run staticcheck
	@echo '== staticcheck'
	@$(STATICCHECK) ./...

# A missing device is an error.
test-short test-rest test-conform test-others test-whole test-no-subgroups race stress test-validation test-swiftshader: export ACO_VK_REQUIRE_DEVICE := 1
# So are a missing Python and its packages.
test-short test-rest: export ACO_VK_REQUIRE_PYTHON := 1
# So is a missing browser, except on Ubuntu, where setup installs none.
test-whole: export ACO_VK_REQUIRE_BROWSER := $(if $(shell grep -s '^ID=ubuntu' /etc/os-release),,1)
# Lavapipe has subgroups of 8 in all tests but the race detector's, which have 4. test-others compares subgroups of 4 and 16.
test-conform test-short test-whole test-validation stress: export LP_NATIVE_VECTOR_WIDTH := 256
race: export LP_NATIVE_VECTOR_WIDTH := 128
# Without threads of its own, lavapipe does not wake two of them for every small dispatch: device tests take up to a third less
# processor time. Work-groups then run one after the other: test-others and test-whole run them at the same time.
test-conform test-short race test-validation stress: export LP_NUM_THREADS := 0

test-short: ## short tests of every package, on lavapipe with subgroups of 8
	@echo '== test-short: every package, on lavapipe, subgroups of 8'
	@VK_DRIVER_FILES=$(LAVAPIPE) $(GO_TEST) -short $(or $(PKG),./...)

test-rest: ## tests of the packages that test-whole leaves out
	@echo '== test-rest: what test-whole leaves out'
	@$(GO_TEST) $(call PACKAGES,rest)

test-conform: build ## aco-vk conform --quick on lavapipe with subgroups of 8
	@echo '== test-conform: every shader beside the reference, on lavapipe, subgroups of 8'
	@VK_DRIVER_FILES=$(LAVAPIPE) bin/aco-vk conform --quick

test-others: build ## aco-vk conform --quick on the other software devices
	@AT_ONCE=1 tools/each-device test-others bin/aco-vk conform --quick

test-whole: build ## all tests of the packages that use devices or have long tests, and aco-vk conform --quick --perturb, on the best Vulkan device; lavapipe has subgroups of 8
	@echo '== test-whole: packages that use devices or have long tests, on the best Vulkan device'
	@$(GO_TEST) $(call PACKAGES,whole)
	@echo '== test-whole: aco-vk conform --quick --perturb, with subgroups in reversed order'
	@bin/aco-vk conform --quick --perturb --device vulkan

test-no-subgroups: build ## aco-vk conform --quick with the shaders for devices without subgroup operations, on lavapipe
	@echo '== test-no-subgroups: aco-vk conform --quick without subgroup operations'
	@VK_DRIVER_FILES=$(LAVAPIPE) bin/aco-vk conform --quick --emulate testdata/devices/small-no-arithmetic.json

# Examples show results: what runs at the same time in them has tests.
race: ## short tests of packages with goroutines under Go's race detector
	@echo '== race: packages with goroutines under the race detector'
	@$(GO_TEST) -race -short -skip=^Example $(call PACKAGES,concurrent)

stress: export ACO_VK_TARGET := test-short
stress: setup-test ## run the short tests of PKG, all without it, again and again for FOR, beside eight busy processes; list what failed once
	@VK_DRIVER_FILES=$(LAVAPIPE) tools/stress $(or $(FOR),10m) '$(if $(RUN),^($(RUN))$$)' $(PKG)

# These packages make all calls of Vulkan. With the layers within shaders a case takes several times as long: an eighth of them runs.
test-validation: build ## short tests of vk, pipeline, aco and its algorithms, and aco-vk conform --quick, under Vulkan's validation layers
	@echo '== test-validation: Vulkan validation layers'
	@ACO_VK_VALIDATE=1 $(GO_TEST) -short $(or $(PKG),./vk ./vk/pipeline ./aco ./aco/classic ./aco/merged)
	@echo '== test-validation: aco-vk conform --quick, with what the layers see within shaders (GPU-assisted)'
	@ACO_VK_VALIDATE=1 VK_LAYER_ENABLES=VK_VALIDATION_FEATURE_ENABLE_GPU_ASSISTED_EXT bin/aco-vk conform --quick --fraction 1/8

# test-others has compared every shader with the reference there; test-long runs the other packages.
test-swiftshader: ## short tests of devices, pipelines and the library on SwiftShader
	@manifest=$$(realpath -e '$(SWIFTSHADER)/vk_swiftshader_icd.json' 2>/dev/null) || { echo '== test-swiftshader: no SwiftShader here, left out'; exit; }; \
	echo '== test-swiftshader: device tests on SwiftShader'; \
	VK_DRIVER_FILES=$$manifest $(GO_TEST) -short $(or $(PKG),./vk ./vk/pipeline ./aco)

# How long a long run takes, and how often processes are killed.
LONG ?= 30m
KILLS ?= 200

test-long: setup-test build ## full aco-vk conform and short device tests on each software device, two thousand commands, KILLS runs that are killed and resumed, and one run of LONG
	@tools/each-device test-long bin/aco-vk conform
	@tools/each-device test-long env $(GO_TEST) -short $(call PACKAGES,devices)
	ACO_VK_REQUIRE_DEVICE=1 ACO_VK_LONG=$(LONG) ACO_VK_KILLS=$(KILLS) $(GO_TEST) -v -timeout=0 ./cmd/aco-vk

PORTABILITY = go run ./tools/portability --shim '$(CURDIR)/build/intelshim/libintel_noop_drm_shim.so'

# Two cores build and test the packages in ten minutes, most of them spent in compiling three times.
test-packages: export ACO_VK_REQUIRE_PACKAGES := 1
test-packages: setup-packages dist ## build the packages, install and run them: in a fresh Debian, under Wine, for arm64 under emulation
	@echo '== test-packages: fresh systems, Wine, arm64, without cgo'
	@ACO_VK_DIST='$(CURDIR)/build/dist' $(GO_TEST) ./tools/packaging

test-portability: setup-portability ## compile changed shaders with AMD's and Intel's compilers, and compare their statistics with testdata/compilers.json
	@echo '== test-portability: the compilers of AMD and Intel'
	@$(PORTABILITY) testdata/compilers.json

portability-update: setup-portability ## compile changed shaders, and update testdata/compilers.json and testdata/compilers.md
	@$(PORTABILITY) --update testdata/compilers.md testdata/compilers.json

# How many inputs each target gets. Not a time: Go before 1.27 sometimes reports the end of that time as a failure (go.dev/issue/75804).
FUZZTIME ?= 2000x

fuzz: ## fuzz every reader of files, each with FUZZTIME inputs
	@for target in $$(grep -ro '^func Fuzz[A-Za-z]*' --include='*_test.go' . | sed 's/:func /:/'); do \
		echo "== fuzz: $$target, $(FUZZTIME)"; \
		go test -run '^$$' -fuzz "^$${target#*:}$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x "$$(dirname "$${target%%:*}")" || exit; \
	done

shaders: ## compile the shaders and generate their Go tables
	go run ./tools/shadergen

figures: ## draw docs/figures and update the tables of the pages, from the reports in docs/bench
	@mkdir -p build
	go run ./tools/figures --out docs/figures --pages README.md,docs/default-solver.md,docs/tutorial.md,docs/papers.md,docs/devices/speed/README.md --devices docs/devices/speed docs/bench/*.json docs/bench/*.jsonl
	go run ./cmd/aco-vk plot testdata/zone1970.tsp testdata/zone1970.tour --output docs/figures/zone1970.svg
	go run ./cmd/aco-vk solve testdata/zone1970.tsp --algorithm as --iterations 20 --seed 1 --device cpu --quiet --tour build/ant-system.tour
	go run ./cmd/aco-vk plot testdata/zone1970.tsp testdata/zone1970.tour build/ant-system.tour --output docs/figures/difference.svg

count: ## print lines of Go by folder, names, flags, options, pages and, in minutes, the program and its build; QUICK=1 leaves the program out
	@tools/count $(if $(QUICK),--quick)

dist: setup-dist ## build the packages of the committed program in build/dist
	rm -rf build/dist
	tools/packaging/build build/dist

release: ## build and test the packages of a release, and print what is left to do by hand
	@tools/packaging/release

devices: ## reduce the reports in docs/devices to summaries, and update the pages there
	go run ./tools/devicetable docs/devices

# How many bugs, and which ones. FOR is the longest time, here and of stress.
N ?= 100
SEED ?= 1
# With ACO_VK_TSPLIB, tests that need the published instances find bugs, too.

mutants: export ACO_VK_REQUIRE_DEVICE := 1
mutants: export LP_NATIVE_VECTOR_WIDTH := 256
mutants: setup-test ## plant N bugs, one at a time, and list in build/mutants.md which tests find each; takes hours
	@mkdir -p build
	VK_DRIVER_FILES=$(LAVAPIPE) go run ./tools/mutants --n $(N) --seed $(SEED) --for $(or $(FOR),24h) >build/mutants.md

vulncheck: $(GOVULNCHECK) ## look for known vulnerabilities in the packages that the program uses (needs the network)
	$(GOVULNCHECK) ./...

setup-run: ## install the packages that building and running need
	@tools/setup run

setup-test: ## install the packages that the tests need, too
	@tools/setup test
	@tools/swiftshader '$(SWIFTSHADER)'

setup-dist: $(CYCLONEDX) ## install the packages that dist needs
	@tools/setup dist

setup-packages: setup-dist ## install the packages that test-packages needs, too
	@tools/setup packages

setup-portability: ## install the packages that test-portability needs
	@tools/setup test
	@tools/intelshim build/intelshim

build/tools/staticcheck-%:
	@echo '== building staticcheck $*'
	@GOBIN='$(CURDIR)/build/tools' go install honnef.co/go/tools/cmd/staticcheck@$*
	@mv build/tools/staticcheck $@

build/tools/govulncheck-%:
	@echo '== building govulncheck $*'
	@GOBIN='$(CURDIR)/build/tools' go install golang.org/x/vuln/cmd/govulncheck@$*
	@mv build/tools/govulncheck $@

build/tools/cyclonedx-gomod-%:
	@echo '== building cyclonedx-gomod $*'
	@GOBIN='$(CURDIR)/build/tools' go install github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@$*
	@mv build/tools/cyclonedx-gomod $@

clean: ## remove what these targets wrote
	rm -rf bin build

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' Makefile
