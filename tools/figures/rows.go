package main

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/internal/figure"
	"github.com/aco-vk/aco-vk/internal/statistics"
	"github.com/aco-vk/aco-vk/study/experiment"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// leastError replaces smaller errors, because a logarithmic axis cannot show 0.
const leastError = 0.001

// study has the errors of an experiment's runs by instance and time limit.
type study struct {
	name      string // of the file of rows, without extension
	device    string
	limits    []float64 // in seconds, ascending
	instances []measuredInstance
}

// measuredInstance has errors over the best known length in percent.
type measuredInstance struct {
	name   string
	cities int
	errors map[float64][]float64 // by time limit
}

// readStudy reads a file of rows. Instances without a best known length are left out.
func readStudy(name string, text []byte) (*study, error) {
	rows, err := experiment.ReadRows(bytes.NewReader(text), name)
	if err != nil {
		return nil, err
	}
	s := &study{name: strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))}
	for _, row := range rows {
		if row.Failed() {
			return nil, fmt.Errorf("the run %d failed: %s", row.Run, row.Error)
		}
		if row.Gap == nil {
			continue
		}
		s.device = cmp.Or(s.device, row.Device)
		if row.Device != s.device {
			return nil, fmt.Errorf("rows are of %s and of %s: keep those of one device", s.device, row.Device)
		}
		if row.Configuration != rows[0].Configuration || row.Program != rows[0].Program {
			return nil, fmt.Errorf("the run %d is of another configuration or program: keep the rows of one", row.Run)
		}
		instance := cmp.Or(generate.ChallengeName(row.Instance), row.Instance)
		at := slices.IndexFunc(s.instances, func(i measuredInstance) bool { return i.name == instance })
		if at < 0 {
			at = len(s.instances)
			s.instances = append(s.instances, measuredInstance{instance, row.Cities, map[float64][]float64{}})
		}
		limit := row.Limit.Seconds
		s.instances[at].errors[limit] = append(s.instances[at].errors[limit], 100**row.Gap)
		s.limits = append(s.limits, limit)
	}
	slices.Sort(s.limits)
	s.limits = slices.Compact(s.limits)
	return s, nil
}

// chart returns the mean errors by time, with a line for each instance. With a single time limit it
// returns the mean and the worst errors by number of cities.
func (s *study) chart() chart {
	c := chart{name: s.name + "-" + slug(s.device), Chart: figure.Chart{
		Title: "Errors over the best known lengths, by time limit, means, on " + s.device, X: "seconds",
		Y: fmt.Sprintf("error over the best known length, %% (at least %g)", leastError),
	}}
	if len(s.limits) == 1 {
		c.Title, c.X = "Errors over the best known lengths, of all instances of a folder, on "+s.device, cities
		var means, worst []point
		for _, in := range s.instances {
			errors := in.errors[s.limits[0]]
			means = append(means, point{float64(in.cities), max(leastError, statistics.Mean(errors))})
			worst = append(worst, point{float64(in.cities), max(leastError, slices.Max(errors))})
		}
		c.Add(fmt.Sprintf("means, %g s", s.limits[0]), 0, dots, means)
		c.Add(fmt.Sprintf("worst, %g s", s.limits[0]), 1, dots, worst)
		return c
	}
	for i, in := range s.instances {
		var means []point
		for _, limit := range s.limits {
			if errors := in.errors[limit]; errors != nil {
				means = append(means, point{limit, max(leastError, statistics.Mean(errors))})
			}
		}
		c.Add(in.name, i, measured, means)
	}
	return c
}

