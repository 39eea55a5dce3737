package anytime

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/internal/jsonerror"
	"github.com/aco-vk/aco-vk/internal/schema"
	"github.com/aco-vk/aco-vk/internal/statistics"
	"github.com/aco-vk/aco-vk/tsp"
)

// reportSchema is the version of the JSON format. It changes when a field is removed or changes
// its meaning.
const reportSchema = 1

// Report has the runs of a table.
type Report struct {
	Schema   int       `json:"schema"`
	Version  string    `json:"version"` // of the measured program
	Device   Device    `json:"device"`  // of the first run
	Table    string    `json:"table"`
	Title    string    `json:"title"`
	LimitsS  []float64 `json:"limits_s"` // one per column
	Sources  []string  `json:"sources"`  // of the figures of others
	Rows     []Row     `json:"rows"`
	Skipped  []Skipped `json:"skipped,omitempty"` // files of the folder
	Complete bool      `json:"complete"`          // false if it was interrupted
}

// Device describes the device of a run; of several devices, the first.
type Device struct {
	Name          string `json:"name"`
	Type          string `json:"type"`
	DriverVersion string `json:"driver_version,omitempty"`
}

// Row has the runs of a variant on an instance.
type Row struct {
	Instance string `json:"instance"`
	// StandInFor: the published instance, if this one is generated in its place.
	StandInFor string       `json:"stand_in_for,omitempty"`
	Kind       tsp.Kind     `json:"type,omitempty"` // "" in reports of earlier versions
	Cities     int          `json:"cities"`
	Label      string       `json:"what"`
	Flags      []string     `json:"flags,omitempty"`
	BestKnown  int64        `json:"best_known,omitempty"` // 0: unknown
	Cells      []Cell       `json:"cells"`
	Goals      []ErrorPoint `json:"goals,omitempty"`
	Published  []Curve      `json:"beside,omitempty"`
}

// Curve has the errors of another program.
type Curve struct {
	Heading string       `json:"heading"`
	Points  []ErrorPoint `json:"points,omitempty"`
}

// Cell has the runs with a time limit.
type Cell struct {
	LimitS float64 `json:"limit_s"`
	Runs   []Trial `json:"runs"`
}

// Trial is one run of the program.
type Trial struct {
	Seed       uint64       `json:"seed"`
	Length     int64        `json:"length,omitempty"` // of the written tour, recomputed
	Iterations int          `json:"iterations,omitempty"`
	WallS      float64      `json:"wall_s"`               // from the start to the end of the process
	PeakBytes  uint64       `json:"peak_bytes,omitempty"` // largest host memory of the process; 0: unknown
	Trace      []TracePoint `json:"trace,omitempty"`
	Failure    string       `json:"failure,omitempty"` // why there is no tour
}

// TracePoint is the length of the best tour at a time.
type TracePoint struct {
	Seconds float64 `json:"s"` // since the start of the command
	Length  int64   `json:"length"`
}

// Percent returns by how many percent a length exceeds the best known one.
func (r Row) Percent(length float64) float64 { return 100 * (length/float64(r.BestKnown) - 1) }

// Cell returns the cell of a time limit, and whether it has runs.
func (r Row) Cell(limitS float64) (Cell, bool) {
	for _, c := range r.Cells {
		if c.LimitS == limitS {
			return c, len(c.Runs) > 0
		}
	}
	return Cell{}, false
}

// Reached returns the number of a cell's runs with a tour of the best known length.
func (r Row) Reached(c Cell) int {
	count := 0
	for _, run := range c.succeeded() {
		if run.Length == r.BestKnown {
			count++
		}
	}
	return count
}

// LastImprovement returns the mean time of the last improvement in the runs with a tour, false if
// there are none.
func (c Cell) LastImprovement() (seconds float64, ok bool) {
	var times []float64
	for _, run := range c.succeeded() {
		last := 0.0
		if n := len(run.Trace); n > 0 {
			last = run.Trace[n-1].Seconds
		}
		times = append(times, last)
	}
	if times == nil {
		return 0, false
	}
	return statistics.Mean(times), true
}

// Lengths returns the mean, the shortest and the longest length of the runs with a tour, false if
// there are none.
func (c Cell) Lengths() (mean float64, shortest, longest int64, ok bool) {
	lengths := c.lengths()
	if len(lengths) == 0 {
		return 0, 0, 0, false
	}
	mean, _ = statistics.MeanDeviation(lengths)
	return mean, slices.Min(lengths), slices.Max(lengths), true
}

// StandardError returns the standard error of the mean length, false for fewer than two runs with
// a tour.
func (c Cell) StandardError() (lengths float64, ok bool) {
	list := c.lengths()
	if len(list) < 2 {
		return 0, false
	}
	return statistics.StandardError(list), true
}

// lengths returns the lengths of the runs with a tour.
func (c Cell) lengths() []int64 {
	var list []int64
	for _, run := range c.succeeded() {
		list = append(list, run.Length)
	}
	return list
}

// succeeded returns the runs with a tour.
func (c Cell) succeeded() []Trial {
	var list []Trial
	for _, run := range c.Runs {
		if run.Failure == "" {
			list = append(list, run)
		}
	}
	return list
}

// tolerance is the fraction of its limit that a run may exceed it by.
const tolerance = 0.03

// Overtime returns the time of the longest run, and whether it exceeds the limit by more than 3%.
func (c Cell) Overtime() (took time.Duration, late bool) {
	longest := 0.0
	for _, run := range c.Runs {
		longest = max(longest, run.WallS)
	}
	return time.Duration(longest * float64(time.Second)), longest > c.LimitS*(1+tolerance)
}

// MeetsGoal reports whether the mean error of a cell is within its goal, and whether there is a
// goal.
func (r Row) MeetsGoal(c Cell) (reached, goal bool) {
	mean, _, _, ok := c.Lengths()
	for _, p := range r.Goals {
		if p.Seconds == c.LimitS && r.BestKnown > 0 {
			return ok && r.Percent(mean) <= p.Percent, true
		}
	}
	return false, false
}

// PeakBytes returns the largest host memory of a run.
func (r Row) PeakBytes() uint64 {
	peak := uint64(0)
	for _, c := range r.Cells {
		for _, run := range c.Runs {
			peak = max(peak, run.PeakBytes)
		}
	}
	return peak
}

// Failures returns the reasons of the runs without a tour.
func (r Row) Failures() []string {
	var list []string
	for _, c := range r.Cells {
		for _, run := range c.Runs {
			if run.Failure != "" {
				list = append(list, fmt.Sprintf("%g s, seed %d: %s", c.LimitS, run.Seed, run.Failure))
			}
		}
	}
	return list
}

// Read reads a report from JSON.
func Read(in io.Reader) (*Report, error) {
	var r Report
	if err := json.NewDecoder(in).Decode(&r); err != nil {
		return nil, fmt.Errorf("read a report of errors by time limit: %w", jsonerror.Explain(err, ""))
	}
	if err := schema.Check("the report", r.Schema, reportSchema); err != nil {
		return nil, fmt.Errorf("read a report of errors by time limit: %w", err)
	}
	return &r, nil
}
