package reportpage

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/internal/statistics"
)

// The sizes of the chart in SVG units.
const (
	chartWidth, chartHeight = 560, 342
	plotLeft, plotTop       = 52, 10
	plotWidth, plotHeight   = chartWidth - plotLeft - 12, chartHeight - plotTop - 52
	shortestTime            = 1e-3 // seconds; the axis is logarithmic
	smallestGap             = 1e-3 // percent
)

// A chart shows the gap of all runs by time, both logarithmic. The lowest line is the gap 0.
type chart struct {
	Width, Height            int
	Left, Top, Right, Bottom int // of the plot
	X, Y                     []tick
	Series                   []curves
	Missing                  int // runs without progress

	times, gaps [2]float64 // ranges of the axes, as decimal logarithms
}

type tick struct {
	At    string
	Label string
}

// curves are the paths of a series.
type curves struct {
	Class, Label      string
	Runs              string // every run, as steps
	Median, Quartiles string // "" for a single run
}

// newChart returns the chart of a section, nil if no run has a gap to show.
func newChart(s *section) *chart {
	c := &chart{
		Width: chartWidth, Height: chartHeight, Left: plotLeft, Top: plotTop, Right: plotLeft + plotWidth,
		Bottom: plotTop + plotHeight,
	}
	times, gaps := [2]float64{math.Inf(1), shortestTime}, [2]float64{math.Inf(1), 0}
	for _, of := range s.Series {
		for _, run := range of.Runs {
			if len(run.Trace) == 0 {
				c.Missing++
				continue
			}
			times[0] = min(times[0], max(run.Trace[0].ElapsedS, shortestTime))
			times[1] = max(times[1], run.WallS, run.Trace[len(run.Trace)-1].ElapsedS)
			for _, i := range run.Trace {
				if gap := s.gap(float64(i.Length)); gap >= smallestGap {
					gaps[0], gaps[1] = min(gaps[0], gap), max(gaps[1], gap)
				}
			}
		}
	}
	if gaps[1] == 0 {
		return nil
	}
	gaps[0] = min(gaps[0], gaps[1]/10) // a decade has ticks
	c.times = [2]float64{math.Log10(times[0]), math.Log10(max(times[1], 2*times[0]))}
	c.gaps = [2]float64{math.Log10(gaps[0]) - 0.25, math.Log10(gaps[1]) + 0.05} // room for the line of gap 0
	c.X, c.Y = c.ticks(c.times, c.x), c.ticks(c.gaps, c.y)
	c.Y = append(c.Y, tick{number(plotTop + plotHeight), "0"})
	for _, of := range s.Series {
		c.Series = append(c.Series, c.curves(s, of))
	}
	return c
}

// x returns the position of a time in seconds.
func (c *chart) x(seconds float64) float64 {
	at := (math.Log10(max(seconds, shortestTime)) - c.times[0]) / (c.times[1] - c.times[0])
	return plotLeft + plotWidth*min(max(at, 0), 1)
}

// y returns the position of a gap in percent.
func (c *chart) y(gap float64) float64 {
	if gap < smallestGap {
		return plotTop + plotHeight
	}
	at := (math.Log10(gap) - c.gaps[0]) / (c.gaps[1] - c.gaps[0])
	return plotTop + plotHeight*(1-min(max(at, 0), 1))
}

// ticks marks powers of ten, and 2 and 5 times them where there are few.
func (c *chart) ticks(limits [2]float64, at func(float64) float64) []tick {
	factors := []float64{1}
	if limits[1]-limits[0] < 3.2 {
		factors = []float64{1, 2, 5}
	}
	var list []tick
	for power := math.Floor(limits[0]); power <= limits[1]; power++ {
		for _, factor := range factors {
			v := factor * math.Pow(10, power)
			if log := math.Log10(v); limits[0]+0.1 < log && log <= limits[1] {
				list = append(list, tick{number(at(v)), strconv.FormatFloat(v, 'g', 6, 64)})
			}
		}
	}
	return list
}

func number(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64) }

// curves returns the paths of a series.
func (c *chart) curves(s *section, of *series) curves {
	drawn := curves{Class: of.Class, Label: of.Label}
	var runs strings.Builder
	var traces [][]Improvement
	for _, run := range of.Runs {
		if len(run.Trace) == 0 {
			continue
		}
		traces = append(traces, run.Trace)
		last := ""
		for i, at := range run.Trace {
			x, y := number(c.x(at.ElapsedS)), number(c.y(s.gap(float64(at.Length))))
			switch step := "H" + x + "V" + y; {
			case i == 0:
				fmt.Fprintf(&runs, "M%s %s", x, y)
			case step != last: // improvements within a tenth of a pixel are one step
				runs.WriteString(step)
				last = step
			}
		}
		fmt.Fprintf(&runs, "H%s", number(c.x(run.WallS)))
	}
	drawn.Runs = runs.String()
	if len(traces) > 1 {
		drawn.Median, drawn.Quartiles = c.spread(s, traces)
	}
	return drawn
}

// spread returns the line of the medians and the area between the quartiles, from the first time
// with a tour of every run.
func (c *chart) spread(s *section, traces [][]Improvement) (median, quartiles string) {
	var line, upper, lower []string
	for column := range plotWidth + 1 {
		exponent := c.times[0] + float64(column)/plotWidth*(c.times[1]-c.times[0])
		gaps := gapsAt(s, traces, math.Pow(10, exponent))
		if len(gaps) < len(traces) {
			continue
		}
		x := strconv.Itoa(plotLeft+column) + " "
		line = append(line, x+number(c.y(statistics.Quantile(gaps, 0.5))))
		upper = append(upper, x+number(c.y(statistics.Quantile(gaps, 0.75))))
		lower = append(lower, x+number(c.y(statistics.Quantile(gaps, 0.25))))
	}
	if line == nil {
		return "", ""
	}
	slices.Reverse(lower)
	return "M" + strings.Join(line, "L"), "M" + strings.Join(append(upper, lower...), "L") + "Z"
}

// gapsAt returns the sorted gaps of the runs that have a tour at a time in seconds.
func gapsAt(s *section, traces [][]Improvement, seconds float64) []float64 {
	var gaps []float64
	for _, trace := range traces {
		after := sort.Search(len(trace), func(i int) bool { return trace[i].ElapsedS > seconds })
		if after > 0 {
			gaps = append(gaps, s.gap(float64(trace[after-1].Length)))
		}
	}
	slices.Sort(gaps)
	return gaps
}
