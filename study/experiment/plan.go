package experiment

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Plan says which runs an experiment has.
type Plan struct {
	Name           string // of its file
	Configurations []Configuration
	Instances      []Source
	Limits         []Limit
	Seeds          []uint64
}

// Configuration is an algorithm or a preset with parameters.
type Configuration struct {
	Name      string // that tables show
	Algorithm string // "": the preset's, or chosen by the instance
	Preset    string
	// Settings are the parameters in the order of the plan.
	Settings []Setting
	refuse   func(reason string) error
}

// Setting is a parameter with its value: a float64, a string or a bool.
type Setting struct {
	Name  string
	Value any
}

// Text returns the value as a flag of the command line has it.
func (s Setting) Text() string { return cellText(s.Value) }

// Parameters returns the parameters as a row has them.
func (c *Configuration) Parameters() map[string]any {
	all := map[string]any{}
	for _, s := range c.Settings {
		all[s.Name] = s.Value
	}
	return all
}

// Refuse returns an error that says where the plan has the configuration.
func (c *Configuration) Refuse(err error) error { return c.refuse(err.Error()) }

// Vocabulary has the names that a plan can use.
type Vocabulary struct {
	Algorithms []string
	Presets    []string
	Parameters []Parameter
}

// The largest plan that is accepted.
const (
	maxConfigurations = 100_000
	maxSeeds          = 1_000_000
	maxRuns           = 10_000_000
)

// ParsePlan reads a plan in TOML. name is the file's name. The error is an [*Error], which has the line
// of what is wrong.
func ParsePlan(text []byte, name string, known Vocabulary) (*Plan, error) {
	document, err := parseDocument(text, name)
	if err != nil {
		return nil, err
	}
	if err := document.checkKeys("a plan", "configurations", "instances", "seeds", "limits"); err != nil {
		return nil, err
	}
	for _, key := range []string{"configurations", "instances", "limits"} {
		if !document.has(key) {
			return nil, &Error{File: name, Reason: "the plan has no " + key}
		}
	}
	plan := &Plan{Name: name}
	if plan.Configurations, err = document.configurations(known); err != nil {
		return nil, err
	}
	if plan.Instances, err = document.sources(); err != nil {
		return nil, err
	}
	if plan.Limits, err = document.limits(); err != nil {
		return nil, err
	}
	plan.Seeds, err = document.seeds("seeds", maxSeeds)
	return plan, err
}

// configurations returns the configurations, each once.
func (t table) configurations(known Vocabulary) (all []Configuration, err error) {
	list, err := t.tables("configurations")
	if err != nil {
		return nil, err
	}
	for _, one := range list {
		expanded, err := one.configuration(known)
		if err != nil {
			return nil, err
		}
		if all = append(all, expanded...); len(all) > maxConfigurations {
			return nil, one.document.refuse(one.path, "the plan has more than %d configurations", maxConfigurations)
		}
	}
	names, contents := map[string]bool{}, map[string]string{}
	for i := range all {
		c := &all[i]
		if other, found := contents[c.content()]; found {
			return nil, c.refuse(fmt.Sprintf("the configurations %q and %q are the same; leave one of them out", other, c.Name))
		}
		if names[c.Name] {
			return nil, c.refuse(fmt.Sprintf("there are two configurations with the name %q", c.Name))
		}
		names[c.Name], contents[c.content()] = true, c.Name
	}
	if len(all) == 0 {
		return nil, t.refuse("configurations", "the list of configurations is empty")
	}
	return all, nil
}

