package reportpage

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/internal/statistics"
)

// A section has the reports of one instance.
type section struct {
	Instance  Instance
	Series    []*series // the shortest mean first
	Reports   []*Report
	exact     map[float64]float64 // by the steps of a report's tour: its length in steps by its exact length in units
	reference float64             // the length that gaps are relative to
	known     bool                // whether it is the best known length
}

// A series has the runs of one row of the comparison: the runs of one report, or of all reports of
// single runs with equal settings.
type series struct {
	Label   string
	Class   string // of CSS, for its colour
	Runs    []Run
	reports []*Report
	statistics.Summary
	test *test // nil: of the first series, or there are no runs
}

// colours is the number of colours of series in page.css.
const colours = 7

// sectionsOf groups reports by instance, the smallest first.
func sectionsOf(reports []*Report) []*section {
	var sections []*section
	for _, r := range reports {
		i := slices.IndexFunc(sections, func(s *section) bool { return s.Instance == r.Instance })
		if i < 0 {
			i, sections = len(sections), append(sections, &section{Instance: r.Instance, exact: map[float64]float64{}})
		}
		sections[i].Reports = append(sections[i].Reports, r)
	}
	slices.SortStableFunc(sections, func(a, b *section) int {
		return cmp.Or(cmp.Compare(a.Instance.Dimension, b.Instance.Dimension), cmp.Compare(a.Instance.Name, b.Instance.Name))
	})
	for _, s := range sections {
		s.findReference()
		s.findSeries()
	}
	return sections
}

// findReference sets the reference: the best known length, or the shortest length of the reports
// if they have none.
func (s *section) findReference() {
	shortest := shortestOf(s.Reports).BestLength
	for _, r := range s.Reports {
		if 0 < r.BestKnown && r.BestKnown <= shortest {
			s.reference, s.known = float64(r.BestKnown), true
			return
		}
	}
	s.reference = float64(shortest)
}

// gap returns by how many percent a length exceeds the reference.
func (s *section) gap(length float64) float64 {
	if s.reference <= 0 {
		return math.NaN()
	}
	return 100 * (length/s.reference - 1)
}

// findSeries groups the runs and sorts the groups by their mean.
func (s *section) findSeries() {
	byKey := map[string]*series{}
	for _, r := range s.Reports {
		key := r.key()
		if byKey[key] == nil {
			byKey[key] = &series{Label: r.label()}
			s.Series = append(s.Series, byKey[key])
		}
		of := byKey[key]
		of.reports = append(of.reports, r)
		for _, run := range r.runs() {
			run.file = r.File
			of.Runs = append(of.Runs, run)
		}
	}
	for _, of := range s.Series {
		slices.SortStableFunc(of.Runs, func(a, b Run) int { return cmp.Compare(a.Seed, b.Seed) })
		of.Summary = statistics.Summarize(of.lengths())
	}
	slices.SortStableFunc(s.Series, func(a, b *series) int { return cmp.Compare(a.Mean, b.Mean) })
	s.compare()
	s.nameParameters()
	labels := map[string]int{}
	for _, of := range s.Series {
		labels[of.Label]++
	}
	for i, of := range s.Series {
		if labels[of.Label] > 1 {
			of.Label += ", " + filepath.Base(of.reports[0].File)
		}
		of.Class = fmt.Sprintf("series%d", i%colours)
	}
}

// nameParameters adds the parameters that differ to labels that are equal.
func (s *section) nameParameters() {
	same := map[string][]*series{}
	for _, of := range s.Series {
		same[of.Label] = append(same[of.Label], of)
	}
	for _, list := range same {
		values := map[string]map[string]bool{}
		for _, of := range list {
			for _, p := range of.reports[0].parameters() {
				if values[p.Name] == nil {
					values[p.Name] = map[string]bool{}
				}
				values[p.Name][p.Value] = true
			}
		}
		for _, of := range list {
			for _, p := range of.reports[0].parameters() {
				if len(values[p.Name]) > 1 {
					of.Label += ", " + p.Name + " " + p.Value
				}
			}
		}
	}
}

// shortestOf returns the report with the shortest tour.
func shortestOf(reports []*Report) *Report {
	return slices.MinFunc(reports, func(a, b *Report) int { return cmp.Compare(a.BestLength, b.BestLength) })
}

// lengths returns the lengths of the runs that a stop rule ended, or of all runs if there are none.
func (of *series) lengths() []int64 {
	var completed, all []int64
	for _, run := range of.Runs {
		all = append(all, run.Length)
		if run.completed() {
			completed = append(completed, run.Length)
		}
	}
	if len(completed) > 0 {
		return completed
	}
	return all
}

// compare sets the tests of each series against the first one, corrected by Holm.
func (s *section) compare() {
	var p []float64
	var tested []*series
	for _, of := range s.Series[1:] {
		r, err := statistics.RankSum(floats(of.lengths()), floats(s.Series[0].lengths()))
		if err != nil {
			continue // one of both has no run
		}
		of.test = &test{a12: r.A12}
		p, tested = append(p, r.P), append(tested, of)
	}
	for i, corrected := range statistics.Holm(p) {
		tested[i].test.p = corrected
	}
}

// test is the rank-sum test of a series against the first one.
type test struct{ p, a12 float64 }

func floats(lengths []int64) []float64 {
	list := make([]float64, len(lengths))
	for i, length := range lengths {
		list[i] = float64(length)
	}
	return list
}

// key identifies the series of a report.
func (r *Report) key() string {
	if r.Seeds != nil {
		return r.File
	}
	parameters, err := json.Marshal(r.Parameters)
	if err != nil {
		return r.File
	}
	return strings.Join([]string{r.label(), string(parameters), r.price()}, "\x00")
}

// label names the algorithm and the devices of a report.
func (r *Report) label() string {
	algorithm := r.Algorithm
	if r.Preset != "" {
		algorithm = r.Preset
	}
	return algorithm + " on " + strings.Join(r.deviceNames(), ", ")
}

// deviceNames returns the names of the devices, each with its number if there are several of it.
func (r *Report) deviceNames() []string {
	if len(r.Devices) == 0 {
		return []string{r.Device.Name}
	}
	var names []string
	count := map[string]int{}
	for _, d := range r.Devices {
		if count[d.Device.Name]++; count[d.Device.Name] == 1 {
			names = append(names, d.Device.Name)
		}
	}
	for i, name := range names {
		if count[name] > 1 {
			names[i] = fmt.Sprintf("%d × %s", count[name], name)
		}
	}
	return names
}
