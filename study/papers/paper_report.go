package papers

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/aco-vk/aco-vk/internal/schema"
)

// paperReportSchema is the version of the JSON format of a [PaperReport]. It changes when a field
// is removed or changes its meaning.
const paperReportSchema = 1

// PaperReport has the measurements of all tables of a paper.
type PaperReport struct {
	Schema        int    `json:"schema"`
	Paper         string `json:"paper"` // Paper.Name
	Title         string `json:"title"`
	Version       string `json:"version"` // of the program
	ShadersSHA256 string `json:"shaders_sha256"`
	Device        Device `json:"device"`
	Date          string `json:"date"` // of the first row, YYYY-MM-DD in UTC
	StandIns      bool   `json:"stand_ins"`
	// Seeds, Seconds and Iterations are those of [Options], the same for all rows.
	Seeds      int       `json:"seeds"`
	Seconds    float64   `json:"seconds"`
	Iterations int       `json:"iterations,omitempty"` // 0: the papers'
	Selection  Selection `json:"selection"`            // of the last run
	// Tables has a report for each table. A table may occur twice: on the device and, as the base
	// of speed-ups, on the host by the sequential reference.
	Tables   []*Report  `json:"tables"`
	Verdicts []Judgment `json:"verdicts"`
	Complete bool       `json:"complete"` // false if the last run was interrupted
}

// Selection says which rows of a paper a run measures: those that all fields select. Its zero value
// selects all rows.
type Selection struct {
	Instances []string `json:"instances,omitempty"`  // nil: all
	Rows      string   `json:"rows,omitempty"`       // part of the names of rows
	MaxCities int      `json:"max_cities,omitempty"` // of an instance; 0: any number
}

// Judgment compares a headline of a paper with the rows of a report.
type Judgment struct {
	Claim  string  `json:"claim"`
	Source string  `json:"source"` // section or table of the paper
	Seen   string  `json:"seen"`   // computed from the rows, and what is missing
	Result Outcome `json:"result"`
	Why    string  `json:"why,omitempty"` // a known reason of a contradiction
}

// Outcome says whether a claim holds in the rows that it is about.
type Outcome string

const (
	Holds       Outcome = "holds"
	Contradicts Outcome = "does not hold"
	Undecided   Outcome = "undecided"    // by the runs and times of the report
	NotMeasured Outcome = "not measured" // rows are missing
)

// Table returns the report of a table on the device, or with sequential on the host; nil if there
// is none.
func (r *PaperReport) Table(name string, sequential bool) *Report {
	for _, table := range r.Tables {
		if table.Table == name && (table.Device == r.Device) == !sequential {
			return table
		}
	}
	return nil
}

// Check returns an error if a row occurs twice.
func (r *Report) Check() error {
	seen := map[rowKey]bool{}
	for _, row := range r.Rows {
		key := keyOf(row)
		if seen[key] {
			return fmt.Errorf("table %s has row %s of %s twice", r.Table, key.label, key.instance)
		}
		seen[key] = true
	}
	return nil
}

// Check returns an error if a table or a row occurs twice.
func (r *PaperReport) Check() error {
	type key struct {
		table  string
		device Device
	}
	seen := map[key]bool{}
	for _, table := range r.Tables {
		of := key{table.Table, table.Device}
		if seen[of] {
			return fmt.Errorf("table %s occurs twice", table.Table)
		}
		seen[of] = true
		if err := table.Check(); err != nil {
			return err
		}
	}
	return nil
}

// ReadPaper reads the report of a paper from JSON.
func ReadPaper(in io.Reader) (*PaperReport, error) {
	return decode(in, "the report of a paper", func(r *PaperReport) error {
		_, err := FindPaper(r.Paper)
		if err = cmp.Or(schema.Check("the report", r.Schema, paperReportSchema), err); err != nil {
			return err
		}
		if slices.Contains(r.Tables, nil) {
			return errors.New("a table is null")
		}
		return r.Check()
	})
}
