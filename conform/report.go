package conform

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/vk"
)

// reportSchema is the version of the JSON below; it changes when a field goes or changes its meaning.
const reportSchema = 1

// Report is what a test brought, in a form that is small enough to be kept: cases that were equal are counted, others told.
type Report struct {
	Schema        int     `json:"schema"`
	Version       string  `json:"version"` // of the program
	ShadersSHA256 string  `json:"shaders_sha256"`
	Device        vk.Info `json:"device"`
	Quick         bool    `json:"quick"`
	Stress        *Stress `json:"stress,omitempty"` // of cases that were made up; nil: they were not
	Complete      bool    `json:"complete"`         // not so when the test was interrupted, or the device did not come back
	// Cases, Equal and so on count cases; Cases is how many there were to be, of made up ones how many there were.
	Cases   int `json:"cases"`
	Equal   int `json:"equal"`
	Differs int `json:"differs"`
	Failed  int `json:"failed"`
	Refused int `json:"refused"`
	// Variants are pipelines that cases created which are compared stage by stage, each counted once: a shader with its constants.
	// Modules of AllModules are the shaders among them.
	Variants   int       `json:"variants"`
	Modules    int       `json:"modules"`
	AllModules int       `json:"all_modules"`
	Inputs     []string  `json:"inputs"` // of stages, in their order
	Stages     []Stage   `json:"stages"`
	Runs       []Run     `json:"runs"`
	Probes     []Probe   `json:"probes,omitempty"`
	Problems   []Problem `json:"problems,omitempty"` // the first hundred of them
	Refusals   []Refusal `json:"refusals,omitempty"`
	Seconds    float64   `json:"seconds"`
}

// Stress is what cases were made up by.
type Stress struct {
	Seed    uint64  `json:"seed"`
	Seconds float64 `json:"seconds"`
}

// Stage is a stage of an algorithm on all inputs.
type Stage struct {
	Algorithm string            `json:"algorithm"`
	Stage     string            `json:"stage"`
	ByInput   map[string]Counts `json:"cells"` // by input
	MS        float64           `json:"ms"`    // spent on it on both sides, with the comparisons
}

// Counts counts how often a stage was compared on an input.
type Counts struct {
	Equal   int `json:"equal,omitempty"`
	Differs int `json:"differs,omitempty"`
	Failed  int `json:"failed,omitempty"`
}

// Run is a whole run on both sides.
type Run struct {
	Name       string  `json:"name"` // of the preset or the algorithm
	Case       string  `json:"case"`
	Verdict    Verdict `json:"verdict"`
	AntsBest   int64   `json:"ants_best,omitempty"` // length of the shortest tour that an ant made
	TourSHA256 string  `json:"tour_sha256,omitempty"`
	Reference  string  `json:"reference,omitempty"` // where it is another
	MS         float64 `json:"ms"`
}

// Probe is a feature of the device that was tried by itself.
type Probe struct {
	Name    string  `json:"name"`
	Feature string  `json:"feature"`
	Verdict string  `json:"verdict"` // as package probe has it
	Detail  string  `json:"detail,omitempty"`
	MS      float64 `json:"ms"`
}

// Problem is a case that differs or failed.
type Problem struct {
	Case       string              `json:"case"` // as aco-vk conform --repeat takes it
	Verdict    Verdict             `json:"verdict"`
	Iteration  int                 `json:"iteration,omitempty"`
	Stage      string              `json:"stage,omitempty"`
	Difference *classic.Difference `json:"difference,omitempty"`
	Error      string              `json:"error,omitempty"`
	// Features are those that the stage's shaders rely on and whose probes fail.
	Features []string `json:"features,omitempty"`
}

// Text says in a line what is wrong.
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
	return "the run ends with another tour than the reference's"
}

// Refusal is a reason for which cases were refused.
type Refusal struct {
	Reason string `json:"reason"`
	Cases  int    `json:"cases"`
	First  string `json:"first"` // of them
}

// NothingCompared says whether a whole test compared nothing, for every case was refused.
func (r *Report) NothingCompared() bool { return r.Complete && r.Cases > 0 && r.Refused == r.Cases }

// OK says whether nothing differs and nothing failed, probes included.
func (r *Report) OK() bool {
	return r.Differs == 0 && r.Failed == 0 && len(r.Problems) == 0 && len(failing(r.Probes)) == 0
}

// PassedProbes counts the probes that went well, those included that the device refuses.
func (r *Report) PassedProbes() int { return len(r.Probes) - r.FailedProbes() }

// FailedProbes counts the probes that did not go well.
func (r *Report) FailedProbes() (count int) {
	for _, p := range r.Probes {
		if !p.Passed() {
			count++
		}
	}
	return count
}

// WriteJSON writes the report as JSON, a line.
func (r *Report) WriteJSON(w io.Writer) error { return json.NewEncoder(w).Encode(r) }

// ReadReports reads what WriteJSON wrote, once or several times. A report of another schema is an error.
func ReadReports(from io.Reader) ([]*Report, error) {
	var all []*Report
	for decoder := json.NewDecoder(from); ; {
		var r Report
		err := decoder.Decode(&r)
		switch {
		case err == io.EOF:
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("conformance report: %w", err)
		case r.Schema != reportSchema:
			return nil, fmt.Errorf("conformance report: schema %d, this program knows %d", r.Schema, reportSchema)
		}
		all = append(all, &r)
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
