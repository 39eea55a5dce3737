package reportpage

import (
	"cmp"
	"fmt"
	"html/template"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/aco-vk/aco-vk/internal/statistics"
	"github.com/aco-vk/aco-vk/tsp"
)

// sectionView has the texts of a section.
type sectionView struct {
	*section
	Map       template.HTML // SVG
	Drawn     string        // the series and the seed of the drawn tour
	Reference string
	Best      string
	Bound     string // "": none
	Chart     *chart
	Days      *daysView // nil: there is no earlier route
	Rows      []rowView
	RunRows   []runView
	Details   []reportView
}

// rowView is a row of the comparison.
type rowView struct {
	Class, Label                     string
	Runs                             int
	Best, Mean, Deviation, Quartiles string
	Gap, Difference, Test            string
	Time, LastImprovement            string
}

// runView is a row of the table of runs.
type runView struct {
	Class, Label                                      string
	Seed                                              uint64
	Length, Gap, Time, LastImprovement, Stopped, File string
	Iterations                                        int
}

// reportView has the texts of the shortest run of a series.
type reportView struct {
	*Report
	Label, File, Length string
	Reports             int // of the series
	Stopped             string
	Prices              string // of new legs; "": there are none
	Names               []string
	Drivers             []string
	Stages              []stageView
	StageRun            string // the run that the stages are of
	Settings            []Parameter
	Command, Repeats    string
}

// stageView is the time of a stage.
type stageView struct {
	Name, Time string
	Percent    float64 // of the longest
}

func newSectionView(s *section, inputs []Input, commandLine func(Command) string) (sectionView, error) {
	v := sectionView{section: s, Chart: newChart(s)}
	for _, r := range s.Reports {
		s.exact[float64(r.BestLength)] = r.steps()
	}
	best := shortestOf(s.Reports)
	input := s.inputOf(inputs)
	file := ""
	if input != nil {
		file = input.File
		svg, err := drawTour(best, input)
		if err != nil {
			return v, err
		}
		v.Map, v.Drawn = svg, fmt.Sprintf("%s, seed %d", best.label(), best.Seed)
		if input.Earlier != nil {
			if v.Days, err = newDaysView(input.Earlier); err != nil {
				return v, err
			}
		}
	}
	v.Best = fmt.Sprintf("%s, %s, seed %d", s.length(float64(best.BestLength)), best.label(), best.Seed)
	v.Reference = "the shortest length of these reports, " + s.length(s.reference)
	if s.known {
		v.Reference = "the best known length, " + s.length(s.reference)
	}
	if lower := slices.MaxFunc(s.Reports,
		func(a, b *Report) int { return cmp.Compare(a.LowerBound, b.LowerBound) }).LowerBound; lower > 0 {
		above := 100 * max(0, best.steps()/float64(lower)-1)
		v.Bound = fmt.Sprintf(
			"%s: the length of the shortest tour is at most %s above the optimum", s.length(float64(lower)), percent(above),
		)
	}
	for _, of := range s.Series {
		if of.Number > 0 {
			v.Rows = append(v.Rows, s.row(of))
		}
		for _, run := range of.Runs {
			v.RunRows = append(v.RunRows, runView{
				of.Class, of.Label, run.Seed, s.length(float64(run.Length)), percent(s.gap(float64(run.Length))),
				seconds(run.WallS), seconds(run.LastImprovementS), run.Stopped, run.file, run.Iterations,
			})
		}
	}
	for _, of := range s.Series {
		details := s.details(of, commandLine(shortestOf(of.reports).Command(file)))
		if input == nil && details.Command != "" {
			details.Command, details.Repeats = "", "The page has the command that repeats the run if it is given the file of the instance."
		}
		v.Details = append(v.Details, details)
	}
	return v, nil
}

// row returns the row of a series. Differences are to the series with the shortest mean.
func (s *section) row(of *series) rowView {
	row := rowView{
		Class: of.Class, Label: of.Label, Runs: of.Number, Best: s.length(of.Best),
		Mean:      s.interval(of.Mean, of.MeanInterval(statistics.Confidence)),
		Deviation: "–", Difference: "–", Test: "–",
		Quartiles: "–", Gap: percent(s.gap(of.Mean)),
	}
	if of.Number > 1 {
		row.Quartiles = fmt.Sprintf("%s (%s to %s)", s.length(of.Median), s.length(of.Lower), s.length(of.Upper))
		row.Deviation = s.length(of.Deviation)
	}
	if first := s.Series[0]; of != first && first.Number > 0 {
		row.Difference = s.interval(statistics.Difference(of.Summary, first.Summary, statistics.Confidence))
	}
	if of.test != nil {
		row.Test = fmt.Sprintf("%s (%.2f)", statistics.Probability(of.test.p), of.test.a12)
	}
	var wall, last []float64
	for _, run := range of.Runs {
		wall, last = append(wall, run.WallS), append(last, run.LastImprovementS)
	}
	row.Time, row.LastImprovement = seconds(statistics.Mean(wall)), seconds(statistics.Mean(last))
	return row
}

