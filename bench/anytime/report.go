package anytime

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"time"
)

// reportSchema is the version of the JSON below; it changes when a field goes or changes its meaning.
const reportSchema = 1

// Report is what a table's work brought.
type Report struct {
	Schema   int       `json:"schema"`
	Version  string    `json:"version"` // of the program
	Device   Device    `json:"device"`  // of the first run
	Table    string    `json:"table"`
	Title    string    `json:"title"`
	LimitsS  []float64 `json:"limits_s"` // of the columns
	Sources  []string  `json:"sources"`  // of the figures beside
	Rows     []Row     `json:"rows"`
	Complete bool      `json:"complete"` // not so when the work was interrupted
}

// Device is what a run says of where it worked; of several devices, of the first.
type Device struct {
	Name          string `json:"name"`
	Type          string `json:"type"`
	DriverVersion string `json:"driver_version,omitempty"`
}

// Row is one instance by one variant.
type Row struct {
	Instance  string       `json:"instance"`
	Cities    int          `json:"cities"`
	Label     string       `json:"what"`
	Flags     []string     `json:"flags,omitempty"`
	BestKnown int64        `json:"best_known,omitempty"` // 0: not known
	Cells     []Cell       `json:"cells"`
	Goals     []ErrorPoint `json:"goals,omitempty"`
	Published []Curve      `json:"beside,omitempty"`
}

// Curve is what others found.
type Curve struct {
	Heading string       `json:"heading"`
	Points  []ErrorPoint `json:"points,omitempty"`
}

// Cell has the runs of a time limit.
type Cell struct {
	LimitS float64 `json:"limit_s"`
	Runs   []Trial `json:"runs"`
}

// Trial is one run of the program.
type Trial struct {
	Seed       uint64       `json:"seed"`
	Length     int64        `json:"length,omitempty"` // of the tour that was written, computed from it once more
	Iterations int          `json:"iterations,omitempty"`
	WallS      float64      `json:"wall_s"`               // from the start of the process to its end
	PeakBytes  uint64       `json:"peak_bytes,omitempty"` // of memory that the process took of the host; 0: the system does not say
	Trace      []TracePoint `json:"trace,omitempty"`
	Failure    string       `json:"failure,omitempty"` // why there is no tour
}

// TracePoint is the length of the best tour from a time on.
type TracePoint struct {
	Seconds float64 `json:"s"` // from the start of the command on
	Length  int64   `json:"length"`
}

// Percent returns by how many percent a length exceeds the best known.
func (r Row) Percent(length float64) float64 { return 100 * (length/float64(r.BestKnown) - 1) }

// Lengths returns the mean, the least and the greatest length of the runs that brought a tour, false where none did.
func (c Cell) Lengths() (mean float64, least, most int64, ok bool) {
	runs := c.done()
	for i, run := range runs {
		if i == 0 {
			least, most = run.Length, run.Length
		}
		least, most = min(least, run.Length), max(most, run.Length)
		mean += float64(run.Length) / float64(len(runs))
	}
	return mean, least, most, len(runs) > 0
}

// StandardError returns that of the mean length, false of fewer than two runs that brought a tour.
func (c Cell) StandardError() (lengths float64, ok bool) {
	runs := c.done()
	if len(runs) < 2 {
		return 0, false
	}
	mean, _, _, _ := c.Lengths()
	squares := 0.0
	for _, run := range runs {
		squares += (float64(run.Length) - mean) * (float64(run.Length) - mean)
	}
	return math.Sqrt(squares / float64(len(runs)*(len(runs)-1))), true
}

func (c Cell) done() []Trial {
	var list []Trial
	for _, run := range c.Runs {
		if run.Failure == "" {
			list = append(list, run)
		}
	}
	return list
}

// lateness is the part of its limit by which a run may exceed it.
const lateness = 0.03

// Overtime returns the longest time that a run took, and whether that exceeds the limit by more than 3%.
func (c Cell) Overtime() (took time.Duration, late bool) {
	longest := 0.0
	for _, run := range c.Runs {
		longest = max(longest, run.WallS)
	}
	return time.Duration(longest * float64(time.Second)), longest > c.LimitS*(1+lateness)
}

// MeetsGoal says whether the mean error of a cell is within its goal, and whether there is one.
func (r Row) MeetsGoal(c Cell) (reached, goal bool) {
	mean, _, _, ok := c.Lengths()
	for _, p := range r.Goals {
		if p.Seconds == c.LimitS && r.BestKnown > 0 {
			return ok && r.Percent(mean) <= p.Percent, true
		}
	}
	return false, false
}

// PeakBytes is the most memory of the host that a run took.
func (r Row) PeakBytes() uint64 {
	peak := uint64(0)
	for _, c := range r.Cells {
		for _, run := range c.Runs {
			peak = max(peak, run.PeakBytes)
		}
	}
	return peak
}

// Failures lists why runs brought no tour.
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

// Read reads a report that was written as JSON.
func Read(in io.Reader) (*Report, error) {
	var r Report
	if err := json.NewDecoder(in).Decode(&r); err != nil {
		return nil, fmt.Errorf("read a report of bench --table anytime: %w", err)
	}
	if r.Schema != reportSchema {
		return nil, fmt.Errorf("read a report of bench --table anytime: schema %d, this program reads %d", r.Schema, reportSchema)
	}
	return &r, nil
}
