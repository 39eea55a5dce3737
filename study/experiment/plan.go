package experiment

import (
	"fmt"
	"slices"
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
	at       table // in the plan
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
func (c *Configuration) Refuse(err error) error { return c.at.errorAt(c.at.path, "%v", err) }

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
	document.checkKeys("a plan", "configurations", "instances", "seeds", "limits")
	for _, key := range []string{"configurations", "instances", "limits"} {
		if !document.has(key) {
			document.refuseKey(key, "the plan has no %s", key)
		}
	}
	plan := &Plan{Name: name}
	plan.Configurations = document.configurations(known)
	plan.Instances = document.sources()
	plan.Limits = document.limits()
	plan.Seeds = document.seeds("seeds", maxSeeds)
	return plan, document.err
}

// configurations returns the configurations, each once.
func (t table) configurations(known Vocabulary) (all []Configuration) {
	for _, one := range t.tables("configurations") {
		if all = append(all, one.configuration(known)...); len(all) > maxConfigurations {
			one.refuse("the plan has more than %d configurations", maxConfigurations)
			return nil
		}
	}
	names, contents := map[string]bool{}, map[string]string{}
	for i := range all {
		c := &all[i]
		if other, found := contents[c.content()]; found {
			c.at.refuse("the configurations %q and %q are the same; leave one of them out", other, c.Name)
		}
		if names[c.Name] {
			c.at.refuse("there are two configurations with the name %q", c.Name)
		}
		names[c.Name], contents[c.content()] = true, c.Name
	}
	if len(all) == 0 {
		t.refuseKey("configurations", "the list of configurations is empty")
	}
	return all
}

// configuration returns all combinations of the parameters' values.
func (t table) configuration(known Vocabulary) []Configuration {
	t.checkKeys("a configuration", "name", "algorithm", "preset", "parameters", "draws", "draw_seed")
	name := t.word("name")
	named := func(key string, known []string) string {
		word := t.word(key)
		if word != "" && !slices.Contains(known, word) {
			t.refuseKey(key, "%q is not a name of %s; there are %s", word, key, strings.Join(known, ", "))
		}
		return word
	}
	base := Configuration{at: t}
	base.Algorithm = named("algorithm", append([]string{"auto"}, known.Algorithms...))
	base.Preset = named("preset", known.Presets)
	switch {
	case base.Algorithm == "" && base.Preset == "":
		t.refuse("the configuration has neither algorithm nor preset; algorithm auto lets the instance choose")
	case base.Algorithm != "" && base.Preset != "":
		t.refuse("a configuration has an algorithm or a preset, not both")
	case base.Algorithm == "auto":
		base.Algorithm = ""
	}
	fixed, drawn := t.allValues(known.Parameters)
	return t.combine(base, name, fixed, drawn)
}

// allValues returns the parameters of a configuration: those with a list of values, and those that are
// drawn.
func (t table) allValues(known []Parameter) (fixed, drawn []values) {
	parameters := t.table("parameters")
	var names []string
	for _, p := range known {
		names = append(names, p.Name)
	}
	parameters.checkKeys("parameters", names...)
	if t.err != nil {
		return nil, nil
	}
	for _, key := range parameters.keys() {
		v := parameters.valuesOf(known[slices.Index(names, key)])
		if v.random != nil {
			drawn = append(drawn, v)
		} else {
			fixed = append(fixed, v)
		}
	}
	return fixed, drawn
}

// combine returns a configuration for each combination of values and each draw.
func (t table) combine(base Configuration, name string, fixed, drawn []values) []Configuration {
	draws, seed := t.integer("draws", 1, 0), t.integer("draw_seed", 0, 1)
	switch {
	case len(drawn) == 0 && (draws > 0 || t.has("draw_seed")):
		t.refuse("no parameter is drawn; leave draws and draw_seed out")
	case len(drawn) > 0 && draws == 0:
		t.refuse("parameters are drawn: give the number of draws")
	case draws > maxConfigurations:
		t.refuseKey("draws", "draws: there can be %d at most", maxConfigurations)
	}
	combinations := max(1, draws)
	for _, v := range fixed {
		if combinations *= int64(len(v.list)); combinations > maxConfigurations {
			t.refuse("the parameters have more than %d combinations", maxConfigurations)
			break
		}
	}
	if t.err != nil {
		return nil
	}
	all := []Configuration{base}
	for _, v := range fixed {
		var next []Configuration
		for _, c := range all {
			for _, value := range v.list {
				next = append(next, c.with(Setting{v.name, value}))
			}
		}
		all = next
	}
	if len(drawn) > 0 {
		all = drawAll(all, drawn, int(draws), uint64(seed))
	}
	varied := map[string]bool{}
	for _, v := range slices.Concat(fixed, drawn) {
		varied[v.name] = v.random != nil || len(v.list) > 1
	}
	for i := range all {
		all[i].setName(name, varied)
	}
	return all
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
func (t table) limits() (all []Limit) {
	for _, one := range t.tables("limits") {
		limit := one.limit()
		if slices.Contains(all, limit) {
			one.refuse("the limit is in the plan twice")
		}
		all = append(all, limit)
	}
	if len(all) == 0 {
		t.refuseKey("limits", "the list of limits is empty")
	}
	return all
}

func (t table) limit() (l Limit) {
	t.checkKeys("a limit", "iterations", "tours", "device_seconds", "seconds")
	l.Iterations, l.Tours = int(t.integer("iterations", 1, 0)), t.integer("tours", 1, 0)
	l.DeviceSeconds, l.Seconds = t.positive("device_seconds"), t.positive("seconds")
	if l == (Limit{}) {
		t.refuse("the limit is empty: give iterations, tours, device_seconds or seconds")
	}
	return l
}

// seeds returns seeds: a number of them from 1 on, a list, or a first one and a number. Without the
// key it is seed 1.
func (t table) seeds(key string, most int64) (all []uint64) {
	first, count := int64(1), int64(1)
	switch value := t.values[key].(type) {
	case []any:
		count = int64(len(value))
	case map[string]any:
		spec := table{t.document, join(t.path, key), value}
		spec.checkKeys(key, "first", "count")
		first, count = spec.integer("first", 0, 1), spec.integer("count", 1, 1)
	case nil:
	default:
		count = t.asInteger(join(t.path, key), key, value, 1)
	}
	if count > most {
		t.refuseKey(key, "%s: there can be %d at most", key, most)
		return nil
	}
	if list, isList := t.values[key].([]any); isList {
		return t.seedList(key, list)
	}
	for i := range count {
		all = append(all, uint64(first)+uint64(i))
	}
	return all
}

// seedList returns the seeds of a list.
func (t table) seedList(key string, list []any) (all []uint64) {
	listed := map[int64]bool{}
	for i, element := range list {
		seed := t.asInteger(join(join(t.path, key), fmt.Sprint(i)), key, element, 0)
		if listed[seed] {
			t.refuseKey(key, "%s: %d is in the list twice", key, seed)
		}
		listed[seed] = true
		all = append(all, uint64(seed))
	}
	if len(all) == 0 {
		t.refuseKey(key, "%s: the list is empty", key)
	}
	return all
}
