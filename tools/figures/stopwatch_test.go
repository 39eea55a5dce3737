package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const stopwatchText = `{"table": "stopwatch", "cores": 2, "commands": [{"command": "a b -o c", "seconds": 1.25}, {"command": "c", "seconds": 3.5}]}`

// The times of commands have a table, with their sum.
func TestStopwatch(t *testing.T) {
	s, err := readStopwatch([]byte(stopwatchText))
	if err != nil {
		t.Fatal(err)
	}
	page, err := withTables("<!-- make figures: stopwatch -->\nold\n<!-- end -->", &kept{stopwatch: s})
	table := `<!-- make figures: stopwatch -->
| command | seconds, 2 cores without a GPU |
|---|---|
| ` + "`a b`" + ` | 1.2 |
| ` + "`c`" + ` | 3.5 |
| **all** | **4.8** |
<!-- end -->`
	if diff := cmp.Diff(table, page); err != nil || diff != "" {
		t.Errorf("error %v, page: -want +got\n%s", err, diff)
	}
	if _, err := readStopwatch([]byte(`{}`)); err == nil {
		t.Error("a report without commands is accepted")
	}
}
