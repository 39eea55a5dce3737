package conform

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/internal/host"
	"github.com/aco-vk/aco-vk/internal/jsonerror"
	"github.com/aco-vk/aco-vk/internal/schema"
	"github.com/aco-vk/aco-vk/vk"
)

// reportSchema is the version of the JSON format. It changes when a field is removed or changes
// its meaning.
const reportSchema = 1

// Report is the result of a test. It counts equal cases and lists all others.
type Report struct {
	Schema        int       `json:"schema"`
	Version       string    `json:"version"` // of the program
	ShadersSHA256 string    `json:"shaders_sha256"`
	Device        vk.Info   `json:"device"`
	Host          host.Info `json:"host"`
	Date          time.Time `json:"date"` // when the test began
	Quick         bool      `json:"quick"`
	Perturbed     bool      `json:"perturbed,omitempty"` // subgroups ran in reversed order
	NoCache       bool      `json:"no_cache,omitempty"`  // all pipelines were compiled: none came from a cache
	Stress        *Stress   `json:"stress,omitempty"`    // nil unless it was a stress test
	Exported      []string  `json:"exported,omitempty"`  // folders of exported stages
	// Complete: false if the test was interrupted, or the lost device could not be opened again.
	Complete bool `json:"complete"`
	// Cases is the number of planned cases, or of random cases that ran. The others count cases by
	// verdict.
	Cases       int `json:"cases"`
	Equal       int `json:"equal"`
	Differs     int `json:"differs"`
	Failed      int `json:"failed"`
	Crashed     int `json:"crashed,omitempty"`
	Hung        int `json:"hung,omitempty"`
	OutOfMemory int `json:"out_of_memory,omitempty"`
	Refused     int `json:"refused"`
	// Variants counts the distinct pipelines (a shader module with its specialization constants)
	// of the cases compared stage by stage. Modules counts their shader modules, out of
	// AllModules. NoSubgroups of these are variants for devices without subgroup operations.
	Variants    int      `json:"variants"`
	Modules     int      `json:"modules"`
	NoSubgroups int      `json:"no_subgroups,omitempty"`
	AllModules  int      `json:"all_modules"`
	Inputs      []string `json:"inputs"` // keys of Stage.ByInput, in the order of the table's columns
	Stages      []Stage  `json:"stages"`
	Runs        []Run    `json:"runs"`
	// Tested lists every case that ran, in the order of the test. ParseCase reads its text.
	Tested   []Tested  `json:"tested,omitempty"`
	Probes   []Probe   `json:"probes,omitempty"`
	Problems []Problem `json:"problems,omitempty"` // the first maxProblems
	Refusals []Refusal `json:"refusals,omitempty"`
	Seconds  float64   `json:"seconds"`
}

// Stress holds the parameters of a stress test.
type Stress struct {
	Seed    uint64  `json:"seed"`
	Seconds float64 `json:"seconds"`
}

// Stage counts the comparisons of a stage of an algorithm.
type Stage struct {
	Algorithm string            `json:"algorithm"`
	Stage     string            `json:"stage"`
	ByInput   map[string]Counts `json:"cells"`
	MS        float64           `json:"ms"`        // computing it on the device and in the reference, and comparing
	DeviceMS  float64           `json:"device_ms"` // of it, computing on the device, of Timed comparisons
	// Timed counts the comparisons except in the first iteration of a case, where software
	// devices compile. Cases of one iteration count. Older reports have none: DeviceMS is of all.
	Timed int `json:"timed,omitempty"`
}

// ProblemOf returns what is wrong with a case, "" if nothing is, or if it is not one of Problems.
func (r *Report) ProblemOf(t Tested) string {
	for _, p := range r.Problems {
		if p.Case == t.Bad() {
			return p.Text()
		}
	}
	return ""
}

// Bad returns the case of the problem of a bad case: the smaller one, if it was reduced.
func (t Tested) Bad() string { return cmp.Or(t.Reduced, t.Case) }

// Tested is a case that ran.
type Tested struct {
	Case    string  `json:"case"`
	Reduced string  `json:"reduced,omitempty"` // the smaller case that Problems has; "": it was not reduced
	Verdict Verdict `json:"verdict"`
	// Again is the verdict of a second run, alone, of a case that is not equal. "": it did not run
	// again.
	Again  Verdict `json:"again,omitempty"`
	Reason string  `json:"reason,omitempty"` // of a refusal
	MS     float64 `json:"ms"`               // with the reference and the comparison
	// StageMS has the time on the device by stage, of the iterations that Stage.Timed counts. Whole
	// runs have none.
	StageMS map[string]float64 `json:"stage_ms,omitempty"`
}

// Counts counts the comparisons of a stage on an input by verdict.
type Counts struct {
	Equal   int `json:"equal,omitempty"`
	Differs int `json:"differs,omitempty"`
	Failed  int `json:"failed,omitempty"` // also crashed, hung and out of memory
}

