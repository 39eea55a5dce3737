package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// Reading and writing the table in docs does not change it, and its page is up to date.
func TestTableAndPageAreUpToDate(t *testing.T) {
	const at = "../../docs/compilers"
	table, err := readTable(at + ".json")
	if err != nil || len(table.Devices) == 0 {
		t.Fatalf("%d devices, %v", len(table.Devices), err)
	}
	file := filepath.Join(t.TempDir(), "compilers")
	if err := table.write(file + ".json"); err != nil {
		t.Fatal(err)
	}
	if err := writeMarkdown(file+".md", table); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{".json", ".md"} {
		got, err := os.ReadFile(file + kind)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(at + kind)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s%s is not what make portability-update writes", at, kind)
		}
	}
}
