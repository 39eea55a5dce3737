package main

import (
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
)

func TestProgressText(t *testing.T) {
	const limit = 10 * time.Second
	for _, c := range []struct {
		line progressLine
		now  classic.Progress
		want string
	}{
		{progressLine{}, classic.Progress{Iteration: 30, Elapsed: 2 * time.Second, Best: 120}, "iteration 30  best 120  15 iterations/s"},
		{progressLine{known: 100, limit: limit}, classic.Progress{Iteration: 30, Elapsed: 2 * time.Second, Best: 120}, "iteration 30  best 120 (+20.00%)  15 iterations/s  8 s left"},
		{progressLine{known: 130}, classic.Progress{Iteration: 1, Elapsed: time.Second, Best: 120}, "iteration 1  best 120  1 iterations/s"},
		{progressLine{limit: limit}, classic.Progress{Elapsed: 3 * time.Second, Best: 120}, "first iteration under way  best 120  7 s left"},
		{progressLine{limit: limit}, classic.Progress{Elapsed: 30 * time.Second, Best: 120}, "first iteration under way  best 120  0 s left"},
	} {
		if got := c.line.text(c.now); got != c.want {
			t.Errorf("%+v: %q, want %q", c.now, got, c.want)
		}
	}
}
