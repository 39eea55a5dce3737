package pipeline

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// device is a model of a device on which a unit of each pass takes a fixed time, and a cheap unit
// a hundredth of it. As with Run, two submissions are in flight: one is measured only after the
// next one was scheduled.
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

// simulate runs a Scheduler on the device and returns the time of the longest submission.
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
			t.Fatalf("nothing was scheduled after %d iterations", done)
		}
		ended := 0
		for _, s := range submission {
			if s.Pass != next.Pass || s.First != next.First || s.Count == 0 {
				t.Fatalf("slice %+v, want it to start as %+v", s, next)
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
			t.Fatalf("Next returned %d completed iterations, the submission completes %d", completed, ended)
		}
		if ended > 0 && next != (Slice{}) {
			t.Fatalf("a submission that completes %d iterations goes on to %+v", ended, next)
		}
		done += ended
		if len(pending) == maxInFlight || len(submission) == 0 {
			longest = max(longest, d.measure(c, pending[0]))
			pending = pending[1:]
		}
	}
	if done != iterations || next != (Slice{}) {
		t.Fatalf("%d iterations done, want %d; the next slice is %+v", done, iterations, next)
	}
	return longest
}

// measure passes the times of a submission to the Scheduler, and returns their sum.
func (d device) measure(c *Scheduler, submission []Slice) (total time.Duration) {
	var took []time.Duration
	for _, s := range submission {
		took = append(took, d.took(s))
		total += d.took(s)
	}
	c.Observe(submission, took)
	return total
}

// Every unit runs once and in order, iterations are complete, and no submission exceeds the budget
// by more than its longest unit.
func TestScheduleCoversIterationsWithinTheBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		budget := time.Duration(rapid.IntRange(1, 200).Draw(t, "budget ms")) * time.Millisecond
		var d device
		longestUnit := time.Duration(0)
		for number := range rapid.IntRange(1, 6).Draw(t, "passes") {
			units := rapid.Uint32Range(1, 3000).Draw(t, "units")
			d.passes = append(d.passes, Pass{
				Units:      units,
				MaxUnits:   rapid.SampledFrom([]uint32{0, 1, 2 + units/2}).Draw(t, "most"),
				CheapUnits: rapid.Uint32Range(0, 1).Draw(t, "cheap"),
			})
			each := time.Duration(rapid.IntRange(10, 3_000_000).Draw(t, "unit ns"))
			d.perUnit = append(d.perUnit, each)
			longestUnit = max(longestUnit, each)
			if rapid.Bool().Draw(t, "loop") { // the pass then alternates with another one
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

// If a stage becomes slower, the next submission is already shorter.
func TestScheduleAdaptsAtOnce(t *testing.T) {
	c := NewScheduler([]Pass{{Units: 1000}}, 100*time.Millisecond)
	c.Observe([]Slice{{0, 0, 1000}}, []time.Duration{time.Millisecond})
	c.Observe([]Slice{{0, 0, 1000}}, []time.Duration{time.Second})
	submission, _ := c.Next(1, 100*time.Millisecond)
	if len(submission) != 1 || submission[0].Count > 100 {
		t.Errorf("1 ms per unit, budget 100 ms: %+v was scheduled", submission)
	}
}

// A new stage starts with a small slice. No more of the stage is scheduled before this slice was
// measured, and then at most maxGrowth times as much.
func TestScheduleWaitsForTheFirstMeasurement(t *testing.T) {
	c := NewScheduler([]Pass{{Units: 1000, CheapUnits: 1}}, time.Second)
	probe, _ := c.Next(1, time.Second)
	if len(probe) != 1 || probe[0].Count != 2 {
		t.Fatalf("the first slice is %+v, want the cheap unit and one more", probe)
	}
	if more, _ := c.Next(1, time.Second); len(more) != 0 {
		t.Errorf("%+v was scheduled before the first slice was measured", more)
	}
	c.Observe(probe, []time.Duration{time.Microsecond})
	if next, _ := c.Next(1, time.Second); len(next) != 1 || next[0].Count != maxGrowth {
		t.Errorf("after a slice of one unit, %+v was scheduled", next)
	}
}

// Near a deadline nothing is scheduled if a single unit would pass it.
func TestScheduleStopsBeforeADeadline(t *testing.T) {
	c := NewScheduler([]Pass{{Units: 10}}, 100*time.Millisecond)
	c.Observe([]Slice{{0, 0, 10}}, []time.Duration{time.Second})
	if submission, _ := c.Next(1, 50*time.Millisecond); len(submission) != 0 {
		t.Errorf("50 ms before the deadline, %+v was scheduled, whose units take 100 ms", submission)
	}
	if submission, _ := c.Next(1, 0); len(submission) != 0 {
		t.Errorf("at the deadline, %+v was scheduled", submission)
	}
}

// If the cost of a pass's units decreases, the cheap last units do not predict the first units of
// the next iteration. All submissions keep to the budget, and the cheap units take few
// submissions.
func TestScheduleOfDecreasingCosts(t *testing.T) {
	const units, expensive, budget, iterations = 10_000, 100, 100 * time.Millisecond, 10
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
				for unit := s.First; unit < s.First+s.Count && s.Pass == 0 && unit < expensive; unit++ {
					sum += 10 * time.Millisecond
				}
				took = append(took, sum)
				total += sum
			}
			c.Observe(submission, took)
			if done += completed; done > 0 && total > budget {
				t.Errorf("after %d iterations, at most %d units a dispatch: a submission took %v of %v", done,
					most, total, budget)
			}
		}
		// A second of work takes fourteen or fifteen submissions. The first iteration takes more,
		// to learn the costs.
		if submissions > 40*iterations {
			t.Errorf("at most %d units a dispatch: %d submissions for %d iterations", most, submissions, iterations)
		}
	}
}

