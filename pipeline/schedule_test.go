package pipeline

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// device is one on which a unit of each pass takes a fixed time, and a light one a hundredth of it. Two submissions are on
// their way, as with Run: one is measured only after the next was cut.
type device struct {
	passes  []Pass
	perUnit []time.Duration
}

func (d device) took(s Slice) time.Duration {
	var sum time.Duration
	for unit := s.First; unit < s.First+s.Count; unit++ {
		if unit < d.passes[s.Pass].CheapUnits {
			sum += d.perUnit[s.Pass] / 100
		} else {
			sum += d.perUnit[s.Pass]
		}
	}
	return sum
}

// simulate runs a cutter on a device and returns what its longest submission took.
func (d device) simulate(t *rapid.T, budget time.Duration, iterations int) (longest time.Duration) {
	c := NewScheduler(d.passes, budget)
	next, done := Slice{}, 0
	var pending [][]Slice
	for submissions := 0; done < iterations || len(pending) > 0; submissions++ {
		if submissions > 100_000 {
			t.Fatalf("%d of %d iterations after %d submissions", done, iterations, submissions)
		}
		submission, completed := c.Next(iterations-done, budget)
		if len(submission) > 0 {
			pending = append(pending, submission)
		} else if len(pending) == 0 {
			t.Fatalf("nothing was cut after %d iterations", done)
		}
		ended := 0
		for _, s := range submission {
			if s.Pass != next.Pass || s.First != next.First || s.Count == 0 {
				t.Fatalf("slice %+v where %+v was due", s, next)
			}
			if most := d.passes[s.Pass].MaxUnits; most > 0 && s.Count > most {
				t.Fatalf("slice %+v of a pass with at most %d units a dispatch", s, most)
			}
			next.First += s.Count
			if next.First > d.passes[s.Pass].Units {
				t.Fatalf("slice %+v goes beyond the %d units", s, d.passes[s.Pass].Units)
			}
			if next.First == d.passes[s.Pass].Units {
				next = Slice{Pass: LoopEnd(d.passes, s.Pass) % len(d.passes)}
				if next.Pass == 0 {
					ended++
				}
			}
		}
		if ended != completed {
			t.Fatalf("a submission said that it ends %d iterations and ends %d", completed, ended)
		}
		done += ended
		if len(pending) == maxInFlight || len(submission) == 0 {
			longest = max(longest, d.measure(c, pending[0]))
			pending = pending[1:]
		}
	}
	if done != iterations || next != (Slice{}) {
		t.Fatalf("%d iterations done, %d asked for, next is %+v", done, iterations, next)
	}
	return longest
}

// measure tells the cutter what a submission took, and returns it.
func (d device) measure(c *Scheduler, submission []Slice) (total time.Duration) {
	var took []time.Duration
	for _, s := range submission {
		took = append(took, d.took(s))
		total += d.took(s)
	}
	c.Observe(submission, took)
	return total
}

// Every unit runs once and in order, iterations end where they should, and no submission exceeds the budget unless one
// unit alone does.
func TestCutCoversIterationsWithinTheBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		budget := time.Duration(rapid.IntRange(1, 200).Draw(t, "budget ms")) * time.Millisecond
		var d device
		longestUnit := time.Duration(0)
		for number := range rapid.IntRange(1, 6).Draw(t, "passes") {
			units := rapid.Uint32Range(1, 3000).Draw(t, "units")
			d.passes = append(d.passes, Pass{
				Units:      units,
				MaxUnits:   rapid.SampledFrom([]uint32{0, 1, 2 + units/2}).Draw(t, "most"),
				CheapUnits: rapid.Uint32Range(0, 1).Draw(t, "light"),
			})
			each := time.Duration(rapid.IntRange(10, 3_000_000).Draw(t, "unit ns"))
			d.perUnit = append(d.perUnit, each)
			longestUnit = max(longestUnit, each)
			if rapid.Bool().Draw(t, "loop") { // the pass's turns then include another one's
				head := &d.passes[len(d.passes)-1]
				head.Loop = 1 + number
				d.passes, d.perUnit = append(d.passes, *head), append(d.perUnit, 0)
			}
		}
		longest := d.simulate(t, budget, rapid.IntRange(1, 5).Draw(t, "iterations"))
		const rounding = time.Microsecond // of the estimates, which are in floating point
		if limit := max(budget, longestUnit) + longestUnit + rounding; longest > limit {
			t.Fatalf("a submission took %v of a budget of %v, its longest unit %v", longest, budget, longestUnit)
		}
	})
}

