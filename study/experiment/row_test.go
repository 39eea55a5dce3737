package experiment

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/internal/must"
)

// testRow returns a row with all fields.
func testRow() Row {
	return Row{
		Schema: RowSchema, Plan: "plan.toml", Run: 3, Configuration: "acs, q0 0", Method: "acs",
		Parameters: map[string]any{"q0": 0.0, "synchronous": true, "topology": "ring"}, Instance: "a.tsp",
		InstanceSHA256: "00ff", Cities: 5, BestKnown: 16, Seed: 1 << 63, Limit: Limit{Iterations: 100, Seconds: 0.5},
		Device: "cpu", Length: 20, Gap: new(0.25), Iterations: 100, Tours: 500, Seconds: 0.125, DeviceSeconds: 0.1,
		Found: Found{2, 10, 0.0625}, StopReason: "iterations", TourSHA256: "aa",
		Improvements: []Improvement{{Found{0, 0, 0}, 30}, {Found{2, 10, 0.0625}, 20}},
		Version:      "v1", Commit: "abc", Command: "aco-vk solve a.tsp",
	}
}

// A row has the fields of the documented format, and is read as it was written.
func TestRowJSON(t *testing.T) {
	text := must.Get(json.Marshal(testRow()))(t)
	want := `{"schema":1,"plan":"plan.toml","run":3,"configuration":"acs, q0 0","method":"acs",` +
		`"parameters":{"q0":0,"synchronous":true,"topology":"ring"},"instance":"a.tsp","instance_sha256":"00ff",` +
		`"cities":5,"best_known":16,"seed":9223372036854775808,"limit":{"iterations":100,"seconds":0.5},` +
		`"device":"cpu","length":20,"gap":0.25,"iterations":100,"tours":500,"seconds":0.125,"device_seconds":0.1,` +
		`"found":{"iteration":2,"tours":10,"seconds":0.0625},"stop_reason":"iterations","tour_sha256":"aa",` +
		`"improvements":[{"iteration":0,"seconds":0,"length":30},` +
		`{"iteration":2,"tours":10,"seconds":0.0625,"length":20}],` +
		`"version":"v1","commit":"abc","command":"aco-vk solve a.tsp"}`
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Error(diff)
	}
	rows := must.Get(ReadRows(bytes.NewReader(append(append(text, "\n\n"...), text...)), "rows.jsonl"))(t)
	if diff := cmp.Diff([]Row{testRow(), testRow()}, rows); diff != "" {
		t.Error(diff)
	}
}

