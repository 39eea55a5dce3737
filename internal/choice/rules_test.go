package choice

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
)

// Each stop rule has a row, and the same name everywhere. Times are durations or seconds.
func TestSetRules(t *testing.T) {
	for field := range reflect.TypeFor[option.Rules[float64]]().Fields() {
		row, found := option.Find(field.Name)
		if !found || row.Name != field.Tag.Get("json") || row.Path != field.Tag.Get("option") || row.In != option.Everywhere {
			t.Errorf("the row of %s is %+v", field.Name, row)
		}
	}
	want := aco.Options{TimeLimit: 3 * time.Second / 2, DeviceTime: time.Second, Idle: 1, Iterations: 5, Stall: 6}
	var got aco.Options
	if err := SetRules(&got, option.Rules[float64]{
		TimeLimit: 1.5, DeviceTime: 1, Idle: 1e-12, Iterations: 5, Stall: 6}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("of seconds (-want +got):\n%s", diff)
	}
	got = aco.Options{}
	if err := SetRules(&got, option.Rules[time.Duration]{
		TimeLimit: want.TimeLimit, DeviceTime: want.DeviceTime, Idle: 1, Iterations: 5, Stall: 6}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("of durations (-want +got):\n%s", diff)
	}
}

// A length of a step or more is a number of steps. A shorter one is refused: 0 would be no length.
func TestLength(t *testing.T) {
	metres := tsp.Unit{Name: "m", Decimals: 3}
	for text, want := range map[string]int64{"0.001": 1, "2 km": 2_000_000, "0.0009": 0, "0": 0, "-1": 0, "far": 0} {
		got, err := Length(metres, "Target", text)
		if refused := (*aco.OptionError)(nil); got != want || errors.As(err, &refused) != (want == 0) {
			t.Errorf("%s: %d, %v; want %d", text, got, err, want)
		}
	}
}
