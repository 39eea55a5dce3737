package anytime

import (
	"cmp"
	"embed"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/aco-vk/aco-vk/study/papers"
	"github.com/aco-vk/aco-vk/tsp"
)

// Class is a range of sizes of instances with the time limit of their runs. The ranges overlap: an
// instance in two of them is measured with both limits.
type Class struct {
	Name     string
	Kind     tsp.Kind
	From, To int // number of cities
	Limit    time.Duration
}

// Classes are the classes of tables of all instances of a folder.
var Classes = []Class{
	{"up to 3100 cities", tsp.TSP, 0, 3100, 2 * time.Second},
	{"3000 to 20,000 cities", tsp.TSP, 3000, 20_000, 10 * time.Second},
	{"above 20,000 cities", tsp.TSP, 20_001, math.MaxInt, 30 * time.Second},
	{"asymmetric", tsp.ATSP, 0, math.MaxInt, 2 * time.Second},
}

// has reports whether instances of a kind and size are in the class.
func (c Class) has(kind tsp.Kind, cities int) bool {
	return kind == c.Kind && c.From <= cities && cities <= c.To
}

// limitsOf returns the time limits of the classes that have an instance, without duplicates.
func limitsOf(instance *tsp.Instance) []time.Duration {
	var limits []time.Duration
	for _, c := range Classes {
		if c.has(instance.Kind, instance.Dimension()) && !slices.Contains(limits, c.Limit) {
			limits = append(limits, c.Limit)
		}
	}
	return limits
}

// Summary has statistics of the runs of a class with a time limit. Instances without a best known
// length are left out.
type Summary struct {
	Class     string
	LimitS    float64
	Instances int
	Runs      int     // with failed ones
	Reached   int     // runs with a tour of the best known length
	Always    int     // instances for which all runs reached it
	Tours     int     // runs with a tour
	Mean      float64 // error of the runs with a tour over the best known length, in percent
	Worst     float64 // largest error of a run
}

// Summaries returns a summary for each class and limit that has runs. Without limits of the
// report, a class has its own one.
func (r *Report) Summaries() []Summary {
	var list []Summary
	for _, c := range Classes {
		limits := r.LimitsS
		if len(limits) == 0 {
			limits = []float64{c.Limit.Seconds()}
		}
		for _, limit := range limits {
			s := Summary{Class: c.Name, LimitS: limit}
			for _, row := range r.Rows {
				if cell, ok := row.Cell(limit); ok && c.has(row.Kind, row.Cities) && row.BestKnown > 0 {
					s.add(row, cell)
				}
			}
			if s.Tours > 0 {
				s.Mean /= float64(s.Tours)
			}
			if s.Instances > 0 {
				list = append(list, s)
			}
		}
	}
	return list
}

// add adds the runs of a cell. Mean is the sum of the errors until all are added.
func (s *Summary) add(row Row, cell Cell) {
	s.Instances++
	s.Runs += len(cell.Runs)
	reached := row.Reached(cell)
	s.Reached += reached
	if reached == len(cell.Runs) {
		s.Always++
	}
	for _, run := range cell.succeeded() {
		percent := row.Percent(float64(run.Length))
		s.Tours++
		s.Mean += percent
		s.Worst = max(s.Worst, percent)
	}
}

// figureFiles has errors in percent, in the format of package papers's figures. A column name is a
// number of seconds.
//
//go:embed figures/*.tsv
var figureFiles embed.FS

var figures = papers.Embedded(figureFiles)

// ErrorPoint is an error over the best known length after a time.
type ErrorPoint struct {
	Seconds float64 `json:"s"`
	Percent float64 `json:"percent"`
}

// pointsOf returns the figures of an instance by ascending time; none if file is "".
func pointsOf(file, instance string) (points []ErrorPoint) {
	if file == "" {
		return nil
	}
	p := figures()[file]
	for _, column := range p.Columns {
		percent, ok := p.At(instance, column)
		seconds, err := strconv.ParseFloat(column, 64)
		if ok && err == nil {
			points = append(points, ErrorPoint{seconds, percent})
		}
	}
	slices.SortFunc(points, func(a, b ErrorPoint) int { return cmp.Compare(a.Seconds, b.Seconds) })
	return points
}
