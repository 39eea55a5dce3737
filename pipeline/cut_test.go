package pipeline

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// simulate runs a cutter against a device on which a unit of each pass takes a fixed time.
func simulate(t *rapid.T, passes []Pass, budget time.Duration, perUnit []time.Duration, iterations int) (longest time.Duration) {
	c := NewCutter(passes, budget)
	next, done := Slice{}, 0
	for submissions := 0; done < iterations; submissions++ {
		if submissions > 100_000 {
			t.Fatalf("%d of %d iterations after %d submissions", done, iterations, submissions)
		}
		submission, completed := c.Cut(iterations-done, budget)
		if len(submission) == 0 {
			t.Fatalf("nothing was cut after %d iterations", done)
		}
		var took []time.Duration
		var total time.Duration
		ended := 0
		for _, s := range submission {
			if s.Pass != next.Pass || s.First != next.First || s.Count == 0 {
				t.Fatalf("slice %+v where %+v was due", s, next)
			}
			if most := passes[s.Pass].MaxUnits; most > 0 && s.Count > most {
				t.Fatalf("slice %+v of a pass with at most %d units a dispatch", s, most)
			}
			next.First += s.Count
			if next.First > passes[s.Pass].Units {
				t.Fatalf("slice %+v goes beyond the %d units", s, passes[s.Pass].Units)
			}
			if next.First == passes[s.Pass].Units {
				next = Slice{Pass: (s.Pass + 1) % len(passes)}
				if next.Pass == 0 {
					ended++
				}
			}
			took = append(took, time.Duration(s.Count)*perUnit[s.Pass])
			total += took[len(took)-1]
		}
		if ended != completed {
			t.Fatalf("a submission said that it ends %d iterations and ends %d", completed, ended)
		}
		done += ended
		longest = max(longest, total)
		c.Measured(submission, took)
	}
	if done != iterations || next != (Slice{}) {
		t.Fatalf("%d iterations done, %d asked for, next is %+v", done, iterations, next)
	}
	return longest
}

// Every unit runs once and in order, iterations end where they should, and no submission exceeds the budget unless one
// unit alone does.
func TestCutCoversIterationsWithinTheBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		budget := time.Duration(rapid.IntRange(1, 200).Draw(t, "budget ms")) * time.Millisecond
		var passes []Pass
		var perUnit []time.Duration
		longestUnit := time.Duration(0)
		for range rapid.IntRange(1, 6).Draw(t, "passes") {
			units := rapid.Uint32Range(1, 3000).Draw(t, "units")
			passes = append(passes, Pass{Units: units, MaxUnits: rapid.SampledFrom([]uint32{0, 1 + units/2}).Draw(t, "most")})
			each := time.Duration(rapid.IntRange(10, 3_000_000).Draw(t, "unit ns"))
			perUnit = append(perUnit, each)
			longestUnit = max(longestUnit, each)
		}
		longest := simulate(t, passes, budget, perUnit, rapid.IntRange(1, 5).Draw(t, "iterations"))
		const rounding = time.Microsecond // of the estimates, which are in floating point
		if limit := max(budget, longestUnit) + longestUnit + rounding; longest > limit {
			t.Fatalf("a submission took %v of a budget of %v, its longest unit %v", longest, budget, longestUnit)
		}
	})
}

// A stage that turns out slower than it was shortens the next submission at once.
func TestCutAdaptsAtOnce(t *testing.T) {
	c := NewCutter([]Pass{{Units: 1000}}, 100*time.Millisecond)
	c.Measured([]Slice{{0, 0, 1000}}, []time.Duration{time.Millisecond})
	c.Measured([]Slice{{0, 0, 1000}}, []time.Duration{time.Second})
	submission, _ := c.Cut(1, 100*time.Millisecond)
	if len(submission) != 1 || submission[0].Count > 100 {
		t.Errorf("with 1 ms a unit and 100 ms, %+v was cut", submission)
	}
}

// Near a deadline, nothing is cut rather than a unit that would pass it.
func TestCutStopsBeforeADeadline(t *testing.T) {
	c := NewCutter([]Pass{{Units: 10}}, 100*time.Millisecond)
	c.Measured([]Slice{{0, 0, 10}}, []time.Duration{time.Second})
	if submission, _ := c.Cut(1, 50*time.Millisecond); len(submission) != 0 {
		t.Errorf("50 ms before the deadline, %+v of 100 ms a unit was cut", submission)
	}
	if submission, _ := c.Cut(1, 0); len(submission) != 0 {
		t.Errorf("at the deadline, %+v was cut", submission)
	}
}