// goals are the largest mean errors in percent that the project aims at on an Nvidia H200, by instance
// and time limit in seconds.
var goals = map[string]map[float64]float64{
	"pr2392":        {1: 0.25, 2: 0.15, 5: 0.05, 10: 0, 30: 0},
	"fnl4461":       {1: 0.15, 2: 0.08, 5: 0.04, 10: 0.02, 30: 0.01},
	"rl5915":        {2: 0.05, 10: 0.01, 30: 0, 60: 0},
	"pla7397":       {10: 0.03, 30: 0.01, 60: 0},
	"E10k.0":        {1: 0.25, 2: 0.18, 5: 0.12, 10: 0.09, 30: 0.06, 60: 0.05},
	"C10k.0":        {10: 0.05, 30: 0.02},
	"rl11849":       {10: 0.03, 30: 0.015, 60: 0.01},
	"usa13509":      {10: 0.03, 30: 0.015, 60: 0.01},
	"d15112":        {1: 0.30, 2: 0.20, 5: 0.12, 10: 0.09, 30: 0.06, 60: 0.05},
	"pla85900":      {5: 0.5, 10: 0.22, 30: 0.12, 60: 0.08},
	"mona-lisa100K": {1: 0.40, 2: 0.20, 5: 0.08, 10: 0.06, 30: 0.04, 60: 0.03},
	"E100k.0":       {1: 0.40, 2: 0.28, 5: 0.20, 10: 0.12, 30: 0.08, 60: 0.065},
	"C100k.0":       {10: 0.6, 30: 0.35, 60: 0.25},
	"E1M.0":         {2: 1, 5: 0.45, 10: 0.22, 30: 0.14, 60: 0.11},
	"E10M.0":        {30: 0.34, 60: 0.22},
}

// table returns the errors of these instances as a Markdown table or, if there are none, of all
// instances with ranges and goals. The word summary asks for a line for each time limit.
func (s *study) table(instances []string) string {
	if slices.Equal(instances, []string{"summary"}) {
		return s.summary()
	}
	full := len(instances) == 0
	header := []string{"instance", "cities"}
	for _, limit := range s.limits {
		header = append(header, fmt.Sprintf("%g s", limit))
	}
	if full {
		header = append(header, "goals")
	}
	var table strings.Builder
	writeHeader(&table, header...)
	for _, in := range s.instances {
		if !full && !slices.Contains(instances, in.name) {
			continue
		}
		cells := []string{in.name, fmt.Sprint(in.cities)}
		for _, limit := range s.limits {
			cells = append(cells, in.cell(limit, full))
		}
		if full {
			cells = append(cells, goalsCell(in.name, s.limits))
		}
		fmt.Fprintf(&table, "| %s |\n", strings.Join(cells, " | "))
	}
	return table.String()
}

// cell returns the mean error with a time limit, in bold if it reaches the goal. If full, the range
// over the seeds follows.
func (in *measuredInstance) cell(limit float64, full bool) string {
	errors := in.errors[limit]
	if errors == nil {
		return ""
	}
	mean := statistics.Mean(errors)
	text := fmt.Sprintf("%.3f", mean)
	if !full {
		return text + "%"
	}
	if goal, ok := goals[in.name][limit]; ok && mean <= goal {
		text = "**" + text + "**"
	}
	if len(errors) > 1 {
		text += fmt.Sprintf(" (%.3f to %.3f)", slices.Min(errors), slices.Max(errors))
	}
	return text
}

// goalsCell lists an instance's goals in the order of the limits. A limit without a goal has –.
func goalsCell(instance string, limits []float64) string {
	var list []string
	for _, limit := range limits {
		text := "–"
		if goal, ok := goals[instance][limit]; ok {
			text = fmt.Sprint(goal)
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// summary returns how often the best known lengths are reached, with a line for each time limit.
func (s *study) summary() string {
	var table strings.Builder
	writeHeader(&table, "limit", "instances", "best known in all runs", "runs", "best known reached", "mean error, %", "worst error, %")
	for _, limit := range s.limits {
		var all []float64
		instances, always, reached := 0, 0, 0
		for _, in := range s.instances {
			errors := in.errors[limit]
			if errors == nil {
				continue
			}
			instances++
			if slices.Max(errors) == 0 {
				always++
			}
			for _, percent := range errors {
				if percent == 0 {
					reached++
				}
			}
			all = append(all, errors...)
		}
		fmt.Fprintf(&table, "| %g s | %d | %d | %d | %d (%.1f%%) | %.3f | %.3f |\n", limit, instances, always, len(all),
			reached, 100*float64(reached)/float64(len(all)), statistics.Mean(all), slices.Max(all))
	}
	return table.String()
}
