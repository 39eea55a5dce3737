// Command testpackages prints the packages whose tests a target of the Makefile runs:
//
//	testpackages devices     packages that use Vulkan devices
//	testpackages concurrent  packages whose own files start goroutines, or synchronise with goroutines
//	testpackages whole       packages that use devices or have tests that are shorter in short tests
//	testpackages rest        all others
//
// It reads the imports and the source of the packages and of their tests, so that no list has to
// be kept.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "testpackages:", err)
		os.Exit(1)
	}
}

// run prints the paths of the chosen packages that have tests, one a line.
func run(out io.Writer, arguments []string) error {
	choices := map[string]func(traits) bool{
		"devices":    func(t traits) bool { return t.device },
		"concurrent": func(t traits) bool { return t.goroutines },
		"whole":      func(t traits) bool { return t.device || t.shorter },
		"rest":       func(t traits) bool { return !t.device && !t.shorter },
	}
	if len(arguments) != 1 || choices[arguments[0]] == nil {
		return fmt.Errorf("usage: testpackages devices|concurrent|whole|rest")
	}
	packages, err := list()
	if err != nil {
		return err
	}
	for _, p := range packages {
		if len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
			continue
		}
		t, err := p.traits()
		if err != nil {
			return err
		}
		if choices[arguments[0]](t) {
			fmt.Fprintln(out, p.ImportPath)
		}
	}
	return nil
}
