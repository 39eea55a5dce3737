package conform

import (
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/probe"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Selection says which of the probes and cases of a test run. The zero value selects all.
type Selection struct {
	Pattern *regexp.Regexp   // those whose names match; nil: all
	Skips   []*regexp.Regexp // not those whose names match
	// Part and Parts select every Parts-th of them, from the one with the number Part, counted from
	// 1. The parts of several machines are disjoint and make the whole test. 0: all.
	Part, Parts int
}

// probePrefix is the beginning of the names of probes. No case begins with it.
const probePrefix = "probe/"

// Name returns the name of the case in lists of results: its text with slashes for commas, because
// the results are comma-separated. ParseCase reads it.
func (c Case) Name() string { return strings.ReplaceAll(c.String(), ",", "/") }

// nameOfProbe returns the name of a probe in lists of results.
func nameOfProbe(name string) string { return probePrefix + strings.ReplaceAll(name, ", ", "/") }

// Listed returns the probes and cases with these names, for Options. An unknown name, and a second
// name of a case, is an *option.Error.
func Listed(names []string) (probes []string, cases []Case, err error) {
	known := map[string]string{}
	for _, p := range probe.All() {
		known[nameOfProbe(p.Name)] = p.Name
	}
	probes, cases = []string{}, []Case{}
	namedAs := map[string]string{} // the names in the list by the names of the cases
	for _, name := range names {
		if strings.HasPrefix(name, probePrefix) {
			if known[name] == "" {
				return nil, nil, option.Errorf("%s: this version has no such probe", name)
			}
			probes = append(probes, known[name])
			continue
		}
		c, err := ParseCase(name)
		if err != nil {
			return nil, nil, err
		}
		if earlier, twice := namedAs[c.Name()]; twice {
			return nil, nil, option.Errorf("%s and %s are the same case, %s", earlier, name, c.Name())
		}
		namedAs[c.Name()] = name
		cases = append(cases, c)
	}
	return probes, cases, nil
}

// Plan is what a test runs.
type Plan struct {
	probes []probe.Probe
	cases  []namedCase
	random iter.Seq[namedCase] // of a stress test, which has no other cases
}

// NewPlan returns what a test with these options runs on their device.
func NewPlan(o Options) (*Plan, error) { return o.plan(pipeline.LimitsOf(&o.Device)) }

// plan returns what a test runs on a device with these limits.
func (o *Options) plan(limits pipeline.Limits) (*Plan, error) {
	p := &Plan{probes: probe.All()}
	if o.Probes != nil {
		p.probes = slices.DeleteFunc(p.probes, func(one probe.Probe) bool { return !slices.Contains(o.Probes, one.Name) })
	}
	switch {
	case o.Cases != nil:
		for _, c := range o.Cases {
			p.cases = append(p.cases, namedCase{"repeated", c})
		}
	case o.Stress > 0:
		p.random = randomCases(o.Seed, o.Stress)
		return p, nil
	default:
		var err error
		if p.cases, err = testCases(limits, o.Quick); err != nil {
			return nil, err
		}
	}
	return p, p.apply(o.Selection)
}

// apply leaves out what is not selected.
func (p *Plan) apply(s Selection) error {
	if s.Parts > 0 && (s.Part < 1 || s.Part > s.Parts) || s.Parts < 0 {
		return option.Errorf("part %d of %d: the part must be 1 to the number of parts", s.Part, s.Parts)
	}
	matching := -1
	drop := func(name string) bool {
		if s.Pattern != nil && !MatchesAny([]*regexp.Regexp{s.Pattern}, name) || MatchesAny(s.Skips, name) {
			return true
		}
		matching++
		return s.Parts > 0 && matching%s.Parts != s.Part-1
	}
	p.probes = slices.DeleteFunc(p.probes, func(one probe.Probe) bool { return drop(nameOfProbe(one.Name)) })
	p.cases = slices.DeleteFunc(p.cases, func(c namedCase) bool { return drop(c.Name()) })
	if len(p.probes)+len(p.cases) == 0 {
		return option.Errorf("no case of the test is selected")
	}
	return nil
}

// MatchesAny reports whether a name matches a pattern, or is a pattern: names have characters that
// mean something else in regular expressions.
func MatchesAny(patterns []*regexp.Regexp, name string) bool {
	return slices.ContainsFunc(patterns, func(pattern *regexp.Regexp) bool {
		return pattern.String() == name || pattern.MatchString(name)
	})
}

// Names returns the names of the probes and cases, in their order. The cases of a stress test have
// no names before they run.
func (p *Plan) Names() (names []string) {
	for _, one := range p.probes {
		names = append(names, nameOfProbe(one.Name))
	}
	for _, c := range p.cases {
		names = append(names, c.Name())
	}
	return names
}

// sequence returns the cases and their number, 0 if it is not known.
func (p *Plan) sequence() (iter.Seq[namedCase], int) {
	if p.random != nil {
		return p.random, 0
	}
	return slices.Values(p.cases), len(p.cases)
}

// ResultName returns the name of the probe in lists of results.
func (p Probe) ResultName() string { return nameOfProbe(p.Name) }

// ResultName returns the name of the case in lists of results.
func (t Tested) ResultName() string { return strings.ReplaceAll(t.Case, ",", "/") }

// Saved is the result of a probe or a case, to resume a test.
type Saved struct {
	Name  string
	Case  *caseResult  `json:",omitempty"`
	Probe *probeResult `json:",omitempty"`
}
