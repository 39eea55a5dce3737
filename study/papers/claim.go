package papers

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
)

// claim is a headline of a paper.
type claim struct {
	paper  string // Paper.Name
	text   string
	source string // section or table
	judge  judge
	why    string // a known reason if it does not hold here
}

// judge compares a claim with the rows of a report.
type judge interface {
	// judge returns what is seen in the rows. No finding: not measured.
	judge(*PaperReport) []finding
}

// finding is what one or two rows of an instance say about a claim.
type finding struct {
	instance string
	value    float64 // see unit
	unit     string  // of the values: fmt verbs for the least and the largest
	holds    bool
}

// Judge compares the claims of the paper with the rows.
func (r *PaperReport) Judge() []Judgment {
	var list []Judgment
	for _, c := range claims {
		if c.paper != r.Paper {
			continue
		}
		j := Judgment{Claim: c.text, Source: c.source, Result: NotMeasured}
		if findings := c.judge.judge(r); len(findings) > 0 {
			j.Seen, j.Result = seen(findings)
		}
		if j.Result == Contradicts {
			j.Why = c.why
		}
		list = append(list, j)
	}
	return list
}

// seen describes findings: the range of the values, and where the claim does not hold.
func seen(findings []finding) (text string, result Outcome) {
	var holding, others []finding
	for _, f := range findings {
		if f.holds {
			holding = append(holding, f)
		} else {
			others = append(others, f)
		}
	}
	switch {
	case len(others) == 0:
		return spanText(holding) + " at " + instancesText(holding), Holds
	case len(holding) == 0:
		return spanText(others) + " at " + instancesText(others), Contradicts
	}
	return fmt.Sprintf("%s at %s; %s at %s", spanText(holding), instancesText(holding), spanText(others),
		instancesText(others)), Contradicts
}

// spanText writes the range of values.
func spanText(findings []finding) string {
	least, most := math.Inf(1), math.Inf(-1)
	for _, f := range findings {
		least, most = min(least, f.value), max(most, f.value)
	}
	unit := findings[0].unit
	if text := unitText(unit, least); text != unitText(unit, most) {
		number, _, _ := strings.Cut(unit, " ")
		return unitText(strings.TrimSuffix(number, "%%"), least) + " to " + unitText(unit, most)
	}
	return unitText(unit, least)
}

// unitText writes a value with its unit. Digits after the decimal point say nothing from 100 on.
func unitText(unit string, value float64) string {
	if value >= 100 {
		unit = verb.ReplaceAllString(unit, "%.0f")
	}
	return fmt.Sprintf(unit, value)
}

var verb = regexp.MustCompile(`%\.[0-9][fg]`)

// instancesText lists instances once, in their order.
func instancesText(findings []finding) string {
	var names []string
	for _, f := range findings {
		if !slices.Contains(names, f.instance) {
			names = append(names, f.instance)
		}
	}
	return strings.Join(names, ", ")
}

// sizes is a range of numbers of cities; to 0 stands for any number.
type sizes struct{ from, to int }

func (s sizes) has(cities int) bool { return cities >= s.from && (s.to == 0 || cities <= s.to) }

// rowsOf calls visit for each instance of a table's rows on the device, in their order.
func (r *PaperReport) rowsOf(table string, of sizes, visit func(instance string, rows map[string]Row)) {
	report := r.Table(table, false)
	if report == nil {
		return
	}
	var order []string
	all := map[string]map[string]Row{}
	for _, row := range report.Rows {
		instance := keyOf(row).instance
		if !of.has(row.Cities) {
			continue
		}
		if all[instance] == nil {
			order = append(order, instance)
			all[instance] = map[string]Row{}
		}
		all[instance][row.Label] = row
	}
	for _, instance := range order {
		visit(instance, all[instance])
	}
}