// configuration returns all combinations of the parameters' values.
func (t table) configuration(known Vocabulary) ([]Configuration, error) {
	if err := t.checkKeys("a configuration", "name", "algorithm", "preset", "parameters", "draws", "draw_seed"); err != nil {
		return nil, err
	}
	base := Configuration{refuse: func(reason string) error { return t.document.refuse(t.path, "%s", reason) }}
	name, err := t.word("name")
	if err != nil {
		return nil, err
	}
	for _, field := range []struct {
		key   string
		to    *string
		known []string
	}{{"algorithm", &base.Algorithm, append([]string{"auto"}, known.Algorithms...)}, {"preset", &base.Preset, known.Presets}} {
		if *field.to, err = t.word(field.key); err != nil {
			return nil, err
		}
		if *field.to != "" && !slices.Contains(field.known, *field.to) {
			return nil, t.refuse(field.key, "%q is not a name of %s; there are %s", *field.to, field.key,
				strings.Join(field.known, ", "))
		}
	}
	switch {
	case base.Algorithm == "" && base.Preset == "":
		return nil, base.refuse("the configuration has neither algorithm nor preset; algorithm auto lets the instance choose")
	case base.Algorithm != "" && base.Preset != "":
		return nil, base.refuse("a configuration has an algorithm or a preset, not both")
	case base.Algorithm == "auto":
		base.Algorithm = ""
	}
	fixed, drawn, err := t.allValues(known.Parameters)
	if err != nil {
		return nil, err
	}
	return t.combine(base, name, fixed, drawn)
}

// allValues returns the parameters of a configuration: those with a list of values, and those that are
// drawn.
func (t table) allValues(known []Parameter) (fixed, drawn []values, err error) {
	parameters, err := t.table("parameters")
	if err != nil {
		return nil, nil, err
	}
	var names []string
	for _, p := range known {
		names = append(names, p.Name)
	}
	if err := parameters.checkKeys("parameters", names...); err != nil {
		return nil, nil, err
	}
	for _, key := range parameters.keys() {
		v, err := parameters.valuesOf(known[slices.Index(names, key)])
		if err != nil {
			return nil, nil, err
		}
		if v.random != nil {
			drawn = append(drawn, v)
		} else {
			fixed = append(fixed, v)
		}
	}
	return fixed, drawn, nil
}

// combine returns a configuration for each combination of values and each draw.
func (t table) combine(base Configuration, name string, fixed, drawn []values) ([]Configuration, error) {
	draws, err := t.integer("draws", 1, 0)
	if err != nil {
		return nil, err
	}
	seed, err := t.integer("draw_seed", 0, 1)
	switch {
	case err != nil:
		return nil, err
	case len(drawn) == 0 && (draws > 0 || t.has("draw_seed")):
		return nil, base.refuse("no parameter is drawn; leave draws and draw_seed out")
	case len(drawn) > 0 && draws == 0:
		return nil, base.refuse("parameters are drawn: give the number of draws")
	case draws > maxConfigurations:
		return nil, t.refuse("draws", "draws: there can be %d at most", maxConfigurations)
	}
	all := []Configuration{base}
	for _, v := range fixed {
		if int64(len(all))*int64(len(v.list)) > maxConfigurations {
			return nil, base.refuse(fmt.Sprintf("the parameters have more than %d combinations", maxConfigurations))
		}
		var next []Configuration
		for _, c := range all {
			for _, value := range v.list {
				next = append(next, c.with(Setting{v.name, value}))
			}
		}
		all = next
	}
	if len(drawn) > 0 {
		if int64(len(all))*draws > maxConfigurations {
			return nil, base.refuse(fmt.Sprintf("the parameters have more than %d combinations", maxConfigurations))
		}
		all = drawAll(all, drawn, int(draws), uint64(seed))
	}
	varied := map[string]bool{}
	for _, v := range fixed {
		varied[v.name] = len(v.list) > 1
	}
	for _, v := range drawn {
		varied[v.name] = true
	}
	for i := range all {
		all[i].setName(name, varied)
	}
	return all, nil
}

// drawAll adds the drawn parameters to each configuration.
func drawAll(all []Configuration, drawn []values, draws int, seed uint64) (next []Configuration) {
	lists := make([][]any, len(drawn))
	for k, v := range drawn {
		lists[k] = v.drawAll(draws, seed)
	}
	for _, c := range all {
		for i := range draws {
			with := c
			for k, v := range drawn {
				with = with.with(Setting{v.name, lists[k][i]})
			}
			next = append(next, with)
		}
	}
	return next
}

