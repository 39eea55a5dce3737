package anytime

import (
	"testing"
	"time"
)

// A cell's statistics are of its runs with a tour. Its goal applies to the mean, and its time
// limit has a tolerance of 3%.
func TestCell(t *testing.T) {
	cell := Cell{LimitS: 10, Runs: []Trial{{Length: 101, WallS: 9.9}, {Failure: "gone", WallS: 0.1},
		{Length: 104, WallS: 10.2}}}
	mean, least, most, ok := cell.Lengths()
	if !ok || mean != 102.5 || least != 101 || most != 104 {
		t.Errorf("%v, %v, %v, %v", mean, least, most, ok)
	}
	if deviation, ok := cell.StandardError(); !ok || deviation != 1.5 {
		t.Errorf("standard error %v, %v", deviation, ok)
	}
	if _, late := cell.Overtime(); late {
		t.Error("2% more than the limit is reported as late")
	}
	cell.Runs[1].WallS = 10.4
	if took, late := cell.Overtime(); !late || took != 10400*time.Millisecond {
		t.Errorf("%v, %v of a run that took 4%% more than its limit", took, late)
	}
	for _, c := range []struct {
		goal    float64
		reached bool
	}{{2.6, true}, {2.4, false}} {
		row := Row{BestKnown: 100, Goals: []ErrorPoint{{10, c.goal}, {30, 0}}}
		if reached, goal := row.MeetsGoal(cell); reached != c.reached || !goal {
			t.Errorf("goal %v: %v, %v", c.goal, reached, goal)
		}
	}
	if reached, goal := (Row{BestKnown: 100}).MeetsGoal(cell); reached || goal {
		t.Error("a goal, though the row has none")
	}
	if _, _, _, ok := (Cell{Runs: []Trial{{Failure: "gone"}}}).Lengths(); ok {
		t.Error("a mean length without runs")
	}
}

// A thinned trace has the first and the last step and, between them, steps at least minStep apart.
func TestThinned(t *testing.T) {
	var all []trace
	for i := range 1000 {
		all = append(all, trace{1 + float64(i)/100, int64(5000 - i)})
	}
	list := thinned(all)
	if len(list) > 60 || list[0].Length != 5000 || list[len(list)-1].Length != 4001 {
		t.Errorf("%d steps from %v to %v", len(list), list[0], list[len(list)-1])
	}
	for i := 1; i < len(list)-1; i++ {
		if list[i].Seconds < minStep*list[i-1].Seconds {
			t.Errorf("%v after %v", list[i], list[i-1])
		}
	}
	if thinned(nil) != nil {
		t.Error("an empty trace has steps")
	}
}