// faster is the claim that one row takes less time for the same number of tours than others.
type faster struct {
	table  string
	faster string
	slower []string
	of     sizes
	// least: how many times as fast it must be; 0 stands for 1. Below 1, nearly equal times hold too.
	least float64
}

func (c faster) judge(r *PaperReport) (list []finding) {
	if r.Device.Reference() { // it has one kernel
		return nil
	}
	r.rowsOf(c.table, c.of, func(instance string, rows map[string]Row) {
		for _, slower := range c.slower {
			if f, s := rows[c.faster].Times, rows[slower].Times; f != nil && s != nil {
				ratio := s.ToursMS / f.ToursMS
				list = append(list, finding{instance, ratio, "%.2f times as fast", ratio > cmp.Or(c.least, 1)})
			}
		}
	})
	return list
}

// speedups is a claim on the speed-up of rows over the sequential reference on this host. Where it
// was not timed, it is over the paper's sequential program, if that time is published.
type speedups struct {
	table string
	rows  []string
	base  Base
	of    sizes
	best  float64 // the largest speed-up is at least this, unless 0
	below float64 // all speed-ups are below this, unless 0
}

func (c speedups) judge(r *PaperReport) (list []finding) {
	table := r.Table(c.table, false)
	r.rowsOf(c.table, c.of, func(instance string, rows map[string]Row) {
		for _, label := range c.rows {
			row := rows[label]
			times, unit := r.speedup(table, row, c.base), "%.3g times the sequential reference here"
			if times == 0 {
				times, unit = c.base.overPublished(instance, row), "%.3g times the paper's sequential program"
			}
			if times > 0 {
				list = append(list, finding{instance, times, unit, c.below == 0 || times < c.below})
			}
		}
	})
	if c.best > 0 && len(list) > 0 { // one speed-up is enough
		best := slices.MaxFunc(list, func(a, b finding) int { return cmp.Compare(a.value, b.value) })
		best.holds = best.value >= c.best
		if !best.holds && !r.Complete {
			return nil // a row that is missing may show it
		}
		return []finding{best}
	}
	return list
}

// quality is a claim on the mean or least lengths of a row beside another row or published ones.
type quality struct {
	table   string
	row     string
	other   string // a row; "": figure
	figure  Figure // published lengths
	of      sizes
	within  float64 // the lengths differ by at most this many percent; 0: any difference
	shorter bool    // the row's length is the shorter one
	// orShorter: a length that is shorter by more than within percent holds, too.
	orShorter bool
	least     bool // compare the shortest lengths over the seeds, not the means
}

func (c quality) judge(r *PaperReport) (list []finding) {
	if c.other == "" && r.StandIns || r.Iterations > 0 {
		return nil // published lengths are of other instances, or the runs are of other lengths
	}
	r.rowsOf(c.table, c.of, func(instance string, rows map[string]Row) {
		ours, ok := c.length(rows[c.row])
		other, otherOK := c.otherLength(instance, rows)
		if !ok || !otherOK {
			return
		}
		percent := 100 * (ours/other - 1)
		holds := c.within == 0 || math.Abs(percent) <= c.within
		switch {
		case c.shorter:
			holds = percent < 0
		case c.orShorter:
			holds = percent <= c.within
		}
		list = append(list, finding{instance, percent, "%+.2f%%", holds})
	})
	return list
}

func (c quality) length(row Row) (length float64, ok bool) {
	switch {
	case row.Lengths == nil:
		return 0, false
	case c.least:
		return float64(row.Lengths.Best()), true
	}
	return row.Lengths.Mean, true
}

func (c quality) otherLength(instance string, rows map[string]Row) (length float64, ok bool) {
	if c.other != "" {
		return c.length(rows[c.other])
	}
	length, ok, err := c.figure.lookUp(instance)
	return length, ok && err == nil
}

// several is the claim that all its parts hold.
type several []judge

func (c several) judge(r *PaperReport) (list []finding) {
	for _, part := range c {
		list = append(list, part.judge(r)...)
	}
	return list
}
