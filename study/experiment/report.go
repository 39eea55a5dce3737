package experiment

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aco-vk/aco-vk/internal/schema"
)

// report has those fields of a run's report that rows have.
type report struct {
	Schema   int    `json:"schema"`
	Version  string `json:"version"`
	Commit   string `json:"commit"`
	Instance struct {
		Name      string `json:"name"`
		Dimension int    `json:"dimension"`
		SHA256    string `json:"sha256"`
	} `json:"instance"`
	Device  reportDevice `json:"device"`
	Devices []struct {
		Device reportDevice `json:"device"`
	} `json:"devices"`
	Algorithm  string         `json:"algorithm"`
	Preset     string         `json:"preset"`
	Parameters map[string]any `json:"parameters"`
	Seed       uint64         `json:"seed"`
	Seeds      *struct {
		Runs []reportRun `json:"runs"`
	} `json:"seeds"`
	BestLength int64  `json:"best_length"`
	BestKnown  int64  `json:"best_known_length"`
	TourSHA256 string `json:"tour_sha256"`
	Iterations int    `json:"iterations"`
	StopReason string `json:"stop_reason"`
	Timings    struct {
		WallS  float64            `json:"wall_s"`
		Stages map[string]float64 `json:"stages"` // ms
	} `json:"timings"`
	Trace []reportImprovement `json:"trace"`
}

type reportDevice struct {
	Name string `json:"name"`
}

// reportRun is one of several runs of a report.
type reportRun struct {
	Seed       uint64              `json:"seed"`
	Length     int64               `json:"length"`
	Iterations int                 `json:"iterations"`
	WallS      float64             `json:"wall_s"`
	StopReason string              `json:"stop_reason"`
	Trace      []reportImprovement `json:"trace"`
}

type reportImprovement struct {
	Iteration int     `json:"iteration"`
	ElapsedS  float64 `json:"elapsed_s"`
	Length    int64   `json:"length"`
}

// readReport returns a row for each run of a report. A report does not have the limits of its run: a
// row has the number of iterations as its limit if that ended the run.
func readReport(text []byte, name string) ([]Row, error) {
	var r report
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, &Error{File: name, Reason: fmt.Sprintf("the file is not the JSON report of a run: %v", err)}
	}
	if err := schema.Check("the report", r.Schema, schema.Report); err != nil {
		return nil, &Error{File: name, Reason: err.Error()}
	}
	runs := []reportRun{{r.Seed, r.BestLength, r.Iterations, r.Timings.WallS, r.StopReason, r.Trace}}
	if r.Seeds != nil {
		runs = r.Seeds.Runs
	}
	var rows []Row
	for i, run := range runs {
		row := r.row(i, run)
		if err := row.validate(); err != nil {
			return nil, &Error{File: name, Reason: fmt.Sprintf("seed %d: %v", run.Seed, err)}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// row returns the row of a run.
func (r *report) row(index int, run reportRun) Row {
	row := Row{
		Schema: RowSchema, Run: index, Configuration: r.Algorithm, Method: r.Algorithm, Preset: r.Preset,
		Parameters: r.Parameters, Instance: r.Instance.Name, InstanceSHA256: r.Instance.SHA256,
		Cities: r.Instance.Dimension, BestKnown: r.BestKnown, Seed: run.Seed, Device: r.deviceNames(),
		Length: run.Length, Iterations: run.Iterations, Seconds: run.WallS, StopReason: run.StopReason,
		Version: r.Version, Commit: r.Commit,
	}
	if r.Preset != "" {
		row.Configuration = r.Preset
	}
	if run.StopReason == "iterations" {
		row.Limit.Iterations = run.Iterations
	}
	if run.Seed == r.Seed {
		row.TourSHA256 = r.TourSHA256
		for _, ms := range r.Timings.Stages {
			row.DeviceSeconds += ms / 1e3
		}
	}
	ants := number(r.Parameters["ants"])
	if !constructsTours(row.Method) {
		ants = 0
	}
	each := ants * max(1, number(r.Parameters["colonies"]))
	for _, i := range run.Trace {
		row.AddImprovement(Improvement{Found{i.Iteration, int64(i.Iteration) * each, i.ElapsedS}, i.Length})
	}
	row.Tours = int64(run.Iterations) * each
	row.SetGap()
	return row
}

// number returns a parameter that is an integer, 0 if it is not.
func number(parameter any) int64 {
	value, _ := parameter.(float64)
	return int64(value)
}

// constructsTours reports whether each ant of a method constructs a tour in each iteration. Ants of
// the other methods change parts of a tour.
func constructsTours(method string) bool {
	return method == "as" || method == "mmas" || method == "acs"
}

// AddImprovement adds a tour that is shorter than all before.
func (r *Row) AddImprovement(now Improvement) {
	if n := len(r.Improvements); n > 0 && now.Length >= r.Improvements[n-1].Length {
		return
	}
	r.Improvements, r.Found = append(r.Improvements, now), now.Found
}

// SetGap sets the gap of a result over the best known length.
func (r *Row) SetGap() {
	if r.BestKnown > 0 && !r.Failed() {
		gap := float64(r.Length-r.BestKnown) / float64(r.BestKnown)
		r.Gap = &gap
	}
}

// deviceNames returns the names of the devices that the run used.
func (r *report) deviceNames() string {
	if len(r.Devices) == 0 {
		return r.Device.Name
	}
	var names []string
	for _, d := range r.Devices {
		names = append(names, d.Device.Name)
	}
	return strings.Join(names, ", ")
}
