package job

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
)

// Options keep what they have in JSON, and a duration is text.
func TestOptionsAsJSON(t *testing.T) {
	want := Options{Algorithm: "merged", Seed: new(uint64(0)), TimeLimit: Duration(90 * time.Second), Bound: true}
	text := must.Get(json.Marshal(want))(t)
	if text := string(text); text != `{"algorithm":"merged","seed":0,"time_limit":"1m30s","bound":true}` {
		t.Errorf("options are %s", text)
	}
	var got Options
	must.Do(t, json.Unmarshal(text, &got))
	if difference := cmp.Diff(want, got); difference != "" {
		t.Error(difference)
	}
	for text, want := range map[string]time.Duration{
		`2`: 2 * time.Second, `0.25`: time.Second / 4, `1e1`: 10 * time.Second, `"1.5"`: 1500 * time.Millisecond, `"2m"`: 2 * time.Minute,
	} {
		err := json.Unmarshal([]byte(`{"time_limit":`+text+`}`), &got)
		if err != nil || time.Duration(got.TimeLimit) != want {
			t.Errorf("%s is %v, error %v", text, time.Duration(got.TimeLimit), err)
		}
	}
	for _, text := range []string{`1e300`, `-1e10`, `"NaN"`, `"inf"`, `true`, `[1]`, `{}`, `""`} {
		if err := json.Unmarshal([]byte(`{"time_limit":`+text+`}`), &got); err == nil {
			t.Errorf("%s was read as %v", text, time.Duration(got.TimeLimit))
		}
	}
	if err := json.Unmarshal([]byte(`{"time_limit":"soon"}`), &got); err == nil {
		t.Error("soon is a duration")
	}
}

func TestTourAsBytes(t *testing.T) {
	want := tsp.Tour{2, 0, 70_000, 1}
	got, err := DecodeTour(EncodeTour(want))
	if difference := cmp.Diff(want, got); difference != "" || err != nil {
		t.Error(difference, err)
	}
	if _, err := DecodeTour([]byte{1, 2, 3}); err == nil {
		t.Error("three bytes are a tour")
	}
}

func TestFinalStates(t *testing.T) {
	for state, final := range map[State]bool{Queued: false, Running: false, Done: true, Failed: true, Cancelled: true} {
		if state.Final() != final {
			t.Errorf("state %s: final is %t", state, !final)
		}
	}
}