// interval writes a confidence interval by its middle and half of its width, NaN if there is none.
func (s *section) interval(middle, half float64) string {
	if math.IsNaN(half) {
		return s.length(middle)
	}
	return s.length(middle) + " ± " + s.length(half)
}

// steps returns the length of the report's tour in steps, by its numbers in units if the report
// has them.
func (r *Report) steps() float64 {
	switch {
	case r.Length == nil:
		return float64(r.BestLength)
	case r.Instance.Scale > 0:
		return *r.Length * r.Instance.Scale
	}
	return *r.Length
}

// length writes a length, or a mean of lengths, in the instance's unit, as all texts do. Those without a unit have a
// decimal.
func (s *section) length(v float64) string {
	if exact, ok := s.exact[v]; ok {
		v = exact
	}
	if s.Instance.Scale > 0 {
		unit := tsp.Unit{Name: s.Instance.Unit}
		return unit.FormatValue(v / s.Instance.Scale)
	}
	decimals := 0
	if v != math.Trunc(v) {
		decimals = 1
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

func percent(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "–"
	}
	return strconv.FormatFloat(v, 'f', 3, 64) + "%"
}

// seconds writes a time in seconds, below one in milliseconds.
func seconds(v float64) string {
	if v < 1 {
		return strconv.FormatFloat(1000*v, 'f', 1, 64) + " ms"
	}
	return strconv.FormatFloat(v, 'f', 2, 64) + " s"
}

// pricesText says what a run with prices of legs has minimized, "" for other runs.
func (s *section) pricesText(r *Report) string {
	c := r.StayClose
	if c == nil {
		return ""
	}
	return fmt.Sprintf("The run minimized the length and a price of %s for each leg that the earlier tour does not have: "+
		"%d new legs, together %s. Its progress is of these sums, so the chart leaves it out.",
		s.length(float64(c.Price)), c.NewLegs, s.length(float64(c.Cost)))
}

// details returns the shortest run of a series.
func (s *section) details(of *series, command string) reportView {
	r := shortestOf(of.reports)
	v := reportView{
		Report: r, Label: of.Label, Reports: len(of.reports), File: r.File, Length: s.length(float64(r.BestLength)), Names: r.deviceNames(),
		Stopped: r.stopText(r.StopReason), Prices: s.pricesText(r),
		Stages: r.stages(), StageRun: fmt.Sprintf("seed %d", r.Seed), Settings: r.parameters(), Command: command,
		Repeats: r.repeats(),
	}
	if r.Command("").IsEmpty() {
		v.Command = ""
	}
	devices := r.Devices
	if len(devices) == 0 {
		devices = []UsedDevice{{r.Device}}
	}
	for _, d := range devices {
		if driver := d.Device.DriverName; driver != "" &&
			!slices.Contains(v.Drivers, driver+" "+d.Device.DriverVersion) {
			v.Drivers = append(v.Drivers, driver+" "+d.Device.DriverVersion)
		}
	}
	return v
}

// stages returns the time until the first iteration, of each stage, and the rest, the longest
// stage first. Stages of several devices overlap, so their sum may be longer than the run.
func (r *Report) stages() []stageView {
	ms := map[string]float64{}
	rest := 1000 * (r.Timings.WallS - r.Timings.SetupS)
	for name, took := range r.Timings.Stages {
		if took > 0 {
			ms[name] = took
			rest -= took
		}
	}
	ms["until the first iteration"] = 1000 * r.Timings.SetupS
	if rest > 0 {
		ms["rest: host, transfers, idle"] = rest
	}
	var longest float64
	for _, took := range ms {
		longest = max(longest, took)
	}
	var list []stageView
	for _, name := range slices.SortedFunc(maps.Keys(ms),
		func(a, b string) int { return cmp.Or(cmp.Compare(ms[b], ms[a]), cmp.Compare(a, b)) }) {
		if longest > 0 {
			list = append(list, stageView{name, seconds(ms[name] / 1000), math.Round(1000*ms[name]/longest) / 10})
		}
	}
	return list
}
