package reportpage

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/aco-vk/aco-vk/internal/jsonerror"
	"github.com/aco-vk/aco-vk/internal/schema"
	"github.com/aco-vk/aco-vk/internal/wording"
	"github.com/aco-vk/aco-vk/tsp"
)

// A Report has those fields of a report that the page shows.
type Report struct {
	File       string         `json:"-"` // its name
	Schema     int            `json:"schema"`
	Version    string         `json:"version"`
	Instance   Instance       `json:"instance"`
	Device     Device         `json:"device"`
	Devices    []UsedDevice   `json:"devices"`
	Algorithm  string         `json:"algorithm"`
	Preset     string         `json:"preset"`
	Parameters map[string]any `json:"parameters"`
	Seed       uint64         `json:"seed"`
	Seeds      *struct {
		Runs []Run `json:"runs"`
	} `json:"seeds"`
	Racy       bool     `json:"racy"`
	Length     *float64 `json:"length"` // in units; nil in reports of earlier versions
	BestLength int64    `json:"best_length"`
	BestKnown  int64    `json:"best_known_length"`
	LowerBound int64    `json:"lower_bound"`
	Path       []int32  `json:"path"`
	PathRows   []int32  `json:"path_rows"`
	FreeEnds   []string `json:"free_ends"`
	Iterations int      `json:"iterations"`
	StopReason string   `json:"stop_reason"`
	Timings    struct {
		WallS  float64            `json:"wall_s"`
		SetupS float64            `json:"setup_s"`
		Stages map[string]float64 `json:"stages"`
	} `json:"timings"`
	Trace    []Improvement `json:"trace"`
	Schedule *struct {
		Spoilt string `json:"spoilt"`
	} `json:"schedule"`
	Unrecombined bool      `json:"unrecombined"` // of chained, as Cut
	Cut          *struct{} `json:"cut"`
	LastKicks    int       `json:"last_kicks"` // of chained
	FirstTour    string    `json:"first_tour"`
	InitialUse   string    `json:"initial_use"`
	InitialTour  string    `json:"initial_tour"` // its file
	StayClose    *Price    `json:"stay_close"`
	Within       float64   `json:"optimal_within"` // in units
	Tour         []int32   `json:"tour"`
}

// Price is the price of legs that an earlier tour does not have, in steps.
type Price struct {
	Price   int64 `json:"price"`
	NewLegs int   `json:"new_legs"`
	Cost    int64 `json:"cost"` // the length with the prices of the new legs
}

// Instance identifies the instance of a report.
type Instance struct {
	Name      string  `json:"name"`
	Dimension int     `json:"dimension"`
	Metric    string  `json:"metric"`
	Type      string  `json:"type"`
	Unit      string  `json:"unit"`
	Scale     float64 `json:"scale"` // steps of a unit; 0: lengths have no unit
}

// Distances names the metric: as TSPLIB does for its instances, which have no unit, else in words.
func (i *Instance) Distances() string {
	metric := tsp.Metric(i.Metric)
	if words := metric.Description(); words != "" && (i.Scale > 0 || !metric.InTSPLIB()) {
		return words
	}
	return i.Metric
}

// Cities is what people call the cities: places where lengths have a unit or a scale, which those of
// TSPLIB have not.
func (i *Instance) Cities() string {
	if i.Scale > 0 {
		return "places"
	}
	return "cities"
}

// Device is a device of a report.
type Device struct {
	Name          string `json:"name"`
	Type          string `json:"type"`
	DriverName    string `json:"driver_name"`
	DriverVersion string `json:"driver_version"`
}

// UsedDevice is one of several devices of a report.
type UsedDevice struct {
	Device Device `json:"device"`
}

// Run is one of the runs of a report.
type Run struct {
	Seed             uint64        `json:"seed"`
	Length           int64         `json:"length"`
	Iterations       int           `json:"iterations"`
	WallS            float64       `json:"wall_s"`
	LastImprovementS float64       `json:"last_improvement_s"`
	StopReason       string        `json:"stop_reason"`
	Trace            []Improvement `json:"trace"`

	Stopped string `json:"-"` // the reason for people
	file    string // of the report
}

// Improvement is a step of a run's progress.
type Improvement struct {
	ElapsedS float64 `json:"elapsed_s"`
	Length   int64   `json:"length"`
}

