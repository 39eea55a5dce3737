package pipeline

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestStamped shows that every slice that is timed with others repeats one that is timed alone,
// and that short submissions are timed slice by slice.
func TestStamped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		passes := make([]Pass, rapid.IntRange(1, 9).Draw(t, "passes"))
		for i := range passes {
			passes[i].CostDecreases = rapid.IntRange(0, 9).Draw(t, "cost") == 0
		}
		var submission []Slice
		for range rapid.IntRange(1, maxSlices).Draw(t, "slices") {
			first := uint32(0)
			if rapid.IntRange(0, 99).Draw(t, "first") == 0 {
				first = 1
			}
			submission = append(submission, Slice{Pass: len(submission) % len(passes), First: first, Count: 5})
		}
		stamps := stamped(passes, submission)
		alone := map[Slice]bool{}
		for i, s := range submission {
			own := stamps[i] && (i == 0 || stamps[i-1])
			if !own && (!alone[s] || passes[s.Pass].CostDecreases || i < stampedSlices) {
				t.Fatalf("slice %d of %d, %+v, is timed with others", i, len(submission), s)
			}
			alone[s] = alone[s] || own
		}
		if !stamps[len(stamps)-1] {
			t.Fatal("no timestamp at the end")
		}
	})
}

// TestTimesOfIterations divides the time of repeated iterations among their stages.
func TestTimesOfIterations(t *testing.T) {
	const iterations = 40
	times := []time.Duration{5, 100, 7} // of the passes
	var submission []Slice
	for range iterations {
		for pass := range times {
			submission = append(submission, Slice{Pass: pass, Count: 3})
		}
	}
	stamps := stamped(make([]Pass, len(times)), submission)
	var stampTimes []time.Duration
	total, sum := time.Duration(0), time.Duration(0)
	for i, s := range submission {
		sum += 1000 * times[s.Pass]
		if stamps[i] {
			stampTimes = append(stampTimes, sum)
			total, sum = total+sum, 0
		}
	}
	if len(stampTimes) != stampedSlices+1 {
		t.Errorf("%d timestamps for %d slices, want %d", len(stampTimes), len(submission), stampedSlices+1)
	}
	durations := timesOf(submission, stamps, stampTimes)
	got := time.Duration(0)
	for i, d := range durations {
		got += d
		if want := 1000 * times[submission[i].Pass]; math.Abs(float64(d-want)) > 2 {
			t.Errorf("slice %d took %d ns, want %d", i, d, want)
		}
	}
	if got != total {
		t.Errorf("%d ns in all, want %d", got, total)
	}
}

// TestShares divides a time equally where nothing is known, and never loses any of it.
func TestShares(t *testing.T) {
	if got := shares(10, make([]float64, 4)); !slices.Equal(got, []time.Duration{2, 3, 2, 3}) {
		t.Errorf("equal shares of 10: %v", got)
	}
	if got := shares(10, []float64{0, 3, 1}); !slices.Equal(got, []time.Duration{0, 7, 3}) {
		t.Errorf("weighted shares of 10: %v", got)
	}
}
