package main

import (
	"os"
	"path/filepath"
	"testing"
)

// The pages are up to date with the reports.
func TestPagesAreUpToDate(t *testing.T) {
	const folder = "../../docs/devices"
	for folder, page := range map[string]func(string) ([]byte, error){folder: page, filepath.Join(folder, speedFolder): speedPage} {
		want, err := page(folder)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(folder, "README.md"))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s/README.md is not what make devices writes", folder)
		}
	}
}
