package papers

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/internal/statistics"
)

// timesMargin is the part of a ratio of times that decides nothing: a row is timed once.
const timesMargin = 0.02

// faster is the claim that one row takes less time for the same number of tours than others.
type faster struct {
	Table string
	Row   string
	Than  []string
	Sizes
	Least     float64 // how many times as fast it must be; 0 stands for 1
	Best      float64 // at one instance it must be as many times as fast, unless 0
	HostClock bool    `toml:"host_clock"` // compare times on the host's clock, which rows of several devices have
}

func (c faster) judge(r *PaperReport) (e evidence) {
	if r.Device.Reference() { // it has one kernel
		return e
	}
	least := cmp.Or(c.Best, c.Least, 1)
	for _, slower := range c.Than {
		r.each(&e, c.Table, c.Sizes, []string{c.Row, slower}, isTimed, func(instance string, rows []Row) {
			ratio := c.toursMS(rows[1]) / c.toursMS(rows[0])
			outcome := Undecided
			switch {
			case ratio > least*(1+timesMargin):
				outcome = Holds
			case ratio < least*(1-timesMargin):
				outcome = Contradicts
			}
			e.found = append(e.found, finding{instance, ratio, timesAsFast, outcome})
		})
	}
	if c.Best > 0 {
		e.found = slices.DeleteFunc([]finding{largest(e.found, timesAsFast)}, func(f finding) bool { return f.value == 0 })
		e.oneIsEnough(false)
	}
	return e
}

const timesAsFast = "%.2f times as fast"

// oneIsEnough changes the evidence of "up to": what holds needs no other row, unless all rows lack a
// base, and what is missing may hold.
func (e *evidence) oneIsEnough(noBase bool) {
	switch {
	case len(e.missing) == 0:
	case !noBase && slices.ContainsFunc(e.found, func(f finding) bool { return f.outcome == Holds }):
		e.missing = nil
	default:
		for i := range e.found {
			e.found[i].outcome = Undecided
		}
	}
}

func isTimed(r Row) bool { return r.Times != nil }

// toursMS returns the time of as many tours as cities.
func (c faster) toursMS(row Row) float64 {
	if c.HostClock {
		return row.Times.ToursMS / row.Times.MeasuredMS * row.Times.WallMS
	}
	return row.Times.ToursMS
}

// speedups is a claim on the speed-up of rows over the sequential reference on this host, and over
// the paper's own sequential program if its time is published. It holds if it holds over both.
type speedups struct {
	Table    string
	Rows     []string
	BaseName string `toml:"base"`
	Base     Base   `toml:"-"`
	Sizes
	Best  float64 // the largest speed-up is at least this, unless 0
	Below float64 // all speed-ups are below this, unless 0
}

// Units of speed-ups.
const (
	overReference = "%.3g times the sequential reference here"
	overPublished = "%.3g times the paper's sequential program"
)

func (c speedups) judge(r *PaperReport) (e evidence) {
	if r.Device.Reference() { // it would be compared with itself
		return e
	}
	table := r.Table(c.Table, false)
	for _, label := range c.Rows {
		r.each(&e, c.Table, c.Sizes, []string{label}, isTimed, func(instance string, rows []Row) {
			here, published := r.speedup(table, rows[0], c.Base), c.Base.overPublished(instance, rows[0])
			if here == 0 && c.Base.isMeasured(instance) {
				e.missing = append(e.missing, need{table: c.Base.Table, label: "the sequential reference", instance: instance})
			}
			e.found = append(e.found, agreeing(c.Below == 0, c.Below,
				finding{instance: instance, value: here, unit: overReference},
				finding{instance: instance, value: published, unit: overPublished})...)
		})
	}
	if c.Best > 0 {
		here := largest(e.found, overReference)
		e.found = agreeing(true, c.Best, here, largest(e.found, overPublished))
		e.oneIsEnough(here.value == 0)
	}
	return e
}

// isMeasured reports whether the reference measures the base of an instance.
func (b Base) isMeasured(instance string) bool {
	table, err := FindTable(b.Table)
	return err == nil && slices.Contains(table.Instances, instance) && table.variant(b.Row).measures(instance) &&
		citiesOf(instance) <= maxVerifiedCities
}

// largest returns the finding of a unit with the largest value; without one its value is 0.
func largest(list []finding, unit string) (most finding) {
	for _, f := range list {
		if f.unit == unit && f.value > most.value {
			most = f
		}
	}
	return most
}

// agreeing returns the speed-ups that are known. They hold if all of them are on one side of a
// bound, contradict if none is, and are undecided if they disagree.
func agreeing(atLeast bool, bound float64, list ...finding) []finding {
	known := slices.DeleteFunc(list, func(f finding) bool { return f.value == 0 })
	holding := 0
	for _, f := range known {
		if (f.value >= bound) == atLeast {
			holding++
		}
	}
	outcome := Undecided
	switch holding {
	case len(known):
		outcome = Holds
	case 0:
		outcome = Contradicts
	}
	for i := range known {
		known[i].outcome = outcome
	}
	return known
}

