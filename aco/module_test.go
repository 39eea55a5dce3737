package aco_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// The program of the package comment builds in a module of its own and solves a CSV file.
func TestModuleOfItsOwn(t *testing.T) {
	testkind.Whole(t)
	program := must.Get(os.ReadFile("testdata/module/main.go"))(t)
	comment := must.Get(os.ReadFile("doc.go"))(t)
	var shown []string
	for line := range strings.Lines(string(program)) {
		shown = append(shown, strings.TrimSuffix("//\t"+line, "\n"))
	}
	if !strings.Contains(string(comment), strings.ReplaceAll(strings.Join(shown, "\n"), "//\t\n", "//\n")) {
		t.Error("the package comment has another program")
	}
	root := must.Get(filepath.Abs(".."))(t)
	folder := t.TempDir()
	for name, content := range map[string][]byte{
		"main.go": program,
		"go.mod": []byte(
			"module example\n\ngo 1.26\n\nrequire github.com/aco-vk/aco-vk v0.0.0\n\nreplace github.com/aco-vk/aco-vk => " + root + "\n"),
		"go.sum":     contentOf(t, filepath.Join(root, "go.sum")),
		"places.csv": contentOf(t, "../testdata/places.csv"),
	} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), content, 0o600))
	}
	run := func(name string, arguments ...string) string {
		t.Helper()
		command := exec.Command(name, arguments...)
		command.Dir = folder
		// With other flags that change what is compiled, all packages would be compiled again.
		flags := "GOFLAGS=-mod=mod " + os.Getenv("GOFLAGS")
		command.Env = append(os.Environ(), flags, "GOPROXY=off", "GOWORK=off")
		output, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, output)
		}
		return string(bytes.TrimSpace(output))
	}
	run("go", "build", "-o", "program", ".")
	output := run(filepath.Join(folder, "program"))
	input := must.Get(format.ReadFile(t.Context(), "../testdata/places.csv", format.Options{}))(t)
	text, cities, _ := strings.Cut(output, " m ")
	length, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatalf("it prints %q", output)
	}
	var tour tsp.Tour
	for field := range strings.FieldsSeq(strings.Trim(cities, "[]")) {
		number, err := strconv.Atoi(field)
		if err != nil {
			t.Fatalf("it prints %q", output)
		}
		tour = append(tour, int32(number))
	}
	if _, err := verify.Tour(input.Instance, tour); err != nil ||
		verify.UnitLength(input.Instance, tour, false) != length {
		t.Errorf("it prints %q, and the tour's length is %v (%v)", output,
			verify.UnitLength(input.Instance, tour, false), err)
	}
}

func contentOf(t *testing.T, name string) []byte {
	t.Helper()
	return must.Get(os.ReadFile(name))(t)
}
