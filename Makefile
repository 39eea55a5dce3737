# Two commands are enough on a fresh Debian 12 or Ubuntu 24.04 with Go: make run, make test. make help lists the rest.

STATICCHECK := build/tools/staticcheck-v0.8.2
GOVULNCHECK := build/tools/govulncheck-v1.8.0

DEVICE_PACKAGES := ./vk ./pipeline ./aco/... ./conform/... ./bench ./cmd/...
# -count=1: the test cache does not see that a driver has changed. Some drivers take minutes for a package.
GO_TEST := go test -count=1 -timeout 30m

SWIFTSHADER := $(or $(ACO_VK_SWIFTSHADER),build/swiftshader)
# Read when used: make setup-test may have brought it. The loader takes the one of its own architecture.
LAVAPIPE = $(shell printf '%s:' /usr/share/vulkan/icd.d/lvp_icd*.json)

# Where Go's own installer puts it, and what keeps Mesa from complaining on machines without a desktop.
export PATH := $(PATH):/usr/local/go/bin
export XDG_RUNTIME_DIR ?= $(CURDIR)/build

.NOTPARALLEL:
.PHONY: build run test lint race test-packages test-validation test-devices
.PHONY: test-portability portability-update fuzz test-long
.PHONY: shaders figures devices vulncheck setup-run setup-test setup-portability clean help

build: ## build bin/aco-vk (the default)
	go build -o bin/aco-vk ./cmd/aco-vk

run: setup-run build ## install what is missing, build, and solve testdata/zone1970.tsp
	@mkdir -p build
	bin/aco-vk solve testdata/zone1970.tsp --time-limit 15 --tour build/zone1970.tour

test: setup-test lint test-packages race test-validation test-devices ## install what is missing and prove the program

lint: $(STATICCHECK) ## gofmt, go vet, staticcheck
	@echo '== lint: gofmt, go vet, staticcheck'
	@unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "gofmt -w these: $$unformatted"; exit 1; }
	@go vet ./...
	@$(STATICCHECK) ./...

test-packages race test-validation test-devices: export ACO_VK_REQUIRE_DEVICE := 1

test-packages: ## every package's tests, on the machine's own device
	@echo '== test-packages: every package, on the device that aco-vk chooses'
	@$(GO_TEST) ./...

# Tests of many processes and devices, one after the other: nothing in them goes on at once that other tests have not.
PROCESSES := TestKilledRuns|TestMany|TestDamagedPipelines

race: ## short ones under Go's race detector
	@echo '== race: every package under the race detector'
	@$(GO_TEST) -race -short -skip '$(PROCESSES)' ./...

test-validation: ## the device's short tests, and a quick conform, under Vulkan's validation layers
	@echo '== test-validation: Vulkan validation layers'
	@ACO_VK_VALIDATE=1 $(GO_TEST) -short $(DEVICE_PACKAGES)
	@echo '== test-validation: aco-vk conform --quick, with what the layers see within shaders (GPU-assisted)'
	@ACO_VK_VALIDATE=1 VK_LAYER_ENABLES=VK_VALIDATION_FEATURE_ENABLE_GPU_ASSISTED_EXT go run ./cmd/aco-vk conform --quick

test-devices: ## the device's short tests on each software device: SwiftShader, then lavapipe with subgroups of 4, 8, 16
	@if manifest=$$(realpath -e '$(SWIFTSHADER)/vk_swiftshader_icd.json' 2>/dev/null); then \
		echo '== test-devices: SwiftShader'; \
		VK_DRIVER_FILES=$$manifest $(GO_TEST) -short $(DEVICE_PACKAGES); \
	else echo '== test-devices: no SwiftShader here, left out'; fi
	@for bits in 128 256 512; do \
		echo "== test-devices: lavapipe, subgroups of $$((bits / 32))"; \
		LP_NATIVE_VECTOR_WIDTH=$$bits VK_DRIVER_FILES=$(LAVAPIPE) $(GO_TEST) -short $(DEVICE_PACKAGES) || exit; \
	done

# How long a long run takes; ten thousand solves come besides.
LONG ?= 30m

test-long: ## prove that long runs and many do not grow: LONG, and some twenty minutes more
	ACO_VK_REQUIRE_DEVICE=1 ACO_VK_LONG=$(LONG) $(GO_TEST) -v -timeout 0 -run 'TestManySolves|TestManyCommands|TestLongRun' ./cmd/aco-vk

PORTABILITY = go run ./tools/portability --shim '$(CURDIR)/build/intelshim/libintel_noop_drm_shim.so'

test-portability: setup-portability ## have AMD's and Intel's compilers compile every shader, and compare what they tell with the table
	@echo '== test-portability: the compilers of AMD and Intel'
	@$(PORTABILITY) docs/compilers.json

portability-update: setup-portability ## the same, and write what they tell into the table
	@$(PORTABILITY) --update docs/compilers.json

# Each target for so long.
FUZZTIME ?= 60s

fuzz: ## give every reader of files bad ones for FUZZTIME each, from the seeds that make test tries
	@for target in $$(grep -ro '^func Fuzz[A-Za-z]*' --include='*_test.go' . | sed 's/:func /:/'); do \
		echo "== fuzz: $$target for $(FUZZTIME)"; \
		go test -run '^$$' -fuzz "^$${target#*:}$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x "$$(dirname "$${target%%:*}")" || exit; \
	done

shaders: ## compile the shaders and write the Go tables that go with them
	go run ./tools/shadergen

figures: ## draw docs/figures from what aco-vk bench --json wrote into docs/bench
	go run ./tools/figures --out docs/figures docs/bench/*.json

devices: ## write docs/devices/README.md from the reports of aco-vk conform beside it
	go run ./tools/devicetable docs/devices

vulncheck: $(GOVULNCHECK) ## look for known vulnerabilities in what the program calls (asks Go's database)
	$(GOVULNCHECK) ./...

setup-run: ## install what building and running needs, where it is missing
	@tools/setup run

setup-test: ## install what the tests need as well
	@tools/setup test
	@tools/swiftshader '$(SWIFTSHADER)'

setup-portability: ## install what test-portability needs
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

clean: ## remove what these commands wrote
	rm -rf bin build

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' Makefile
