package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

func TestModuleOf(t *testing.T) {
	info := &debug.BuildInfo{Main: debug.Module{Path: "example.org/own"},
		Deps: []*debug.Module{{Path: "github.com/a/b"}, {Path: "github.com/a/b/v2"}, {Path: "gopkg.in/c.v1"}}}
	for symbol, want := range map[string]string{
		"example.org/own/x.(*T).M": "example.org/own", "main.run": "example.org/own", "runtime.mallocgc": standard,
		"github.com/a/b/v2/x.F[go.shape.int]": "github.com/a/b/v2", "github.com/a/b/x.F": "github.com/a/b",
		"gopkg.in/c%2ev1.F": "gopkg.in/c.v1", "type:.eq.T": shared, "go:string.*": shared, "memcpy": shared,
		"vendor/golang.org/x/net/idna.f": standard,
	} {
		if got := moduleOf(symbol, info); got != want {
			t.Errorf("%s is of %s, want %s", symbol, got, want)
		}
	}
}

// The parts of a program are as large as what is in memory, and the table has their sum.
func TestPartsOfAProgram(t *testing.T) {
	program := filepath.Join(t.TempDir(), "size")
	if printed, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, printed)
	}
	parts, err := read(program)
	if err != nil {
		t.Fatal(err)
	}
	names, all := map[string]float64{}, 0.0
	for _, p := range parts {
		names[p.name] = p.code + p.data
		all += names[p.name]
	}
	file, err := os.Stat(program)
	if err != nil {
		t.Fatal(err)
	}
	if size := float64(file.Size()); all < 0.97*size || all > size {
		t.Errorf("the parts have %.0f bytes, the program %.0f", all, size)
	}
	if names[standard] < 1e6 || names["github.com/alecthomas/kong"] < 1e4 {
		t.Errorf("parts %v", names)
	}
	if text := table(parts); !strings.Contains(text, "| **all, ") || !strings.Contains(text, standard) {
		t.Error(text)
	}
}