// quality is a claim on the lengths of a row beside another row or published ones.
type quality struct {
	Table     string
	Row       string
	Other     string // a row, whose mean length is compared; "": Published
	Published Figure // the shortest length of Runs runs, compared with the shortest here
	Runs      int
	Sizes
	Within  float64 // the lengths differ by at most this many percent, unless 0
	Shorter bool    // the row's length is the shorter one
	// OrShorter: a length that is shorter by more than Within percent holds, too.
	OrShorter bool `toml:"or_shorter"`
	tests     int  // statistical tests of all parts of the claim
}

// rows returns the names of the rows whose lengths are compared.
func (c quality) rows() []string {
	if c.Other == "" {
		return []string{c.Row}
	}
	return []string{c.Row, c.Other}
}

func (c quality) judge(r *PaperReport) (e evidence) {
	if c.Other == "" && r.StandIns || r.Iterations > 0 {
		return e // published lengths are of other instances, or the runs are of other lengths
	}
	r.each(&e, c.Table, c.Sizes, c.rows(), hasLengths, func(instance string, rows []Row) {
		var percent float64
		var outcome Outcome
		if c.Other != "" {
			percent, outcome = c.ofMeans(rows[0].Lengths, rows[1].Lengths)
		} else if published, ok := c.Published.lookUp(instance); ok {
			percent, outcome = c.ofShortest(rows[0].Lengths, published)
		} else {
			return
		}
		e.found = append(e.found, finding{instance, percent, "%+.2f%%", outcome})
	})
	return e
}

func hasLengths(r Row) bool { return r.Lengths != nil }

// ofMeans returns by how many percent the mean of a row exceeds the other's. The confidence interval
// of the difference decides. One of many tests contradicts a claim by chance, so that interval has
// Bonferroni's correction. All tests have to hold, so they need none.
func (c quality) ofMeans(row, other *Lengths) (percent float64, outcome Outcome) {
	a, b := statistics.Summarize(row.BySeed), statistics.Summarize(other.BySeed)
	interval := func(confidence float64) (low, high float64) { // NaN without two runs of each: nothing is decided
		difference, half := statistics.Difference(a, b, confidence)
		return 100 * (difference - half) / b.Mean, 100 * (difference + half) / b.Mean
	}
	percent = 100 * (a.Mean/b.Mean - 1)
	least, most := c.bounds()
	if low, high := interval(statistics.Confidence); low > least && high < most {
		return percent, Holds
	}
	if low, high := interval(1 - (1-statistics.Confidence)/float64(c.tests)); low > most || high < least {
		return percent, Contradicts
	}
	return percent, Undecided
}

// bounds returns between which percentages a difference has to be.
func (c quality) bounds() (least, most float64) {
	switch {
	case c.Shorter:
		return math.Inf(-1), 0
	case c.OrShorter:
		return math.Inf(-1), c.Within
	}
	return -c.Within, c.Within
}

// ofShortest returns by how many percent the shortest length exceeds the published one. More runs
// can only be shorter.
func (c quality) ofShortest(row *Lengths, published float64) (percent float64, outcome Outcome) {
	percent = 100 * (float64(row.Best())/published - 1)
	switch least, most := c.bounds(); {
	case percent > least && percent < most:
		return percent, Holds
	case percent >= most && len(row.BySeed) < c.Runs:
		return percent, Undecided
	}
	return percent, Contradicts
}

// same is the claim that rows make tours as good as the paper's own sequential program does. Here
// both make the same tours, so that there is nothing to test.
type same struct {
	Table     string
	Rows      []string
	Published Figure // mean lengths of the paper's sequential program, shown beside
	Sizes
}

func (c same) judge(r *PaperReport) (e evidence) {
	if r.Device.Reference() { // it is the sequential program
		return e
	}
	compared := c.Sizes
	if compared.To == 0 || compared.To > maxVerifiedCities {
		compared.To = maxVerifiedCities
	}
	var percents []finding
	for _, label := range c.Rows {
		r.each(&e, c.Table, compared, []string{label}, isCompared, func(instance string, rows []Row) {
			f := finding{instance, 0, "the tours of the sequential reference", Holds}
			if rows[0].Verified == Differs {
				f.unit, f.outcome = "other tours than the sequential reference", Contradicts
			}
			e.found = append(e.found, f)
		})
		for i := range e.missing {
			e.missing[i].what = ", compared with the reference,"
		}
		var unmeasured evidence
		r.each(&unmeasured, c.Table, c.Sizes, []string{label}, hasLengths, func(instance string, rows []Row) {
			if published, ok := c.Published.lookUp(instance); ok && !r.StandIns && r.Iterations == 0 {
				percents = append(percents, finding{instance: instance, value: 100 * (rows[0].Lengths.Mean/published - 1), unit: "%+.2f%%"})
			}
		})
	}
	if len(percents) > 0 {
		e.notes = append(e.notes, fmt.Sprintf("mean lengths beside the paper's sequential program: %s at %s",
			spanText(percents), instancesText(percents)))
	}
	return e
}

