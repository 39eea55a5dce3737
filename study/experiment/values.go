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
func (t table) valuesOf(p Parameter) (v values, err error) {
	v.name = p.Name
	switch value := t.values[p.Name].(type) {
	case []any:
		for _, element := range value {
			one, err := t.checkValue(p, element)
			if err != nil {
				return v, err
			}
			v.list = append(v.list, one)
		}
		if len(v.list) == 0 {
			return v, t.refuse(p.Name, "%s: the list is empty", p.Name)
		}
		return v, nil
	case map[string]any:
		spec := table{t.document, join(t.path, p.Name), value}
		if spec.has("from") || spec.has("to") {
			v.list, err = spec.rangeOf(p)
			return v, err
		}
		v.random, err = spec.distributionOf(p)
		return v, err
	default:
		one, err := t.checkValue(p, value)
		v.list = []any{one}
		return v, err
	}
}

// checkValue returns a value as rows have it: a number as float64.
func (t table) checkValue(p Parameter, value any) (any, error) {
	number, isNumber := asNumber(value)
	switch p.Kind {
	case Integers:
		if _, ok := value.(int64); ok {
			return number, nil
		}
		return nil, t.refuse(p.Name, "%s: %s, and its values are integers", p.Name, valueText(value))
	case Reals:
		if isNumber {
			return number, nil
		}
		return nil, t.refuse(p.Name, "%s: %s, and its values are numbers", p.Name, valueText(value))
	case Switches:
		if _, ok := value.(bool); ok {
			return value, nil
		}
		return nil, t.refuse(p.Name, "%s: %s, and its values are true and false", p.Name, valueText(value))
	}
	if word, ok := value.(string); ok && slices.Contains(p.Words, word) {
		return word, nil
	}
	return nil, t.refuse(p.Name, "%s: %s, and its values are %s", p.Name, valueText(value), strings.Join(p.Words, ", "))
}

// bounds returns two numbers in their order.
func (t table) bounds(p Parameter, low, high any, isLog bool) (from, to float64, err error) {
	if p.Kind != Integers && p.Kind != Reals {
		return 0, 0, t.document.refuse(t.path, "%s: its values are not numbers; give a list of them", p.Name)
	}
	outer := t.parent()
	for _, bound := range []struct {
		to    *float64
		value any
	}{{&from, low}, {&to, high}} {
		value, err := outer.checkValue(p, bound.value)
		if err != nil {
			return 0, 0, err
		}
		*bound.to = value.(float64)
	}
	if from > to {
		return 0, 0, t.document.refuse(t.path, "%s: the first bound, %v, is above the second one, %v", p.Name, from, to)
	}
	if math.IsInf(to-from, 0) {
		return 0, 0, t.document.refuse(t.path, "%s: the bounds %v and %v are too far apart", p.Name, from, to)
	}
	if isLog && from <= 0 {
		return 0, 0, t.document.refuse(t.path, "%s: a logarithmic scale has numbers above 0 only, and it begins at %v",
			p.Name, from)
	}
	return from, to, nil
}

// parent returns the table that has this one, without its values.
func (t table) parent() table {
	return table{t.document, t.path[:max(0, strings.LastIndex(t.path, "\x00"))], nil}
}

// flag returns a value that is true or false; false if the key is missing.
func (t table) flag(key string) (bool, error) {
	value, found := t.values[key]
	is, ok := value.(bool)
	if found && !ok {
		return false, t.refuse(key, "%s: %s, and true or false is needed", key, valueText(value))
	}
	return is, nil
}

// rangeOf returns the values of a range with a step or with a number of values.
func (t table) rangeOf(p Parameter) ([]any, error) {
	if err := t.checkKeys("a range", "from", "to", "step", "count", "log"); err != nil {
		return nil, err
	}
	isLog, err := t.flag("log")
	if err != nil {
		return nil, err
	}
	from, to, err := t.bounds(p, t.values["from"], t.values["to"], isLog)
	if err != nil {
		return nil, err
	}
	step, err := t.positive("step")
	if err != nil {
		return nil, err
	}
	count, err := t.integer("count", 2, 0)
	switch {
	case err != nil:
		return nil, err
	case (step > 0) == (count > 0):
		return nil, t.document.refuse(t.path, "%s: a range has either a step or a count", p.Name)
	case isLog && step > 0:
		return nil, t.refuse("step", "%s: a range on a logarithmic scale has a count in place of a step", p.Name)
	}
	steps := math.Floor((to-from)/step + 1e-9) // not used without a step
	if count > maxValues || step > 0 && steps >= maxValues {
		return nil, t.document.refuse(t.path, "%s: the range has more than %d values", p.Name, maxValues)
	}
	if step > 0 {
		count = int64(steps) + 1
	}
	distance := step
	if step == 0 {
		distance = (to - from) / float64(count-1)
	}
	var list []any
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
	return list, nil
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
func (t table) distributionOf(p Parameter) (func(*rand.Rand) any, error) {
	if err := t.checkKeys("a parameter's values", "from", "to", "step", "count", "uniform", "choice", "log"); err != nil {
		return nil, err
	}
	isLog, err := t.flag("log")
	if err != nil {
		return nil, err
	}
	choice, isList := t.values["choice"].([]any)
	bounds, isPair := t.values["uniform"].([]any)
	switch {
	case t.has("choice") == t.has("uniform"):
		return nil, t.document.refuse(t.path, "%s: give either a choice or uniform", p.Name)
	case t.has("choice"):
		if !isList || len(choice) == 0 || isLog {
			return nil, t.refuse("choice", "%s: a choice is a list of values, without log", p.Name)
		}
		var list []any
		for _, element := range choice {
			value, err := t.parent().checkValue(p, element)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		return func(r *rand.Rand) any { return list[r.IntN(len(list))] }, nil
	case !isPair || len(bounds) != 2:
		return nil, t.refuse("uniform", "%s: uniform is a list of the least and the greatest value", p.Name)
	}
	from, to, err := t.bounds(p, bounds[0], bounds[1], isLog)
	if err != nil {
		return nil, err
	}
	return func(r *rand.Rand) any { return draw(r, p.Kind, from, to, isLog) }, nil
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
