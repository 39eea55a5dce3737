package experiment

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// maxValues is the largest number of values of a parameter.
const maxValues = 100_000

// Kind is what the values of a parameter are.
type Kind int

// The kinds of parameters.
const (
	Integers Kind = iota
	Reals
	Words    // of a list
	Switches // true or false
)

// Parameter is a parameter that a plan can set.
type Parameter struct {
	Name  string
	Kind  Kind
	Words []string // values of the kind Words
}

// values are the values of a parameter in a plan.
type values struct {
	name   string
	list   []any // in their order
	random func(*rand.Rand) any
}

// valuesOf reads the values of a parameter: one value, a list, a range or what they are drawn from.
func (t table) valuesOf(p Parameter) values {
	v := values{name: p.Name}
	switch value := t.values[p.Name].(type) {
	case []any:
		v.list = t.checkValues(p, value)
		if len(v.list) == 0 {
			t.refuseKey(p.Name, "%s: the list is empty", p.Name)
		}
	case map[string]any:
		spec := table{t.document, join(t.path, p.Name), value}
		if spec.has("from") || spec.has("to") {
			v.list = spec.rangeOf(p)
		} else {
			v.random = spec.distributionOf(p)
		}
	default:
		v.list = t.checkValues(p, []any{value})
	}
	return v
}

// checkValues returns values as rows have them: numbers as float64.
func (t table) checkValues(p Parameter, list []any) (checked []any) {
	for _, value := range list {
		checked = append(checked, t.checkValue(p, value))
	}
	return checked
}

func (t table) checkValue(p Parameter, value any) any {
	need := ""
	switch p.Kind {
	case Integers:
		if number, ok := value.(int64); ok {
			return float64(number)
		}
		need = "integers"
	case Reals:
		if number, ok := asNumber(value); ok {
			return number
		}
		need = "numbers"
	case Switches:
		if _, ok := value.(bool); ok {
			return value
		}
		need = "true and false"
	default:
		if word, ok := value.(string); ok && slices.Contains(p.Words, word) {
			return word
		}
		need = strings.Join(p.Words, ", ")
	}
	t.refuseKey(p.Name, "%s: %s, and its values are %s", p.Name, valueText(value), need)
	return nil
}

// bounds returns two numbers in their order.
func (t table) bounds(p Parameter, low, high any, isLog bool) (from, to float64) {
	if p.Kind != Integers && p.Kind != Reals {
		t.refuse("%s: its values are not numbers; give a list of them", p.Name)
		return 0, 0
	}
	from, _ = t.parent().checkValue(p, low).(float64)
	to, _ = t.parent().checkValue(p, high).(float64)
	switch {
	case from > to:
		t.refuse("%s: the first bound, %v, is above the second one, %v", p.Name, from, to)
	case math.IsInf(to-from, 0):
		t.refuse("%s: the bounds %v and %v are too far apart", p.Name, from, to)
	case isLog && from <= 0:
		t.refuse("%s: a logarithmic scale has numbers above 0 only, and it begins at %v", p.Name, from)
	}
	return from, to
}

// parent returns the table that has this one, without its values.
func (t table) parent() table {
	return table{t.document, t.path[:max(0, strings.LastIndex(t.path, "\x00"))], nil}
}

// rangeOf returns the values of a range with a step or with a number of values.
func (t table) rangeOf(p Parameter) (list []any) {
	t.checkKeys("a range", "from", "to", "step", "count", "log")
	isLog := t.flag("log")
	from, to := t.bounds(p, t.values["from"], t.values["to"], isLog)
	step, count := t.positive("step"), t.integer("count", 2, 0)
	switch {
	case (step > 0) == (count > 0):
		t.refuse("%s: a range has either a step or a count", p.Name)
	case isLog && step > 0:
		t.refuseKey("step", "%s: a range on a logarithmic scale has a count in place of a step", p.Name)
	}
	steps := math.Floor((to-from)/step + 1e-9) // not used without a step
	if count > maxValues || step > 0 && steps >= maxValues {
		t.refuse("%s: the range has more than %d values", p.Name, maxValues)
	}
	if t.err != nil {
		return nil
	}
	if step > 0 {
		count = int64(steps) + 1
	}
	distance := step
	if step == 0 {
		distance = (to - from) / float64(count-1)
	}
	for i := range count {
		at := from + float64(i)*distance
		switch {
		case isLog:
			at = math.Exp(math.Log(from) + (math.Log(to)-math.Log(from))*float64(i)/float64(count-1))
		case math.Abs(at) < distance*1e-9:
			at = 0
		}
		if at = clean(at, p.Kind, from, to); len(list) == 0 || list[len(list)-1] != at {
			list = append(list, at)
		}
	}
	return list
}

// digits are the significant digits of computed values. They hide the last bits of a computation,
// which may differ between processors.
const digits = 9

// clean rounds a computed value.
func clean(value float64, kind Kind, from, to float64) float64 {
	if kind == Integers {
		value = math.Round(value)
	} else {
		value, _ = strconv.ParseFloat(strconv.FormatFloat(value, 'g', digits, 64), 64) // it is a number
	}
	return min(max(value, from), to)
}

// distributionOf returns what draws the values of a parameter.
func (t table) distributionOf(p Parameter) func(*rand.Rand) any {
	t.checkKeys("a parameter's values", "from", "to", "step", "count", "uniform", "choice", "log")
	isLog := t.flag("log")
	choice, _ := t.values["choice"].([]any)
	bounds, _ := t.values["uniform"].([]any)
	switch {
	case t.has("choice") == t.has("uniform"):
		t.refuse("%s: give either a choice or uniform", p.Name)
	case t.has("choice"):
		if len(choice) == 0 || isLog {
			t.refuseKey("choice", "%s: a choice is a list of values, without log", p.Name)
		}
		list := t.parent().checkValues(p, choice)
		return func(r *rand.Rand) any { return list[r.IntN(len(list))] }
	case len(bounds) != 2:
		t.refuseKey("uniform", "%s: uniform is a list of the least and the greatest value", p.Name)
	}
	if t.err != nil {
		return nil
	}
	from, to := t.bounds(p, bounds[0], bounds[1], isLog)
	return func(r *rand.Rand) any { return draw(r, p.Kind, from, to, isLog) }
}

// draw returns a random value between two bounds. Each integer has the same probability; on a
// logarithmic scale, integers are rounded.
func draw(r *rand.Rand, kind Kind, from, to float64, isLog bool) float64 {
	u := float64(r.Uint64()>>11) / (1 << 53)
	switch {
	case isLog:
		return clean(math.Exp(math.Log(from)+u*(math.Log(to)-math.Log(from))), kind, from, to)
	case kind == Integers:
		return min(from+math.Floor(u*(to-from+1)), to)
	}
	return clean(from+u*(to-from), kind, from, to)
}

// drawAll returns a number of draws. A parameter's draws depend on its name and the seed alone, so more
// draws or another parameter do not change them.
func (v values) drawAll(draws int, seed uint64) []any {
	hash := fnv.New64a()
	hash.Write([]byte(v.name)) // never fails
	random := rand.New(rand.NewPCG(seed, hash.Sum64()))
	list := make([]any, draws)
	for i := range list {
		list[i] = v.random(random)
	}
	return list
}
