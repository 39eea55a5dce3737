package diff

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/conform"
)

// Comparison says what differs between two reports.
type Comparison struct {
	Before, After *conform.Report
	Facts         []Change // program, host and device, by the names of their JSON fields
	Common        int      // cases in both reports
	OnlyBefore    []string // cases in Before alone
	OnlyAfter     []string // cases in After alone
	Verdicts      []Change // common cases with another verdict
	Runs          []Change // whole runs with another tour
	Probes        []Change // probes with another verdict
	Stages        []Stage  // by algorithm and stage
	Inputs        []Times  // by input
}

// Change is something that both reports have with different values.
type Change struct {
	Name          string
	Before, After string
	Detail        string // the problem that one of the reports has
}

// Times are sums over the cases that both reports have.
type Times struct {
	Name              string
	Cases             int
	Changed           int     // cases with another verdict
	BeforeMS, AfterMS float64 // on the device
}

// Stage has the times of a stage, and what each report counts for it over all of its own cases.
type Stage struct {
	Times
	Before, After Total
}

// Total sums up a stage over all cases of a report.
type Total struct {
	Comparisons int
	Bad         int     // of these, how many differ or failed
	MeanMS      float64 // on the device, of a comparison; reports can have other inputs
}

// Ratio returns the time of After divided by the time of Before, 0 if one of them is unknown.
func (t Times) Ratio() float64 {
	if t.BeforeMS == 0 {
		return 0
	}
	return t.AfterMS / t.BeforeMS
}

// Same reports whether every case, tour and probe that both reports have is the same.
func (c *Comparison) Same() bool {
	return len(c.Verdicts) == 0 && len(c.Runs) == 0 && len(c.Probes) == 0
}

// Compare compares two reports.
func Compare(before, after *conform.Report) *Comparison {
	c := &Comparison{Before: before, After: after, Facts: facts(before, after)}
	c.compareCases()
	c.compareRuns()
	c.compareProbes()
	return c
}

// compareCases compares the lists of cases.
func (c *Comparison) compareCases() {
	earlier := map[string]conform.Tested{}
	for _, t := range c.Before.Tested {
		earlier[t.Case] = t
	}
	var stages, inputs table
	for _, after := range c.After.Tested {
		before, found := earlier[after.Case]
		if !found {
			c.OnlyAfter = append(c.OnlyAfter, after.Case)
			continue
		}
		delete(earlier, after.Case)
		c.Common++
		if before.Verdict != after.Verdict {
			c.Verdicts = append(
				c.Verdicts, Change{after.Case, string(before.Verdict), string(after.Verdict), c.problem(before, after)},
			)
		}
		addTimes(&stages, &inputs, before, after)
	}
	for _, before := range c.Before.Tested {
		if _, left := earlier[before.Case]; left {
			c.OnlyBefore = append(c.OnlyBefore, before.Case)
		}
	}
	c.Stages, c.Inputs = c.stages(&stages), inputs
}

// problem returns what is wrong with a case in one of the reports, After first.
func (c *Comparison) problem(before, after conform.Tested) string {
	return cmp.Or(c.After.ProblemOf(after), c.Before.ProblemOf(before))
}

// compareRuns compares the tours of whole runs.
func (c *Comparison) compareRuns() {
	for _, after := range c.After.Runs {
		at := slices.IndexFunc(c.Before.Runs, func(before conform.Run) bool { return before.Case == after.Case })
		if at >= 0 && c.Before.Runs[at].TourSHA256 != after.TourSHA256 {
			c.Runs = append(c.Runs, Change{
				cmp.Or(after.Name, after.Case), c.Before.Runs[at].TourSHA256, after.TourSHA256, after.Case,
			})
		}
	}
}

// compareProbes compares the verdicts of probes.
func (c *Comparison) compareProbes() {
	for _, after := range c.After.Probes {
		at := slices.IndexFunc(c.Before.Probes, func(before conform.Probe) bool { return before.Name == after.Name })
		if at >= 0 && c.Before.Probes[at].Verdict != after.Verdict {
			c.Probes = append(c.Probes, Change{after.Name, c.Before.Probes[at].Verdict, after.Verdict, cmp.Or(
				after.Detail, c.Before.Probes[at].Detail,
			)})
		}
	}
}

// facts returns the properties of program, host and device that differ.
func facts(before, after *conform.Report) (all []Change) {
	x, y := properties(before), properties(after)
	names := maps.Clone(x)
	maps.Copy(names, y)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if x[name] != y[name] {
			all = append(all, Change{Name: name, Before: x[name], After: y[name]})
		}
	}
	return all
}

// properties returns the values by the names of their JSON fields. A report's own structures
// encode without error.
func properties(r *conform.Report) map[string]string {
	all := map[string]string{
		"version": r.Version, "shaders_sha256": r.ShadersSHA256, "date": r.Date.Format("2006-01-02 15:04:05"),
	}
	if r.Perturbed {
		all["perturbed"] = "true"
	}
	if r.Date.IsZero() {
		all["date"] = ""
	}
	addProperties(all, "device", r.Device)
	addProperties(all, "host", r.Host)
	// The position in a list and the memory that is free now say nothing about the device.
	delete(all, "device.index")
	delete(all, "device.heaps")
	return all
}

// addProperties adds the fields of a structure.
func addProperties(all map[string]string, prefix string, structure any) {
	text, err := json.Marshal(structure)
	if err != nil {
		return
	}
	var fields map[string]any
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	if decoder.Decode(&fields) != nil {
		return
	}
	for name, value := range fields {
		all[prefix+"."+name] = strings.Trim(fmt.Sprint(value), "[]")
	}
}
