package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
)

// TestPages runs the commands in the console blocks of README.md and, unless -short is set, of
// the other pages. They run in a folder with testdata and bin/aco-vk, like a clone after make
// build. Each command must exit with 0, and its output must have the lines that the page shows
// below it. Numbers with a decimal point may differ: they are times.
func TestPages(t *testing.T) {
	testkind.Pages(t)
	if !hasDevice() {
		t.Skip("no Vulkan device")
	}
	root := must.Get(filepath.Abs("../.."))(t)
	program, err := exec.LookPath("aco-vk") // the test binary, as testscript.Main has installed it
	if err != nil {
		t.Fatal(err)
	}
	var pages []string
	if !testing.Short() {
		if pages, err = filepath.Glob(filepath.Join(root, "docs", "*.md")); err != nil {
			t.Fatal(err)
		}
	}
	for _, page := range append(pages, filepath.Join(root, "README.md")) {
		text := read(t, page)
		examples := consoleExamples(string(text))
		if len(examples) == 0 {
			if filepath.Base(page) == "README.md" && filepath.Dir(page) == root {
				t.Error("README.md has no console block")
			}
			continue
		}
		t.Run(filepath.Base(page), func(t *testing.T) {
			clone := t.TempDir()
			for link, target := range map[string]string{"testdata": filepath.Join(root, "testdata"), "bin/aco-vk": program} {
				must.Do(t, os.MkdirAll(filepath.Dir(filepath.Join(clone, link)), 0o777))
				must.Do(t, os.Symlink(target, filepath.Join(clone, link)))
			}
			for _, e := range examples {
				e.run(t, clone)
			}
		})
	}
}

// example is a command of a console block and what the page shows of its output.
type example struct {
	command string
	lines   []string
}

var consoleBlock = regexp.MustCompile("(?ms)^```console\n(.*?)^```")

func consoleExamples(page string) []example {
	var list []example
	for _, block := range consoleBlock.FindAllStringSubmatch(page, -1) {
		for line := range strings.Lines(block[1]) {
			line = strings.TrimSuffix(line, "\n")
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				list = append(list, example{command: command})
			} else if len(list) > 0 && line != "" {
				list[len(list)-1].lines = append(list[len(list)-1].lines, line)
			}
		}
	}
	return list
}

var decimalFraction = regexp.MustCompile(`\d+\\\.\d+`)

func (e example) run(t *testing.T, clone string) {
	command := exec.Command("sh", "-c", e.command)
	command.Dir = clone
	command.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(clone, "cache"))
	output, err := command.CombinedOutput()
	t.Logf("%s: %v", e.command, command.ProcessState)
	if err != nil {
		t.Errorf("%s: %v\n%s", e.command, err, output)
		return
	}
	for _, line := range e.lines {
		pattern := "(?m)^" + decimalFraction.ReplaceAllString(regexp.QuoteMeta(line), `\d+(\.\d+)?`) + "$"
		if !regexp.MustCompile(pattern).Match(output) {
			t.Errorf("%s has no line\n%s\nin\n%s", e.command, line, output)
		}
	}
}

// The program in docs/library.md compiles and solves an instance.
func TestLibraryPage(t *testing.T) {
	page := read(t, "../../docs/library.md")
	program := regexp.MustCompile("(?ms)^```go\n(.*?)^```").FindSubmatch(page)
	if program == nil {
		t.Fatal("the page has no program")
	}
	file := filepath.Join(t.TempDir(), "main.go")
	writeText(t, file, string(program[1]))
	command := exec.Command("go", "run", file, "testdata/places.csv")
	command.Dir = "../.."
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	if !regexp.MustCompile(`^\d\S* m \[\d+( \d+){37}\]\n$`).Match(output) {
		t.Errorf("the output is not a length and a tour of 38 cities:\n%s", output)
	}
}
