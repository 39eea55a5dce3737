package reportpage

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
)

// A section has the reports of one instance.
type section struct {
	Instance  Instance
	Series    []*series // the shortest mean first
	Reports   []*Report
	reference float64 // the length that gaps are relative to
	known     bool    // whether it is the best known length
}

// A series has the runs of one row of the comparison: the runs of one report, or of all reports of
// single runs with equal settings.
type series struct {
	Label   string
	Class   string // of CSS, for its colour
	Runs    []Run
	reports []*Report
	statistics
}

// colours is the number of colours of series in page.css.
const colours = 7

// sectionsOf groups reports by instance, in the order of the files.
func sectionsOf(reports []*Report) []*section {
	var sections []*section
	for _, r := range reports {
		i := slices.IndexFunc(sections, func(s *section) bool { return s.Instance == r.Instance })
		if i < 0 {
			i, sections = len(sections), append(sections, &section{Instance: r.Instance})
		}
		sections[i].Reports = append(sections[i].Reports, r)
	}
	for _, s := range sections {
		s.findReference()
		s.findSeries()
	}
	return sections
}

// findReference sets the reference: the best known length, or the shortest length of the reports
// if they have none.
func (s *section) findReference() {
	shortest := slices.MinFunc(s.Reports, func(a, b *Report) int { return cmp.Compare(a.BestLength, b.BestLength) }).BestLength
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
		of.Runs = append(of.Runs, r.runs()...)
	}
	for _, of := range s.Series {
		of.statistics = of.summarize()
	}
	slices.SortStableFunc(s.Series, func(a, b *series) int { return cmp.Compare(a.mean, b.mean) })
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

// summarize returns the statistics of the runs that a stop rule ended, or of all runs if there are
// none. Without runs n is 0.
func (of *series) summarize() statistics {
	var completed, lengths []float64
	for _, run := range of.Runs {
		lengths = append(lengths, float64(run.Length))
		if run.completed() {
			completed = append(completed, float64(run.Length))
		}
	}
	switch {
	case len(completed) > 0:
		return statisticsOf(completed)
	case len(lengths) > 0:
		return statisticsOf(lengths)
	}
	return statistics{}
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
	return strings.Join([]string{r.label(), string(parameters)}, "\x00")
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

// confidence is the probability of the confidence intervals.
const confidence = 0.95

// statistics of the lengths of runs.
type statistics struct {
	n                    int
	best                 float64
	mean, deviation      float64 // of the sample
	lower, median, upper float64 // quartiles
	half                 float64 // of the width of the mean's confidence interval; NaN for one run
}

// statisticsOf returns the statistics of at least one length. The confidence interval of the mean
// is Student's.
func statisticsOf(lengths []float64) statistics {
	s := statistics{n: len(lengths), best: slices.Min(lengths), half: math.NaN()}
	sorted := slices.Sorted(slices.Values(lengths))
	s.lower, s.median, s.upper = quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75)
	var sum float64
	for _, length := range lengths {
		sum += length
	}
	s.mean = sum / float64(s.n)
	if s.n > 1 {
		var squares float64
		for _, length := range lengths {
			squares += (length - s.mean) * (length - s.mean)
		}
		s.deviation = math.Sqrt(squares / float64(s.n-1))
		s.half = studentQuantile(float64(s.n-1)) * s.deviation / math.Sqrt(float64(s.n))
	}
	return s
}

// difference returns the difference of two means and half of the width of its confidence interval,
// NaN for one run, by Welch's method (B. L. Welch, "The generalization of 'Student's' problem when
// several different population variances are involved", Biometrika 34, 1947).
func difference(a, b statistics) (mean, half float64) {
	mean = a.mean - b.mean
	if a.n < 2 || b.n < 2 {
		return mean, math.NaN()
	}
	u, v := a.deviation*a.deviation/float64(a.n), b.deviation*b.deviation/float64(b.n)
	if u+v == 0 {
		return mean, 0
	}
	freedom := (u + v) * (u + v) / (u*u/float64(a.n-1) + v*v/float64(b.n-1))
	return mean, studentQuantile(freedom) * math.Sqrt(u+v)
}

// quantile returns a quantile of sorted values, interpolated linearly between two of them (Hyndman
// and Fan's type 7).
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	i := int(at)
	if i+1 == len(sorted) {
		return sorted[i]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