// with returns a configuration with one more parameter.
func (c Configuration) with(s Setting) Configuration {
	c.Settings = append(slices.Clone(c.Settings), s)
	return c
}

// setName names a configuration: by a given name and the parameters with several values, else by the
// algorithm and all parameters.
func (c *Configuration) setName(given string, varied map[string]bool) {
	parts := []string{given}
	switch {
	case given != "":
	case c.Preset != "":
		parts[0] = c.Preset
	case c.Algorithm != "":
		parts[0] = c.Algorithm
	default:
		parts[0] = "auto"
	}
	for _, s := range c.Settings {
		if given == "" || varied[s.Name] {
			parts = append(parts, s.Name+" "+s.Text())
		}
	}
	c.Name = strings.Join(parts, ", ")
}

// limits returns the limits of the runs. Each run is made with each of them.
func (t table) limits() (all []Limit, err error) {
	list, err := t.tables("limits")
	if err != nil {
		return nil, err
	}
	for _, one := range list {
		limit, err := one.limit()
		if err != nil {
			return nil, err
		}
		if slices.Contains(all, limit) {
			return nil, one.document.refuse(one.path, "the limit is in the plan twice")
		}
		all = append(all, limit)
	}
	if len(all) == 0 {
		return nil, t.refuse("limits", "the list of limits is empty")
	}
	return all, nil
}

func (t table) limit() (l Limit, err error) {
	if err := t.checkKeys("a limit", "iterations", "tours", "device_seconds", "seconds"); err != nil {
		return l, err
	}
	iterations, err := t.integer("iterations", 1, 0)
	if err != nil {
		return l, err
	}
	l.Iterations = int(iterations)
	if l.Tours, err = t.integer("tours", 1, 0); err != nil {
		return l, err
	}
	if l.DeviceSeconds, err = t.positive("device_seconds"); err != nil {
		return l, err
	}
	if l.Seconds, err = t.positive("seconds"); err != nil {
		return l, err
	}
	if l == (Limit{}) {
		return l, t.document.refuse(t.path, "the limit is empty: give iterations, tours, device_seconds or seconds")
	}
	return l, nil
}

// seeds returns seeds: a number of them from 1 on, a list, or a first one and a number. Without the
// key it is seed 1.
func (t table) seeds(key string, most int64) (all []uint64, err error) {
	first, count := int64(1), int64(1)
	switch value := t.values[key].(type) {
	case []any:
		if int64(len(value)) > most {
			return nil, t.refuse(key, "%s: there can be %d at most", key, most)
		}
		listed := map[int64]bool{}
		for i, element := range value {
			seed, err := t.asInteger(join(join(t.path, key), strconv.Itoa(i)), key, element, 0)
			if err != nil {
				return nil, err
			}
			if listed[seed] {
				return nil, t.refuse(key, "%s: %d is in the list twice", key, seed)
			}
			listed[seed] = true
			all = append(all, uint64(seed))
		}
		if len(all) == 0 {
			return nil, t.refuse(key, "%s: the list is empty", key)
		}
		return all, nil
	case map[string]any:
		spec := table{t.document, join(t.path, key), value}
		if err := spec.checkKeys(key, "first", "count"); err != nil {
			return nil, err
		}
		if first, err = spec.integer("first", 0, 1); err != nil {
			return nil, err
		}
		count, err = spec.integer("count", 1, 1)
	case nil:
	default:
		count, err = t.asInteger(join(t.path, key), key, value, 1)
	}
	if err != nil {
		return nil, err
	}
	if count > most {
		return nil, t.refuse(key, "%s: there can be %d at most", key, most)
	}
	for i := range count {
		all = append(all, uint64(first)+uint64(i))
	}
	return all, nil
}
