package papers

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
)

// claim is a headline of a paper. All its parts have to hold.
type claim struct {
	paper    string // Paper.Name
	Text     string
	Source   string // section or table
	Why      string // a known reason if it does not hold here
	Faster   []faster
	Speedups []speedups
	Lengths  []quality
	Trials   []trialsWithin
}

// judge returns what is seen in the rows of a report. No finding: not measured.
func (c claim) judge(r *PaperReport) []finding {
	return slices.Concat(
		findings(c.Faster, r), findings(c.Speedups, r), findings(c.Lengths, r), findings(c.Trials, r),
	)
}

// findings returns what is seen of parts of a claim.
func findings[P interface{ judge(*PaperReport) []finding }](parts []P, r *PaperReport) (list []finding) {
	for _, part := range parts {
		list = append(list, part.judge(r)...)
	}
	return list
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
	for _, c := range read().claims {
		if c.paper != r.Paper {
			continue
		}
		j := Judgment{Claim: c.Text, Source: c.Source, Result: NotMeasured}
		if found := c.judge(r); len(found) > 0 {
			j.Seen, j.Result = seen(found)
		}
		if j.Result == Contradicts {
			j.Why = c.Why
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

// Sizes is a range of numbers of cities; To 0 stands for any number.
type Sizes struct{ From, To int }

func (s Sizes) has(cities int) bool { return cities >= s.From && (s.To == 0 || cities <= s.To) }

// rowsOf calls visit for each instance of a table's rows on the device, in their order.
func (r *PaperReport) rowsOf(table string, of Sizes, visit func(instance string, rows map[string]Row)) {
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
	Table string
	Row   string
	Than  []string
	Sizes
	// Least: how many times as fast it must be; 0 stands for 1. Below 1, nearly equal times hold too.
	Least float64
}

func (c faster) judge(r *PaperReport) (list []finding) {
	if r.Device.Reference() { // it has one kernel
		return nil
	}
	r.rowsOf(c.Table, c.Sizes, func(instance string, rows map[string]Row) {
		for _, slower := range c.Than {
			if f, s := rows[c.Row].Times, rows[slower].Times; f != nil && s != nil {
				ratio := s.ToursMS / f.ToursMS
				list = append(list, finding{instance, ratio, "%.2f times as fast", ratio > cmp.Or(c.Least, 1)})
			}
		}
	})
	return list
}

// speedups is a claim on the speed-up of rows over the sequential reference on this host. Where it
// was not timed, it is over the paper's sequential program, if that time is published.
type speedups struct {
	Table    string
	Rows     []string
	BaseName string `toml:"base"`
	Base     Base   `toml:"-"`
	Sizes
	Best  float64 // the largest speed-up is at least this, unless 0
	Below float64 // all speed-ups are below this, unless 0
}

func (c speedups) judge(r *PaperReport) (list []finding) {
	table := r.Table(c.Table, false)
	r.rowsOf(c.Table, c.Sizes, func(instance string, rows map[string]Row) {
		for _, label := range c.Rows {
			row := rows[label]
			times, unit := r.speedup(table, row, c.Base), "%.3g times the sequential reference here"
			if times == 0 {
				times, unit = c.Base.overPublished(instance, row), "%.3g times the paper's sequential program"
			}
			if times > 0 {
				list = append(list, finding{instance, times, unit, c.Below == 0 || times < c.Below})
			}
		}
	})
	if c.Best > 0 && len(list) > 0 { // one speed-up is enough
		best := slices.MaxFunc(list, func(a, b finding) int { return cmp.Compare(a.value, b.value) })
		best.holds = best.value >= c.Best
		if !best.holds && !r.Complete {
			return nil // a row that is missing may show it
		}
		return []finding{best}
	}
	return list
}

// quality is a claim on the mean or least lengths of a row beside another row or published ones.
type quality struct {
	Table     string
	Row       string
	Other     string // a row; "": Published
	Published Figure // lengths
	Sizes
	Within  float64 // the lengths differ by at most this many percent; 0: any difference
	Shorter bool    // the row's length is the shorter one
	// OrShorter: a length that is shorter by more than Within percent holds, too.
	OrShorter bool `toml:"or_shorter"`
	Shortest  bool // compare the shortest lengths over the seeds, not the means
}

func (c quality) judge(r *PaperReport) (list []finding) {
	if c.Other == "" && r.StandIns || r.Iterations > 0 {
		return nil // published lengths are of other instances, or the runs are of other lengths
	}
	r.rowsOf(c.Table, c.Sizes, func(instance string, rows map[string]Row) {
		ours, ok := c.length(rows[c.Row])
		other, otherOK := c.otherLength(instance, rows)
		if !ok || !otherOK {
			return
		}
		percent := 100 * (ours/other - 1)
		holds := c.Within == 0 || math.Abs(percent) <= c.Within
		switch {
		case c.Shorter:
			holds = percent < 0
		case c.OrShorter:
			holds = percent <= c.Within
		}
		list = append(list, finding{instance, percent, "%+.2f%%", holds})
	})
	return list
}

func (c quality) length(row Row) (length float64, ok bool) {
	switch {
	case row.Lengths == nil:
		return 0, false
	case c.Shortest:
		return float64(row.Lengths.Best()), true
	}
	return row.Lengths.Mean, true
}

func (c quality) otherLength(instance string, rows map[string]Row) (length float64, ok bool) {
	if c.Other != "" {
		return c.length(rows[c.Other])
	}
	return c.Published.lookUp(instance)
}