// A submission has the units of a pass in its range. Passes without units are left out.
func TestRangesOfUnits(t *testing.T) {
	passes := []Pass{{Stage: "first", Units: 2}, {Stage: "ant", Units: 9}, {Stage: "last", Units: 1}}
	sc := NewScheduler(passes, time.Second)
	iterate := func() (all []Slice) {
		for {
			submission, completed := sc.Next(1, time.Second)
			sc.Observe(submission, make([]time.Duration, len(submission)))
			if all = append(all, submission...); completed > 0 {
				return all
			}
		}
	}
	iterate() // measures units
	for _, c := range []struct {
		ant, last [2]uint32 // ranges
		want      []Slice
	}{
		{[2]uint32{3, 4}, [2]uint32{0, 1}, []Slice{{0, 0, 2}, {1, 3, 4}, {2, 0, 1}}},
		{[2]uint32{0, 9}, [2]uint32{0, 0}, []Slice{{0, 0, 2}, {1, 0, 9}}},
		{[2]uint32{5, 0}, [2]uint32{0, 0}, []Slice{{0, 0, 2}}},
	} {
		sc.SetUnits(1, c.ant[0], c.ant[1])
		sc.SetUnits(2, c.last[0], c.last[1])
		if got := iterate(); !slices.Equal(got, c.want) || sc.MidIteration() {
			t.Errorf("%v, want %v", got, c.want)
		}
	}
	if sc.StartAfter("first"); sc.MidIteration() {
		t.Error("no later pass has units, but the iteration has not ended")
	}
	if passes[1].Units != 9 {
		t.Error("the recording has changed")
	}
}

// A pass with Every is in the iterations whose numbers are multiples, also of a run that begins after
// others.
func TestPassesOfEveryFewIterations(t *testing.T) {
	passes := []Pass{{Units: 2}, {Units: 3, Every: 3}, {Units: 1, Every: 2}, {Units: 1, Every: 1}, {Units: 1, Every: 4}}
	d := device{passes, slices.Repeat([]time.Duration{time.Millisecond}, len(passes))}
	sc := NewScheduler(passes, time.Second)
	sc.SetCompleted(4)
	const begin, end = 5, 12 // iterations
	units := map[int][]uint32{}
	iteration := begin - 1
	for done := begin - 1; done < end; {
		submission, completed := sc.Next(end-done, time.Second)
		if done += completed; len(submission) == 0 {
			t.Fatal("nothing was scheduled")
		}
		for _, s := range submission {
			if s.Pass == 0 && s.First == 0 {
				iteration++
				units[iteration] = make([]uint32, len(passes))
			}
			units[iteration][s.Pass] += s.Count
		}
		if iteration-done > 1 || iteration < done {
			t.Fatalf("iteration %d has begun, and %d are complete", iteration, done)
		}
		d.measure(sc, submission)
	}
	want := map[int][]uint32{
		5: {2, 0, 0, 1, 0}, 6: {2, 3, 1, 1, 0}, 7: {2, 0, 0, 1, 0}, 8: {2, 0, 1, 1, 1},
		9: {2, 3, 0, 1, 0}, 10: {2, 0, 1, 1, 0}, 11: {2, 0, 0, 1, 0}, 12: {2, 3, 1, 1, 1},
	}
	if diff := cmp.Diff(want, units); diff != "" {
		t.Errorf("units of each pass by iteration (-want +got):\n%s", diff)
	}
	if with, without := MaxIterationsInFlight(passes), MaxIterationsInFlight([]Pass{passes[0], passes[3]}); with != without {
		t.Errorf("%d iterations can be in flight, and %d of those that lack every pass they can lack", with, without)
	}
}