// Read reads a report. name is the file's name in messages.
func Read(r io.Reader, name string) (*Report, error) {
	report := &Report{File: name}
	decoder := json.NewDecoder(r)
	decoder.UseNumber() // parameters are written as they are
	if err := decoder.Decode(report); err != nil {
		return nil, fmt.Errorf("%s: the file is not the JSON report of a run: %w", name, jsonerror.Explain(err, ""))
	}
	if reason := report.invalid(); reason != "" {
		return nil, fmt.Errorf("%s: %s", name, reason)
	}
	return report, nil
}

// invalid returns why the report cannot be used, or "".
func (r *Report) invalid() string {
	if err := schema.Check("the report", r.Schema, schema.Report); err != nil {
		return err.Error()
	}
	switch {
	case r.Instance.Dimension < 1 || len(r.Tour) != r.Instance.Dimension:
		return fmt.Sprintf("the tour has %d cities, the instance %d", len(r.Tour), r.Instance.Dimension)
	case r.Path != nil && (len(r.Path) != 2 || r.Path[0] != r.Tour[0] || r.Path[1] != r.Tour[len(r.Tour)-1]):
		return "the ends of the path are not those of the tour"
	case r.PathRows != nil && len(r.PathRows) != len(r.Path):
		return "the rows of the ends are not those of the path"
	case r.Length != nil && *r.Length < 0:
		return "the length is negative"
	case r.StayClose != nil && (r.StayClose.Price <= 0 || r.StayClose.NewLegs < 0):
		return "the price of a new leg, or their number, is negative"
	case r.Instance.Scale < 0 || r.Timings.WallS < 0 || r.Timings.SetupS < 0:
		return "the scale or a time is negative"
	}
	if r.tour().Validate(r.Instance.Dimension) != nil {
		return fmt.Sprintf("the tour does not have each of the cities 1 to %d once", r.Instance.Dimension)
	}
	for _, run := range r.runs() {
		if reason := run.invalid(); reason != "" {
			return fmt.Sprintf("seed %d: %s", run.Seed, reason)
		}
	}
	return ""
}

func (r *Run) invalid() string {
	if r.Length < 0 || r.WallS < 0 || r.LastImprovementS < 0 {
		return "the length or a time is negative"
	}
	last := Improvement{0, math.MaxInt64}
	for _, i := range r.Trace {
		if i.ElapsedS < last.ElapsedS || i.Length < 0 {
			return "the progress has a negative length, or times that do not increase"
		}
		last = i
	}
	return ""
}

// tour returns the tour with cities from 0.
func (r *Report) tour() tsp.Tour {
	tour := make(tsp.Tour, len(r.Tour))
	for i, city := range r.Tour {
		tour[i] = city - 1
	}
	return tour
}

// runs returns the runs of a report. Reports of earlier versions have the progress of the best of
// several runs only.
func (r *Report) runs() []Run {
	single := Run{
		Seed: r.Seed, Length: r.BestLength, Iterations: r.Iterations, WallS: r.Timings.WallS, StopReason: r.StopReason, Trace: r.Trace,
		Stopped: r.stopText(r.StopReason),
	}
	if n := len(r.Trace); n > 0 {
		single.LastImprovementS = r.Trace[n-1].ElapsedS
	}
	if r.StayClose != nil {
		single.Trace = nil // of lengths with prices of legs
	}
	if r.Seeds == nil {
		return []Run{single}
	}
	runs := append([]Run{}, r.Seeds.Runs...)
	for i := range runs {
		runs[i].Stopped = r.stopText(runs[i].StopReason)
		switch {
		case r.StayClose != nil:
			runs[i].Trace = nil
		case runs[i].Seed == r.Seed && runs[i].Trace == nil:
			runs[i].Trace = r.Trace
		}
	}
	return runs
}

// stopText returns a stop reason, and what an optimal tour has the least of.
func (r *Report) stopText(reason string) string {
	if reason != "optimal" {
		return reason
	}
	tour, within := "tour", ""
	if r.Path != nil {
		tour = "open path"
	}
	if r.Within > 0 {
		within = tsp.Unit{Name: r.Instance.Unit}.FormatValue(r.Within)
	}
	return "optimal: " + wording.Optimal(tour, within, r.StayClose != nil)
}

// completed reports whether a stop rule ended the run.
func (r *Run) completed() bool { return r.StopReason != "interrupted" && r.StopReason != "failure" }