// A stage that turns out slower than it was shortens the next submission at once.
func TestCutAdaptsAtOnce(t *testing.T) {
	c := NewScheduler([]Pass{{Units: 1000}}, 100*time.Millisecond)
	c.Observe([]Slice{{0, 0, 1000}}, []time.Duration{time.Millisecond})
	c.Observe([]Slice{{0, 0, 1000}}, []time.Duration{time.Second})
	submission, _ := c.Next(1, 100*time.Millisecond)
	if len(submission) != 1 || submission[0].Count > 100 {
		t.Errorf("with 1 ms a unit and 100 ms, %+v was cut", submission)
	}
}

// Until a probe has been measured, no more of its stage is cut, and after it not much more than it was large.
func TestCutWaitsForItsProbe(t *testing.T) {
	c := NewScheduler([]Pass{{Units: 1000, CheapUnits: 1}}, time.Second)
	probe, _ := c.Next(1, time.Second)
	if len(probe) != 1 || probe[0].Count != 2 {
		t.Fatalf("the probe is %+v, want the light unit and one more", probe)
	}
	if more, _ := c.Next(1, time.Second); len(more) != 0 {
		t.Errorf("%+v was cut before the probe was measured", more)
	}
	c.Observe(probe, []time.Duration{time.Microsecond})
	if next, _ := c.Next(1, time.Second); len(next) != 1 || next[0].Count != maxGrowth {
		t.Errorf("after a probe of one unit, %+v was cut", next)
	}
}

// Near a deadline, nothing is cut rather than a unit that would pass it.
func TestCutStopsBeforeADeadline(t *testing.T) {
	c := NewScheduler([]Pass{{Units: 10}}, 100*time.Millisecond)
	c.Observe([]Slice{{0, 0, 10}}, []time.Duration{time.Second})
	if submission, _ := c.Next(1, 50*time.Millisecond); len(submission) != 0 {
		t.Errorf("50 ms before the deadline, %+v of 100 ms a unit was cut", submission)
	}
	if submission, _ := c.Next(1, 0); len(submission) != 0 {
		t.Errorf("at the deadline, %+v was cut", submission)
	}
}

// Of a pass whose units cost less and less, the end says nothing of the next beginning: submissions keep to the budget all along, and
// what has ended takes few of them.
func TestCutOfAPassThatFades(t *testing.T) {
	const units, heavy, budget, iterations = 10_000, 100, 100 * time.Millisecond, 10
	for _, most := range []uint32{0, 4} {
		passes := []Pass{{Units: units, CostDecreases: true, MaxUnits: most}, {Units: 1}}
		c := NewScheduler(passes, budget)
		submissions := 0
		for done := 0; done < iterations; submissions++ {
			submission, completed := c.Next(iterations-done, budget)
			var took []time.Duration
			var total time.Duration
			for _, s := range submission {
				sum := time.Duration(0)
				for unit := s.First; unit < s.First+s.Count && s.Pass == 0 && unit < heavy; unit++ {
					sum += 10 * time.Millisecond
				}
				took = append(took, sum)
				total += sum
			}
			c.Observe(submission, took)
			if done += completed; done > 0 && total > budget {
				t.Errorf("after %d iterations, at most %d units a dispatch: a submission took %v of %v", done, most, total, budget)
			}
		}
		// A second of work takes fourteen submissions or fifteen, and the first iteration some to learn from.
		if submissions > 40*iterations {
			t.Errorf("at most %d units a dispatch: %d submissions for %d iterations", most, submissions, iterations)
		}
	}
}
