package experiment

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/internal/schema"
)

// RowSchema is the schema number of the rows that this version writes and reads.
const RowSchema = 1

// Row is a run: what was asked for, what it found, and what repeats it. All lengths are integers, in
// steps of the instance's unit. A run that failed has an Error and no result.
type Row struct {
	Schema int    `json:"schema"`
	Plan   string `json:"plan,omitempty"` // name of the plan's file
	Run    int    `json:"run"`            // index of the run in the plan, from 0
	// ID is the hash by which an experiment that goes on knows the run; "": of a report.
	ID string `json:"id,omitempty"`

	// Configuration is the name that tables show, such as "mmas, alpha 1, beta 2".
	Configuration string `json:"configuration"`
	Method        string `json:"method"` // the algorithm that ran; of a failed run, that was asked for
	Preset        string `json:"preset,omitempty"`
	// Parameters are what the plan sets, by the names of flags: numbers are float64, the others are
	// bool or string.
	Parameters map[string]any `json:"parameters"`

	Instance       string `json:"instance"`
	InstanceSHA256 string `json:"instance_sha256,omitempty"` // of cities and metric, without the name
	Cities         int    `json:"cities"`
	BestKnown      int64  `json:"best_known,omitempty"` // 0: unknown
	Seed           uint64 `json:"seed"`
	Limit          Limit  `json:"limit"`

	Device string   `json:"device,omitempty"`
	Length int64    `json:"length"`
	Gap    *float64 `json:"gap,omitempty"` // length / best known - 1; nil: no length is known
	// Iterations are of each colony.
	Iterations int `json:"iterations"`
	// Tours is the number of tours that all ants constructed. 0: the method does not construct tours,
	// because its ants change parts of one tour.
	Tours   int64   `json:"tours,omitempty"`
	Seconds float64 `json:"seconds"` // wall clock of the run
	// DeviceSeconds is the time that devices spent in stages; 0: not measured.
	DeviceSeconds float64 `json:"device_seconds,omitempty"`
	Found         Found   `json:"found"` // when the best tour was found
	StopReason    string  `json:"stop_reason,omitempty"`
	TourSHA256    string  `json:"tour_sha256,omitempty"`
	// Improvements are the best tours of the run, each shorter than the one before. The last one has
	// the row's length.
	Improvements []Improvement `json:"improvements,omitempty"`

	Version string `json:"version,omitempty"`
	Commit  string `json:"commit,omitempty"`
	// Program tells programs apart that may make other tours: the commit or, with files that had
	// changed since, a hash of the program. "": unknown, as in rows of earlier versions.
	Program string `json:"program,omitempty"`
	Command string `json:"command,omitempty"` // a command line that repeats the run
	Error   string `json:"error,omitempty"`   // why the run has no result; "": it has one
}

// Limit says when a run ends. A field that is 0 is no limit. Of several, the first that holds ends the
// run.
type Limit struct {
	Iterations    int     `json:"iterations,omitempty"` // of each colony
	Tours         int64   `json:"tours,omitempty"`      // that all ants construct
	DeviceSeconds float64 `json:"device_seconds,omitempty"`
	Seconds       float64 `json:"seconds,omitempty"` // wall clock
}

// String writes a limit, such as "10 iterations or 5 s".
func (l Limit) String() string {
	var parts []string
	for _, limit := range []struct {
		value     float64
		one, many string
	}{
		{float64(l.Iterations), "iteration", "iterations"}, {float64(l.Tours), "tour", "tours"},
		{l.DeviceSeconds, "s on the device", "s on the device"}, {l.Seconds, "s", "s"},
	} {
		unit := limit.many
		if limit.value == 1 {
			unit = limit.one
		}
		if limit.value > 0 {
			parts = append(parts, strconv.FormatFloat(limit.value, 'f', -1, 64)+" "+unit)
		}
	}
	return strings.Join(parts, " or ")
}

// Found is when a run found its best tour.
type Found struct {
	Iteration int     `json:"iteration"` // 0: the first tour
	Tours     int64   `json:"tours,omitempty"`
	Seconds   float64 `json:"seconds"`
}

// Improvement is a new best tour of a run.
type Improvement struct {
	Found
	Length int64 `json:"length"`
}

// Failed reports whether the run has no result.
func (r *Row) Failed() bool { return r.Error != "" }

// Completed reports whether a stop rule ended the run.
func (r *Row) Completed() bool {
	return !r.Failed() && r.StopReason != "interrupted" && r.StopReason != "failure"
}

// UnmarshalJSON reads a row and refuses one that contradicts itself.
func (r *Row) UnmarshalJSON(text []byte) error {
	type plain Row
	var read plain
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	if err := (*Row)(&read).validate(); err != nil {
		return err
	}
	*r = Row(read)
	return nil
}

// validate returns why a row cannot be used.
func (r *Row) validate() error {
	if err := schema.Check("the row", r.Schema, RowSchema); err != nil {
		return err
	}
	for _, number := range []struct {
		name  string
		value float64
	}{
		{"run", float64(r.Run)}, {"cities", float64(r.Cities)}, {"best_known", float64(r.BestKnown)},
		{"length", float64(r.Length)}, {"iterations", float64(r.Iterations)}, {"tours", float64(r.Tours)},
		{"seconds", r.Seconds}, {"device_seconds", r.DeviceSeconds},
		{"limit.iterations", float64(r.Limit.Iterations)}, {"limit.tours", float64(r.Limit.Tours)},
		{"limit.seconds", r.Limit.Seconds}, {"limit.device_seconds", r.Limit.DeviceSeconds},
		{"found.iteration", float64(r.Found.Iteration)}, {"found.tours", float64(r.Found.Tours)},
		{"found.seconds", r.Found.Seconds},
	} {
		if number.value < 0 {
			return fmt.Errorf("%s is negative", number.name)
		}
	}
	if r.Instance == "" || r.Configuration == "" {
		return fmt.Errorf("the instance or the configuration has no name")
	}
	return validateImprovements(r.Improvements, r.Length)
}

// validateImprovements refuses lengths that do not fall, and counts that do.
func validateImprovements(improvements []Improvement, length int64) error {
	for i, now := range improvements {
		if now.Length < length || now.Iteration < 0 || now.Tours < 0 || now.Seconds < 0 {
			return fmt.Errorf("improvement %d is shorter than the row's length, or has a negative number", i+1)
		}
		if i == 0 {
			continue
		}
		before := improvements[i-1]
		if now.Length >= before.Length || now.Iteration < before.Iteration || now.Tours < before.Tours ||
			now.Seconds < before.Seconds {
			return fmt.Errorf("improvement %d is not shorter than the one before, or is earlier", i+1)
		}
	}
	return nil
}
