package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
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
	must.Do(t, table.write(written[tableFile]))
	must.Do(t, writeMarkdown(written[pageFile], table))
	for kept, now := range written {
		got := must.Get(os.ReadFile(now))(t)
		want := must.Get(os.ReadFile(kept))(t)
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what make portability-update writes", kept)
		}
	}
}
