package lowerbound

import (
	"context"
	"errors"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/bound"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// A bound is that of package bound, and is known after Finish.
func TestBegin(t *testing.T) {
	in := tsptest.Generate(t, "uniform", 30, 1)
	want := must.Get(bound.HeldKarp(t.Context(), in, bound.Options{}))(t)
	b := Begin(t.Context(), in, bound.Options{})
	if err := b.Finish(false); err != nil || b.Known() != want.InUnits {
		t.Errorf("bound %d, error %v, want %d", b.Known(), err, want.InUnits)
	}
}

// Nil stands for no bound, and a cancelled one says why there is none.
func TestNone(t *testing.T) {
	var none *Background
	if none.Known() != 0 || none.Finish(true) != nil {
		t.Error("nil is a bound")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b := Begin(ctx, tsptest.Generate(t, "uniform", 30, 1), bound.Options{})
	if err := b.Finish(true); !errors.Is(err, context.Canceled) || b.Known() != 0 {
		t.Errorf("bound %d, error %v", b.Known(), err)
	}
}

// A bound above the length of a tour is wrong, and is dropped.
func TestJudge(t *testing.T) {
	b := Computed(101)
	if err := b.Judge(101); err != nil || b.Known() != 101 {
		t.Errorf("bound %d, error %v", b.Known(), err)
	}
	var contradiction *bound.ContradictionError
	if err := b.Judge(100); !errors.As(err, &contradiction) || b.Known() != 0 {
		t.Errorf("bound %d, error %v", b.Known(), err)
	}
}
