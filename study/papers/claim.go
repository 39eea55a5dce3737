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
	Same     []same
	Within   []within
	Grows    []grows
}

// judge returns what the rows of a report say about the claim.
func (c claim) judge(r *PaperReport) (e evidence) {
	judgeParts(&e, c.Faster, r)
	judgeParts(&e, c.Speedups, r)
	judgeParts(&e, c.lengths(), r)
	judgeParts(&e, c.Same, r)
	judgeParts(&e, c.Within, r)
	judgeParts(&e, c.Grows, r)
	return e
}

// lengths returns the parts on lengths with the number of statistical tests of all, one for each
// instance.
func (c claim) lengths() []quality {
	parts, tests := slices.Clone(c.Lengths), 0
	for _, part := range parts {
		tests += len(instancesOf(part.Table, part.Sizes, part.rows()))
	}
	for i := range parts {
		parts[i].tests = tests
	}
	return parts
}

// judgeParts adds what the rows say about parts of a claim.
func judgeParts[P interface{ judge(*PaperReport) evidence }](e *evidence, parts []P, r *PaperReport) {
	for _, part := range parts {
		of := part.judge(r)
		e.found, e.missing = append(e.found, of.found...), append(e.missing, of.missing...)
		e.refused, e.notes = append(e.refused, of.refused...), append(e.notes, of.notes...)
	}
}

// Judge compares the claims of the paper with the rows.
func (r *PaperReport) Judge() []Judgment {
	var list []Judgment
	for _, c := range read().claims {
		if c.paper != r.Paper {
			continue
		}
		e := c.judge(r)
		j := Judgment{Claim: c.Text, Source: c.Source, Seen: e.text(), Result: e.outcome()}
		if j.Result == Contradicts {
			j.Why = c.Why
		}
		list = append(list, j)
	}
	return list
}

// evidence is what the rows of a report say about a claim.
type evidence struct {
	found   []finding
	missing []need
	refused []string // names of rows that the device does not support
	notes   []string // what does not count for the outcome
}

// finding is what one or two rows of an instance say about a claim.
type finding struct {
	instance string
	value    float64 // see unit
	unit     string  // fmt verbs for the value, or a text without a value
	outcome  Outcome // not NotMeasured
}

// need is a row that a claim is about.
type need struct {
	table, label, instance string
	what                   string // that is missing of the row; "": all
}

// outcome returns Contradicts if one finding does. Else all rows are needed, and then all findings
// have to hold.
func (e evidence) outcome() Outcome {
	is := func(o Outcome) func(finding) bool { return func(f finding) bool { return f.outcome == o } }
	switch {
	case slices.ContainsFunc(e.found, is(Contradicts)):
		return Contradicts
	case len(e.found) == 0 || len(e.missing) > 0:
		return NotMeasured
	case slices.ContainsFunc(e.found, is(Undecided)):
		return Undecided
	}
	return Holds
}

// text describes the findings, with the range of the values for each outcome and unit, and what is
// missing.
func (e evidence) text() string {
	var parts []string
	for _, outcome := range []Outcome{Holds, Undecided, Contradicts} {
		found := only(e.found, func(f finding) bool { return f.outcome == outcome })
		for _, unit := range distinct(found, func(f finding) string { return f.unit }) {
			of := only(found, func(f finding) bool { return f.unit == unit })
			text := spanText(of) + " at " + instancesText(of)
			if outcome == Undecided && (e.outcome() != Undecided || len(found) < len(e.found)) {
				text = "undecided: " + text
			}
			parts = append(parts, text)
		}
	}
	parts = append(parts, e.notes...)
	if len(e.missing) > 0 {
		parts = append(parts, "missing: "+missingText(e.missing))
	}
	if len(e.refused) > 0 {
		parts = append(parts, "not on this device: "+strings.Join(slices.Compact(slices.Sorted(slices.Values(e.refused))), ", "))
	}
	return strings.Join(parts, "; ")
}

// missingText names missing rows and their instances. Rows with more than two names are counted.
func missingText(list []need) string {
	var texts []string
	for _, table := range distinct(list, func(n need) string { return n.table + n.what }) {
		of := only(list, func(n need) bool { return n.table+n.what == table })
		labels := distinct(of, func(n need) string { return n.label })
		text := strings.Join(labels, " and ")
		if len(labels) > 2 {
			rows := distinct(of, func(n need) string { return n.label + " " + n.instance })
			text = fmt.Sprintf("%d rows", len(rows))
		}
		var at []finding
		for _, n := range of {
			at = append(at, finding{instance: n.instance})
		}
		texts = append(texts, fmt.Sprintf("%s of %s at %s", text, table, instancesText(at)))
	}
	return strings.Join(texts, ", ")
}

// only returns the elements of a list that are chosen.
func only[T any](list []T, chosen func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), func(element T) bool { return !chosen(element) })
}

// distinct returns the texts of a list once each, in its order.
func distinct[T any](list []T, text func(T) string) (texts []string) {
	for _, element := range list {
		if t := text(element); !slices.Contains(texts, t) {
			texts = append(texts, t)
		}
	}
	return texts
}

// spanText writes the range of values of one unit.
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
	if !verb.MatchString(unit) {
		return unit
	}
	if value >= 100 {
		unit = verb.ReplaceAllString(unit, "%${1}.0f")
	}
	return fmt.Sprintf(unit, value)
}

var verb = regexp.MustCompile(`%(\+?)\.[0-9][fg]`)

// instancesText lists instances once, by their sizes.
func instancesText(findings []finding) string {
	names := distinct(findings, func(f finding) string { return f.instance })
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(citiesOf(a), citiesOf(b)) })
	return strings.Join(names, ", ")
}

// Sizes is a range of numbers of cities; To 0 stands for any number.
type Sizes struct{ From, To int }

func (s Sizes) has(cities int) bool { return cities >= s.From && (s.To == 0 || cities <= s.To) }

// instancesOf returns the instances of a table that has rows of all given names for them.
func instancesOf(name string, of Sizes, labels []string) (instances []string) {
	table, err := FindTable(name)
	if err != nil {
		return nil // a test has every table of a claim
	}
	for _, instance := range table.Instances {
		lacks := func(label string) bool { return !table.variant(label).measures(instance) }
		if of.has(citiesOf(instance)) && !slices.ContainsFunc(labels, lacks) {
			instances = append(instances, instance)
		}
	}
	return instances
}

// each calls visit for each instance of a table that has all rows of the given names, as far as they
// are measured. It notes those that are missing or that the device refuses.
func (r *PaperReport) each(
	e *evidence, name string, of Sizes, labels []string, measured func(Row) bool, visit func(instance string, rows []Row),
) {
	for _, instance := range instancesOf(name, of, labels) {
		var rows []Row
		for _, label := range labels {
			switch row := r.row(name, false, rowKey{instance, label}); {
			case row != nil && measured(*row):
				rows = append(rows, *row)
			case row != nil && row.Remark != "" && row.Times == nil && row.Lengths == nil:
				e.refused = append(e.refused, label)
			default:
				e.missing = append(e.missing, need{table: name, label: label, instance: instance})
			}
		}
		if len(rows) == len(labels) {
			visit(instance, rows)
		}
	}
}
