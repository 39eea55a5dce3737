package main

import (
	"fmt"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// The list of the next day has the changes of the plan, and the depot stays.
func TestNext(t *testing.T) {
	town := newTown(1)
	before := town.first(50)
	after := town.next(before, changes{New: 5, Gone: 3, Moved: 2})
	kept, moved := 0, 0
	for _, s := range after {
		if slices.Contains(before, s) {
			kept++
		} else if slices.ContainsFunc(before, func(b stop) bool { return b.id == s.id }) {
			moved++
		}
	}
	if len(after) != 52 || kept != 45 || moved != 2 || after[0] != before[0] {
		t.Errorf("%d stops, %d kept, %d moved", len(after), kept, moved)
	}
}

// A high price leaves no leg changed, and no price has the shortest routes. Two measurements are equal.
func TestMeasure(t *testing.T) {
	p := plan{Stops: 12, Days: 3, Lists: 1, Changes: changes{New: 2, Gone: 1, Moved: 1}, Iterations: 4, Prices: []int64{0, 20_000}}
	r, err := measure(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	again, err := measure(t.Context(), p)
	if err != nil || fmt.Sprint(again) != fmt.Sprint(r) {
		t.Errorf("another result: %v, %v", again, err)
	}
	if len(r.Runs) != 6 {
		t.Fatalf("%d runs", len(r.Runs))
	}
	for i, free := range r.Runs[:3] {
		if close := r.Runs[3+i]; close.Changed != 0 || close.LengthM < free.LengthM || close.Day != free.Day {
			t.Errorf("day %d: %v without a price, %v with one", i+1, free, close)
		}
	}
	list := newTown(1).first(12)
	in, err := instance(list)
	if err != nil {
		t.Fatal(err)
	}
	if order := orderOf([]int{3, 1, 99, 2}, list, list); !slices.Equal(order, tsp.Tour{2, 0, 1}) || verify.Allowed(in, order, true) != nil {
		t.Errorf("order %v", order)
	}
}
