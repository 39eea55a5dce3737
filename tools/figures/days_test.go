package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/internal/figure"
)

const daysText = `{"table": "days", "stops": 30, "days": 2, "lists": 1, "changes": {"new": 5, "gone": 3, "moved": 2}, "runs": [
{"price_m": 0, "length_m": 1000, "changed": 9}, {"price_m": 0, "length_m": 1000, "changed": 4},
{"price_m": 50, "length_m": 1010, "changed": 2}, {"price_m": 50, "length_m": 1030, "changed": 1}]}`

const stopwatchText = `{"table": "stopwatch", "cores": 2, "commands": [{"command": "a b -o c", "seconds": 1.25}, {"command": "c", "seconds": 3.5}]}`

// The reports on changing lists have a chart and tables.
func TestDays(t *testing.T) {
	d, err := readDays([]byte(daysText))
	if err != nil {
		t.Fatal(err)
	}
	s, err := readStopwatch([]byte(stopwatchText))
	if err != nil {
		t.Fatal(err)
	}
	c := d.chart()
	want := []series{
		{Label: "", Points: []point{{6.5, 0}, {1.5, 2}}, Style: len(figure.Colours) - 1, Look: unmarked},
		{Label: "0 m for a leg", Points: []point{{6.5, 0}}, Style: 0, Look: dots},
		{Label: "50 m for a leg", Points: []point{{1.5, 2}}, Style: 1, Look: dots},
	}
	if diff := cmp.Diff(want, c.Series, nearly); diff != "" || !c.Linear {
		t.Errorf("linear %v, series: -want +got\n%s", c.Linear, diff)
	}
	page, err := withTables("<!-- make figures: days -->\nold\n<!-- end --><!-- make figures: stopwatch -->\n<!-- end -->", &kept{days: d, stopwatch: s})
	table := `<!-- make figures: days -->
| price of a changed leg | changed legs a day | mean length, km | longer |
|---|---|---|---|
| 0 m | 6.5 | 1.00 | 0.00% |
| 50 m | 1.5 | 1.02 | 2.00% |
<!-- end --><!-- make figures: stopwatch -->
| command | seconds, 2 cores without a GPU |
|---|---|
| ` + "`a b`" + ` | 1.2 |
| ` + "`c`" + ` | 3.5 |
| **all** | **4.8** |
<!-- end -->`
	if diff := cmp.Diff(table, page); err != nil || diff != "" {
		t.Errorf("error %v, page: -want +got\n%s", err, diff)
	}
	for name, read := range map[string]func() error{
		"days":      func() error { _, err := readDays([]byte(`{"runs": [{"price_m": 5}]}`)); return err },
		"stopwatch": func() error { _, err := readStopwatch([]byte(`{}`)); return err },
	} {
		if read() == nil {
			t.Errorf("%s: a report without runs is accepted", name)
		}
	}
}