func TestLimitString(t *testing.T) {
	for want, limit := range map[string]Limit{
		"1 iteration or 1 s":                     {Iterations: 1, Seconds: 1},
		"2 iterations or 1 tour":                 {Iterations: 2, Tours: 1},
		"20 tours or 1 s on the device or 0.5 s": {Tours: 20, DeviceSeconds: 1, Seconds: .5},
	} {
		if got := limit.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The last line may be torn. Every other one must be a row.
func TestReadRows(t *testing.T) {
	text := must.Get(json.Marshal(testRow()))(t)
	line := string(text) + "\n"
	for _, c := range []struct {
		text string
		rows int
		want string // in the error
	}{
		{"", 0, ""},
		{line, 1, ""},
		{line + line[:len(line)/2], 1, ""},
		{line + line[:len(line)-1], 2, ""},
		{line + "{}\n", 0, "line 2"},
		{strings.Replace(line, `"schema":1`, `"schema":2`, 1), 0, "later one"},
		{strings.Replace(line, `"seconds":0.125`, `"seconds":-1`, 1), 0, "seconds is negative"},
		{strings.Replace(line, `"length":30`, `"length":20`, 1), 0, "improvement 2"},
		{strings.Replace(line, `"length":20,"gap"`, `"length":21,"gap"`, 1), 0, "improvement 2"},
		{"configuration,length\n", 0, "line 1"},
	} {
		rows, err := ReadRows(strings.NewReader(c.text), "rows.jsonl")
		var refused *Error
		if c.want == "" && (err != nil || len(rows) != c.rows) {
			t.Errorf("%.60q: %d rows, %v", c.text, len(rows), err)
		}
		if c.want != "" && (!errors.As(err, &refused) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%.60q: %v, want an error with %q", c.text, err, c.want)
		}
	}
}

// A report has a row for each seed.
func TestReadReport(t *testing.T) {
	const head = `{"schema":1,"version":"v1","instance":{"name":"a","dimension":5,"sha256":"00"},"device":{"name":"cpu"},` +
		`"algorithm":"mmas","parameters":{"ants":5,"alpha":1,"colonies":2},"seed":2,"best_length":20,` +
		`"best_known_length":16,"tour_sha256":"aa","iterations":7,"stop_reason":"iterations",` +
		`"timings":{"wall_s":0.5,"stages":{"construct":250}},` +
		`"trace":[{"iteration":0,"elapsed_s":0,"length":25},{"iteration":3,"elapsed_s":0.25,"length":20}]`
	second := Row{
		Schema: 1, Configuration: "mmas", Method: "mmas", Instance: "a", InstanceSHA256: "00", Cities: 5, BestKnown: 16,
		Parameters: map[string]any{"ants": 5.0, "alpha": 1.0, "colonies": 2.0}, Seed: 2, Device: "cpu", Length: 20,
		Limit: Limit{Iterations: 7}, Gap: new(0.25), Iterations: 7, Tours: 70, Seconds: 0.5, DeviceSeconds: 0.25,
		Found: Found{3, 30, 0.25}, StopReason: "iterations", TourSHA256: "aa", Version: "v1",
		Improvements: []Improvement{{Found{}, 25}, {Found{3, 30, 0.25}, 20}},
	}
	rows, err := ReadRows(strings.NewReader(head+"}\n"), "a.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Row{second}, rows); diff != "" {
		t.Error(diff)
	}
	rows, err = ReadRows(strings.NewReader(head+`,"seeds":{"runs":[
		{"seed":1,"length":24,"iterations":2,"wall_s":1,"stop_reason":"time_limit","trace":[{"iteration":1,"elapsed_s":0.5,"length":24}]},
		{"seed":2,"length":20,"iterations":7,"wall_s":0.5,"stop_reason":"iterations",
			"trace":[{"iteration":0,"elapsed_s":0,"length":25},{"iteration":3,"elapsed_s":0.25,"length":20}]}]}}`), "a.json")
	if err != nil {
		t.Fatal(err)
	}
	first := second
	first.Seed, first.Length, first.Limit, first.Gap, first.Iterations, first.Tours = 1, 24, Limit{}, new(0.5), 2, 20
	first.Seconds, first.DeviceSeconds, first.Found, first.StopReason = 1, 0, Found{1, 10, 0.5}, "time_limit"
	first.TourSHA256, first.Improvements = "", []Improvement{{Found{1, 10, 0.5}, 24}}
	second.Run = 1
	if diff := cmp.Diff([]Row{first, second}, rows); diff != "" {
		t.Error(diff)
	}
	if _, err := ReadRows(strings.NewReader(strings.Replace(head, `"schema":1`, `"schema":9`, 1)+"}"), "a.json"); err == nil {
		t.Error("a report of another schema is read")
	}
}

// The reports of releases are read.
func TestReportsOfReleases(t *testing.T) {
	for name, runs := range map[string]int{"as": 1, "acs": 1, "mmas": 1, "merged": 1, "seeds": 0} {
		files, err := filepath.Glob("../../testdata/releases/*/" + name + ".json")
		if err != nil || len(files) == 0 {
			t.Fatal(name, files, err)
		}
		for _, file := range files {
			rows, err := ReadFile(file)
			if err != nil || len(rows) == 0 || runs > 0 && len(rows) != runs {
				t.Errorf("%s: %d rows, %v", file, len(rows), err)
			}
		}
	}
}

// The table has a column for each parameter, and an empty cell for what is unknown.
func TestWriteCSV(t *testing.T) {
	failed := Row{Schema: RowSchema, Configuration: "as", Instance: "b", Parameters: map[string]any{"rho": 0.5}, Error: "no"}
	var text bytes.Buffer
	must.Do(t, WriteCSV(&text, []Row{testRow(), failed}))
	table := must.Get(csv.NewReader(&text).ReadAll())(t)
	cells := make([]map[string]string, 2)
	for i := range cells {
		cells[i] = map[string]string{}
		for k, name := range table[0] {
			cells[i][name] = table[i+1][k]
		}
	}
	for _, c := range []struct {
		row        int
		name, want string
	}{
		{0, "configuration", "acs, q0 0"}, {0, "parameters.q0", "0"}, {0, "parameters.rho", ""}, {1, "parameters.rho", "0.5"},
		{0, "seed", "9223372036854775808"}, {0, "gap", "0.25"}, {1, "gap", ""}, {0, "length", "20"}, {1, "length", ""},
		{0, "limit.seconds", "0.5"}, {1, "limit.seconds", ""}, {0, "found.iteration", "2"}, {1, "error", "no"},
	} {
		if got, found := cells[c.row][c.name]; !found || got != c.want {
			t.Errorf("row %d, %s: %q, want %q", c.row, c.name, got, c.want)
		}
	}
}
