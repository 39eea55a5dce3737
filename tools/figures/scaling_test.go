package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const scalingText = `{"table": "scaling", "runs": [
{"instance": {"name": "E"}, "device": {"name": "gpu"}, "parameters": {"ants": 1000, "colonies": 1}, "iterations": 300,
 "timings": {"stages": {"ant": 100, "long": 50}, "parts": [{"name": "iterations", "ms": 140}, {"name": "first iteration", "ms": 10}]},
 "devices": [{"busy_s": 0.075, "exchange": {"sent_bytes": 300000}}, {"busy_s": 0.075, "exchange": {"sent_bytes": 600000}}]},
{"instance": {"name": "E"}, "device": {"name": "gpu"}, "parameters": {"ants": 1000, "colonies": 1}, "iterations": 200,
 "timings": {"stages": {"ant": 150}, "parts": [{"name": "iterations", "ms": 200}, {"name": "input", "ms": 90}]}},
{"instance": {"name": "E"}, "parameters": {"ants": 10, "colonies": 8}, "best_length": 1010, "best_known_length": 1000,
 "stop_reason": "time_limit", "timings": {"wall_s": 9.9}, "devices": [{}, {}]},
{"instance": {"name": "uniform-100-1", "dimension": 100}, "parameters": {"ants": 20, "colonies": 8}, "best_length": 7836400,
 "stop_reason": "time_limit", "timings": {"wall_s": 3}}]}`

// The report on groups has a chart of the ants a second, and a table.
func TestScaling(t *testing.T) {
	s, err := readScaling([]byte(scalingText))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]map[string][]point{scalingName: {"E": {{1, 1}, {2, 2}}, "-- proportional": {{1, 1}, {2, 2}}}}
	if diff := cmp.Diff(want, lines([]chart{s.chart()}), nearly); diff != "" {
		t.Errorf("points: -want +got\n%s", diff)
	}
	page, err := withTables("<!-- make figures: scaling -->\nold\n<!-- end -->", &kept{scaling: s})
	table := `<!-- make figures: scaling -->
| instance | ants | devices | 10⁶ ants a second | waiting, % | kB sent in an iteration |
|---|---|---|---|---|---|
| E | 1000 | 1 | 1.0 | 25 | 0 |
| E | 1000 | 2 | 2.0 | 50 | 3 |
<!-- end -->`
	if diff := cmp.Diff(table, page); err != nil || diff != "" {
		t.Errorf("error %v, page: -want +got\n%s", err, diff)
	}
	page, err = withTables("<!-- make figures: scaling lengths -->\n<!-- end -->", &kept{scaling: s})
	table = `<!-- make figures: scaling lengths -->
| instance | devices | colonies | ants of a colony | s | % |
|---|---|---|---|---|---|
| E | 2 | 8 | 10 | 10 | 1.000 |
| uniform-100-1 | 1 | 8 | 20 | 3 | 10.000 |
<!-- end -->`
	if diff := cmp.Diff(table, page); err != nil || diff != "" {
		t.Errorf("error %v, page: -want +got\n%s", err, diff)
	}
	if _, err := readScaling([]byte(`{"table": "scaling"}`)); err == nil {
		t.Error("a report without runs is accepted")
	}
}
