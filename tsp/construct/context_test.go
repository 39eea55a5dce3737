package construct_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// endingContext counts the calls of Err, and ends at the last of so many. With 0 it does not end.
type endingContext struct {
	context.Context
	last  int64
	calls atomic.Int64
}

func (c *endingContext) Err() error {
	if calls := c.calls.Add(1); c.last > 0 && calls >= c.last {
		return context.Canceled
	}
	return nil
}

// Whenever the context ends, searches and first tours end with its error.
func TestEndWithTheContext(t *testing.T) {
	in := tsptest.Generate(t, "clustered", 1000, 1)
	curve := spaceFilling(t, in)
	lists := must.Get(neighbour.Candidates(t.Context(), in, 5, 1))(t)
	for name, run := range map[string]func(ctx context.Context) error{
		"neighbours": func(ctx context.Context) error {
			_, _,
				err := neighbour.Nearest(ctx, in, 5)
			return err
		},
		"candidates": func(ctx context.Context) error {
			_,
				err := neighbour.Candidates(ctx, in, 5, 1)
			return err
		},
		"space-filling curve": func(ctx context.Context) error {
			_,
				err := construct.SpaceFilling(ctx, in)
			return err
		},
		"nearest-neighbour tour": func(ctx context.Context) error {
			_,
				err := construct.NearestNeighbour(ctx, in, 0)
			return err
		},
		"greedy tour": func(ctx context.Context) error {
			_,
				err := construct.Greedy(ctx, in, lists)
			return err
		},
		"Or-opt": func(ctx context.Context) error {
			_, err := construct.OrOpt(ctx, in, curve, construct.OrOptOptions{})
			return err
		},
	} {
		counting := &endingContext{Context: t.Context()}
		if err := run(counting); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		calls := counting.calls.Load()
		for part := range int64(10) {
			ending := &endingContext{Context: t.Context(), last: 1 + part*calls/10}
			if err := run(ending); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: the context ended at call %d of %d, and the error is %v", name, ending.last, calls, err)
			}
		}
	}
}