// isCompared reports whether the row was compared with the reference.
func isCompared(r Row) bool { return r.Verified == Equal || r.Verified == Differs }

// within is the claim that a percentage of a row is within bounds: the part of an iteration that stages
// take or, without stages, of the choices that a number of trials decides.
type within struct {
	Table  string
	Row    string
	Stages []string
	Trials int
	Sizes
	Least, Most float64
}

func (c within) judge(r *PaperReport) (e evidence) {
	unit, measured := "%.1f%%", isTimed
	if c.Stages == nil {
		unit, measured = "%.0f%%", func(r Row) bool { return r.Trials != nil }
	}
	r.each(&e, c.Table, c.Sizes, []string{c.Row}, measured, func(instance string, rows []Row) {
		percent, ok := c.percent(rows[0])
		if !ok {
			return
		}
		f := finding{instance, percent, unit, Holds}
		if f.value < c.Least || f.value > c.Most {
			f.outcome = Contradicts
		}
		e.found = append(e.found, f)
	})
	return e
}

// percent returns the percentage of a row. ok is false if the row has another number of trials.
func (c within) percent(row Row) (percent float64, ok bool) {
	if c.Stages == nil {
		at := slices.IndexFunc(row.Trials, func(s TrialShare) bool { return s.Trials == c.Trials })
		if at < 0 {
			return 0, false
		}
		return row.Trials[at].Percent, true
	}
	ms := 0.0
	for _, stage := range c.Stages {
		ms += row.Times.StagesMS[stage]
	}
	return 100 * ms / row.Times.IterationMS, true
}

// grows is the claim that something grows with the number of cities, from the smallest instance to
// the largest.
type grows struct {
	Table string
	// Rows are in the order of a size, and the size of the fastest grows. Of one row the speed-up over
	// the sequential reference grows.
	Rows     []string
	BaseName string `toml:"base"`
	Base     Base   `toml:"-"`
	Sizes
}

func (c grows) judge(r *PaperReport) (e evidence) {
	if r.Device.Reference() {
		return e
	}
	var values []float64 // by instance
	r.each(&e, c.Table, c.Sizes, c.Rows[:1], func(Row) bool { return true }, func(instance string, _ []Row) {
		if len(c.Rows) > 1 {
			if fastest := c.fastest(r, &e, instance); fastest >= 0 {
				values = append(values, float64(fastest))
				e.found = append(e.found, finding{instance: instance, unit: c.Rows[fastest]})
			}
			return
		}
		row := r.row(c.Table, false, rowKey{instance, c.Rows[0]})
		switch times := r.speedup(r.Table(c.Table, false), *row, c.Base); {
		case times > 0:
			values = append(values, times)
			e.found = append(e.found, finding{instance: instance, value: times, unit: overReference})
		case row.Times == nil || c.Base.isMeasured(instance):
			e.missing = append(e.missing, need{table: c.Table, label: c.Rows[0], instance: instance})
		}
	})
	outcome := Undecided // by one value
	if len(values) > 1 && len(e.missing) == 0 {
		outcome = growth(values)
	}
	for i := range e.found {
		e.found[i].outcome = outcome
	}
	return e
}

// fastest returns the place of the row that takes the least time, -1 if a row is missing.
func (c grows) fastest(r *PaperReport, e *evidence, instance string) int {
	fastest, least, before := -1, math.Inf(1), len(e.missing)
	for i, label := range c.Rows {
		cities := citiesOf(instance)
		r.each(e, c.Table, Sizes{cities, cities}, []string{label}, isTimed, func(_ string, rows []Row) {
			if ms := rows[0].Times.ToursMS; ms < least {
				fastest, least = i, ms
			}
		})
	}
	if len(e.missing) > before {
		return -1
	}
	return fastest
}

// growth compares each value with each later one: most that differ have to be in order, as measured
// by Goodman and Kruskal's gamma.
func growth(values []float64) Outcome {
	up, down := 0, 0
	for i, v := range values {
		for _, later := range values[i+1:] {
			switch {
			case later > v:
				up++
			case later < v:
				down++
			}
		}
	}
	switch {
	case up > 3*down: // gamma above 1/2
		return Holds
	case up <= down:
		return Contradicts
	}
	return Undecided
}
