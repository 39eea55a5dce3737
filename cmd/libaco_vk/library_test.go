package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// folder is where the tests build the library, if they need it.
var folder string

// built builds the library once for all tests.
var built = sync.OnceValue(func() error {
	if out, err := exec.Command("./build", folder).CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
})

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "clib"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

// library returns the folder of the library.
func library(t *testing.T) string {
	t.Helper()
	testkind.ManyProcesses(t)
	testkind.Whole(t) // a library of its own kind compiles all packages again
	must.Do(t, built())
	return folder
}

// compile compiles a C program with the library and returns its path.
func compile(t *testing.T, source string, flags ...string) string {
	t.Helper()
	folder := library(t)
	program := filepath.Join(t.TempDir(), "program")
	arguments := append([]string{"-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I", folder, "-o", program, source},
		append(flags, "-L", folder, "-laco_vk", "-lm", "-lpthread", "-Wl,-rpath,"+folder)...)
	execute(t, "gcc", arguments...)
	return program
}

// execute runs a command and returns what it printed.
func execute(t *testing.T, command string, arguments ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), command, arguments...)
	c.Env = append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir())
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	return string(out)
}

// The library exports the functions of the header alone.
func TestSymbols(t *testing.T) {
	printed := execute(t, "nm", "-D", "--defined-only", filepath.Join(library(t), "libaco_vk.so"))
	var names []string
	for line := range strings.Lines(printed) {
		if name, _, found := strings.Cut(strings.Fields(line)[2], "@@ACO_VK_1"); found {
			names = append(names, name)
		} else if name != "ACO_VK_1" {
			t.Errorf("it exports %s", name)
		}
	}
	const want = "aco_vk_cancel aco_vk_close aco_vk_message aco_vk_open aco_vk_solve aco_vk_solve_many aco_vk_version aco_vk_warning"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("it exports %s, not %s", got, want)
	}
}

// The sample for C finds the shortest tour of its places.
func TestSampleC(t *testing.T) {
	const want = "length 450.717, optimal\n"
	if got := execute(t, compile(t, "sample/solve.c")); !strings.HasPrefix(got, want) {
		t.Errorf("it printed %q", got)
	}
}

// The page shows the sample as it is.
func TestPage(t *testing.T) {
	page, missing := os.ReadFile("../../docs/c.md")
	sample, err := os.ReadFile("sample/solve.c")
	if err = errors.Join(missing, err); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "```c\n"+string(sample)+"```\n") {
		t.Error("docs/c.md does not have sample/solve.c")
	}
}

// Problems in each form, options, errors and hostile arguments.
func TestContract(t *testing.T) {
	execute(t, compile(t, "testdata/contract.c"))
}

// sanitizers find reads and writes outside of arrays and leaks in C.
var sanitizers = []string{"-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"}

// The contract under sanitizers, on the processor: drivers leak.
func TestContractSanitized(t *testing.T) {
	if testing.Short() {
		t.Skip("TestContract does the same")
	}
	t.Setenv("VK_DRIVER_FILES", "none")
	execute(t, compile(t, "testdata/contract.c", sanitizers...))
}

// Four threads, cancelling, progress functions and closing, with a library that is loaded later.
func TestThreads(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles for a device")
	}
	program := compile(t, "testdata/threads.c", append([]string{"-std=gnu11", "-Wno-pedantic"}, sanitizers...)...)
	for _, device := range []string{"cpu", "vulkan"} {
		t.Run(device, func(t *testing.T) {
			if device == "vulkan" {
				vktest.Open(t)                             // or skip
				t.Setenv("ASAN_OPTIONS", "detect_leaks=0") // of the driver
			}
			t.Log(execute(t, program, filepath.Join(folder, "libaco_vk.so"), device))
		})
	}
}
