package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// Reading and writing the table does not change it, and its page is up to date.
func TestTableAndPageAreUpToDate(t *testing.T) {
	const tableFile, pageFile = "../../testdata/compilers.json", "../../testdata/compilers.md"
	table, err := readTable(tableFile)
	if err != nil || len(table.Devices) == 0 {
		t.Fatalf("%d devices, %v", len(table.Devices), err)
	}
	folder := t.TempDir()
	written := map[string]string{tableFile: filepath.Join(folder, "table"), pageFile: filepath.Join(folder, "page")}
	if err := table.write(written[tableFile]); err != nil {
		t.Fatal(err)
	}
	if err := writeMarkdown(written[pageFile], table); err != nil {
		t.Fatal(err)
	}
	for kept, now := range written {
		got, err := os.ReadFile(now)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(kept)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what make portability-update writes", kept)
		}
	}
}
