package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"text/template"
	"time"
)

const (
	reportFile  = "build/mutants.json"
	pageFile    = "build/mutants.md"
	reasonsFile = "tools/mutants/reasons.json"
)

// report has the outcomes of one or more samples.
type report struct {
	Date     string    `json:"date"` // of the last run
	Outcomes []outcome `json:"outcomes"`
}

// outcome says which tests found a mutant.
type outcome struct {
	mutant
	Seed    uint64  `json:"seed"`            // of the sample
	Found   string  `json:"found,omitempty"` // the name of the tests; empty: the mutant survived
	Seconds float64 `json:"seconds"`         // until it was found or had survived, with building
}

func newOutcome(m mutant, found string, started time.Time) *outcome {
	return &outcome{mutant: m, Found: found, Seconds: math.Round(time.Since(started).Seconds()*10) / 10}
}

func (r *report) write() error {
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(reportFile, append(text, '\n'), 0o666)
}

// reason says why a mutant survives. Hidden means that no test on a software device can find it:
// it computes the same, or only other devices compute something else.
type reason struct {
	mutant
	Reason string `json:"reason"`
	Hidden bool   `json:"hidden"`
}

// unexplained stands for the reason of a survivor without one.
const unexplained = "not explained"

// pageCommand writes the page again, after a reason was added.
type pageCommand struct{}

func (*pageCommand) Run() error {
	text, err := page(reportFile, reasonsFile)
	if err != nil {
		return err
	}
	return os.WriteFile(pageFile, text, 0o666)
}

//go:embed page.md.tmpl
var pageText string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{"code": code}).Parse(pageText))

// survivor is a mutant that no test found.
type survivor struct {
	outcome
	Reason string
	Hidden bool
}

// summary is what the page shows.
type summary struct {
	report
	Rings     []ringCount
	Survivors []survivor
	Hidden    int     // survivors that no software device shows
	Visible   int     // mutants without these
	Percent   float64 // of the visible ones that survive
}

// ringCount is the number of mutants that some tests found.
type ringCount struct {
	Name    string
	Found   int
	Seconds float64 // the median
}

// page returns the page of a report.
func page(reportFile, reasonsFile string) ([]byte, error) {
	var s summary
	var reasons []reason
	if err := readJSON(reportFile, &s.report); err != nil {
		return nil, err
	}
	if err := readJSON(reasonsFile, &reasons); err != nil {
		return nil, err
	}
	s.count(reasons)
	var text bytes.Buffer
	err := pageTemplate.Execute(&text, s)
	return text.Bytes(), err
}

// count fills the summary.
func (s *summary) count(reasons []reason) {
	seconds := map[string][]float64{}
	for _, o := range s.Outcomes {
		if o.Found != "" {
			seconds[o.Found] = append(seconds[o.Found], o.Seconds)
			continue
		}
		one := survivor{o, unexplained, false}
		if i := slices.IndexFunc(reasons, func(r reason) bool { return r.key() == o.key() }); i >= 0 {
			one.Reason, one.Hidden = reasons[i].Reason, reasons[i].Hidden
		}
		if one.Hidden {
			s.Hidden++
		}
		s.Survivors = append(s.Survivors, one)
	}
	for name, all := range seconds {
		slices.Sort(all)
		s.Rings = append(s.Rings, ringCount{name, len(all), all[len(all)/2]})
	}
	slices.SortFunc(s.Rings, func(a, b ringCount) int {
		return cmp.Or(b.Found-a.Found, strings.Compare(a.Name, b.Name))
	})
	if s.Visible = len(s.Outcomes) - s.Hidden; s.Visible > 0 {
		s.Percent = 100 * float64(len(s.Survivors)-s.Hidden) / float64(s.Visible)
	}
}

func readJSON(file string, v any) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, v)
}

// code returns a line as code in a cell of a table.
func code(line string) string {
	if line == "" {
		return "(nothing)"
	}
	quote := "`"
	if strings.Contains(line, quote) {
		quote = "``"
	}
	return quote + strings.ReplaceAll(line, "|", `\|`) + quote
}
