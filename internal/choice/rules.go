package choice

import (
	"fmt"
	"math"
	"reflect"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
)

// longest is the longest time in seconds, 292 years.
const longest = float64(math.MaxInt64 / int64(time.Second))

// SetRules sets the stop rules of a run to the rules of an entrance, whose times are durations or
// numbers of seconds. The error is an *aco.OptionError.
func SetRules[T ~int64 | ~float64](o *aco.Options, from option.Rules[T]) error {
	options, rules := reflect.ValueOf(o).Elem(), reflect.ValueOf(from)
	for field, value := range rules.Fields() {
		to := options.FieldByName(field.Name)
		if value.Kind() == reflect.Float64 {
			seconds := value.Float()
			if !(seconds >= 0 && seconds < longest) {
				return &aco.OptionError{Option: field.Name, Reason: fmt.Sprintf(
					"%v s is outside 0..%.3g, which is 292 years", seconds, longest)}
			}
			value = reflect.ValueOf(math.Ceil(seconds * float64(time.Second)))
		}
		to.Set(value.Convert(to.Type()))
	}
	return nil
}

// Length returns the length of an option in steps, 1 or more. The error is an *aco.OptionError.
func Length(unit tsp.Unit, option, text string) (int64, error) {
	steps, err := unit.Parse(text)
	reason := fmt.Sprintf("%s is less than %s, a step of the distances; give a greater length", text, unit.Format(1))
	switch {
	case err != nil:
		reason = err.Error()
	case steps > 0:
		return steps, nil
	}
	return 0, &aco.OptionError{Option: option, Reason: reason}
}