// Run is a whole run on the device and in the reference.
type Run struct {
	Name       string  `json:"name"` // preset or algorithm
	Case       string  `json:"case"`
	Verdict    Verdict `json:"verdict"`
	AntsBest   int64   `json:"ants_best,omitempty"` // length of the best tour of an ant
	TourSHA256 string  `json:"tour_sha256,omitempty"`
	AntsSHA256 string  `json:"ants_sha256,omitempty"` // of what the ants found in all iterations
	Reference  string  `json:"reference,omitempty"`   // hash of the reference's tour, if it is another one
	MS         float64 `json:"ms"`
}

// Probe is the result of a probe of one device feature.
type Probe struct {
	Name    string  `json:"name"`
	Feature string  `json:"feature"`
	Verdict string  `json:"verdict"` // a probe.Verdict, Crashed, Hung or OutOfMemory
	Detail  string  `json:"detail,omitempty"`
	Breaks  string  `json:"breaks,omitempty"` // what goes wrong without the feature; "" if the probe passed
	MS      float64 `json:"ms"`
}

// Problem is a case that differs or failed, or an error outside of any case.
type Problem struct {
	Case       string               `json:"case"` // for ParseCase; "" if the problem belongs to no case
	Verdict    Verdict              `json:"verdict"`
	Again      Verdict              `json:"again,omitempty"` // as in Tested
	Iteration  int                  `json:"iteration,omitempty"`
	Stage      string               `json:"stage,omitempty"`
	Difference *lockstep.Difference `json:"difference,omitempty"`
	Dispatched []Dispatched         `json:"dispatched,omitempty"` // what ran in the stage
	Error      string               `json:"error,omitempty"`
	Crash      *Crash               `json:"crash,omitempty"`
	// Features are the features with failed probes that the stage's shaders rely on.
	Features []string `json:"features,omitempty"`
}

// Text describes the problem in one line.
func (p Problem) Text() string {
	where := ""
	if p.Iteration > 0 {
		where = fmt.Sprintf("iteration %d, ", p.Iteration)
	}
	switch {
	case p.Difference != nil:
		return where + p.Difference.String()
	case p.Error != "" && p.Stage != "":
		return fmt.Sprintf("%s%s: %s", where, p.Stage, p.Error)
	case p.Error != "":
		return p.Error
	}
	return "the final tour, or what the ants found before, differs from the reference's"
}

// Refusal counts the cases refused for one reason.
type Refusal struct {
	Reason string `json:"reason"`
	Cases  int    `json:"cases"`
	First  string `json:"first"` // the first such case
}

// NothingCompared reports whether a complete test refused every case.
func (r *Report) NothingCompared() bool { return r.Complete && r.Cases > 0 && r.Refused == r.Cases }

// OK reports whether no case and no probe differs or failed. It does not say that the test is
// complete.
func (r *Report) OK() bool {
	return r.Differs == 0 && r.Failed+r.Ended() == 0 && len(r.Problems) == 0 && r.FailedProbes() == 0
}

// Ended counts the cases that ended their process: crashed, hung or out of memory.
func (r *Report) Ended() int { return r.Crashed + r.Hung + r.OutOfMemory }

// Done counts the cases that ran or were refused.
func (r *Report) Done() int { return r.Equal + r.Differs + r.Failed + r.Ended() + r.Refused }

// Summary returns the result in one line, for a list of devices or a bug report.
func (r *Report) Summary() string {
	result := fmt.Sprintf("%d of %d cases equal", r.Equal, r.Cases)
	for _, other := range []struct {
		count int
		name  string
	}{
		{r.Differs, "differ"}, {r.Failed, "failed"}, {r.Crashed, "crashed"}, {r.Hung, "hung"},
		{r.OutOfMemory, "out of memory"}, {r.Refused, "refused"}, {r.FailedProbes(), "probes failed"},
	} {
		if other.count > 0 {
			result += fmt.Sprintf(", %d %s", other.count, other.name)
		}
	}
	if r.Perturbed {
		result += ", perturbed"
	}
	if r.NoCache {
		result += ", without caches"
	}
	if !r.Complete {
		result += ", ended early"
	}
	return fmt.Sprintf(
		"%s, %s %s: %s (aco-vk %s, shaders %.12s)", r.Device.Name, r.Device.DriverName, r.Device.DriverVersion,
		result, r.Version, r.ShadersSHA256,
	)
}

// PassedProbes counts the probes of features that the device computes correctly or reports not to
// have.
func (r *Report) PassedProbes() int { return len(r.Probes) - r.FailedProbes() }

// FailedProbes counts all other probes.
func (r *Report) FailedProbes() (count int) {
	for _, p := range r.Probes {
		if !p.Passed() {
			count++
		}
	}
	return count
}

// WriteJSON writes the report as one line of JSON.
func (r *Report) WriteJSON(w io.Writer) error { return json.NewEncoder(w).Encode(r) }

// ReadReports reads reports written by WriteJSON. A report with another schema is an error.
func ReadReports(from io.Reader) ([]*Report, error) {
	var all []*Report
	for decoder := json.NewDecoder(from); ; {
		var r Report
		err := decoder.Decode(&r)
		switch {
		case err == io.EOF:
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("conformance report: %w", jsonerror.Explain(err, ""))
		}
		if err := schema.Check("the conformance report", r.Schema, reportSchema); err != nil {
			return nil, err
		}
		all = append(all, &r)
	}
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
