package main

import (
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp"
)

func TestProgressText(t *testing.T) {
	const limit = 10 * time.Second
	for _, c := range []struct {
		now  aco.Progress
		want string
	}{
		{aco.Progress{Iteration: 30, Elapsed: 2 * time.Second, Best: 120}, "iteration 30  best 120  15 iterations/s"},
		{aco.Progress{Reference: 100, TimeLimit: limit, Iteration: 30, Elapsed: 2 * time.Second, Best: 120}, "iteration 30  best 120 (+20.00%)  15 iterations/s  8 s left"},
		{aco.Progress{Iteration: 1, Elapsed: time.Second, Best: 120}, "iteration 1  best 120  1 iterations/s"},
		{aco.Progress{TimeLimit: limit, Elapsed: 3 * time.Second, Best: 120}, "first iteration under way  best 120  7 s left"},
		{aco.Progress{TimeLimit: limit, Elapsed: 30 * time.Second, Best: 120}, "first iteration under way  best 120  0 s left"},
	} {
		if got := (&progressLine{instance: &tsp.Instance{}}).text(c.now); got != c.want {
			t.Errorf("%+v: %q, want %q", c.now, got, c.want)
		}
	}
}

func TestProgressTextWithBound(t *testing.T) {
	line := progressLine{instance: &tsp.Instance{}, bound: &lowerBound{}}
	now := aco.Progress{Iteration: 30, Elapsed: 2 * time.Second, Best: 120}
	for _, c := range []struct {
		lower int64
		want  string
	}{
		{0, "iteration 30  best 120  15 iterations/s"},
		{119, "iteration 30  best 120, at most 0.85% above the optimum  15 iterations/s"},
		{120, "iteration 30  best 120, optimal  15 iterations/s"},
	} {
		line.bound.length.Store(c.lower)
		if got := line.text(now); got != c.want {
			t.Errorf("bound %d: %q, want %q", c.lower, got, c.want)
		}
	}
}
