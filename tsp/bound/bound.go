package bound

import (
	"context"
	"fmt"
	"time"

	"github.com/aco-vk/aco-vk/tsp"
)

// Options says how much work a bound is worth. The zero value is a good choice for every instance.
type Options struct {
	// Iterations is the number of steps of the ascent. 0 means 5,000,000 divided by the number of cities, from 50 to 2000: a few seconds for up
	// to 100,000 cities. With a time limit 0 means as many as fit, up to 2000.
	Iterations int

	// TimeLimit ends the ascent so that the last tree is complete at about this time. 0 means no limit. The bound then depends on the speed of the
	// machine.
	TimeLimit time.Duration
}

// Result is a lower bound.
type Result struct {
	Length     int64 // no tour is shorter
	Iterations int   // steps of the ascent
	Degrees    []int // by degree: the cities of the 1-tree with that many edges. In a tour, all cities have 2
	Elapsed    time.Duration
}

// HeldKarp returns the Held–Karp bound of a valid symmetric instance: the length of a minimum 1-tree whose cities have weights, rounded up
// (Held and Karp, "The Traveling-Salesman Problem and Minimum Spanning Trees: Part II", Mathematical Programming 1, 1971). A subgradient ascent
// on the edges of candidate lists chooses the weights. The last tree is of all edges and computed in integers: whatever the weights,
// no tour is shorter than the bound. With random cities in the plane the best weights give a bound about 0.7% below the optimum (Johnson and
// McGeoch, "Experimental Analysis of Heuristics for the STSP", in The Traveling Salesman Problem and Its Variations, 2002).
//
// Fixed edges are ignored: the bound holds, but is lower than it could be.
//
// Without a time limit the bound is the same on every machine. HeldKarp uses all processors. A matrix takes time proportional to n².
// The error is a [*tsp.Error] for an asymmetric instance and for options that are negative, and the context's error when the context ends.
func HeldKarp(ctx context.Context, in *tsp.Instance, options Options) (*Result, error) {
	started := time.Now()
	switch {
	case !in.Symmetric():
		return nil, refuse("the instance is asymmetric (%s); 1-trees need a symmetric one", in.Kind)
	case options.Iterations < 0:
		return nil, refuse("%d iterations are less than 0", options.Iterations)
	case options.TimeLimit < 0:
		return nil, refuse("the time limit %s is less than 0", options.TimeLimit)
	}
	a, err := newAscent(ctx, in)
	if err != nil {
		return nil, err
	}
	result, err := a.run(ctx, options, started)
	if err != nil {
		return nil, err
	}
	result.Elapsed = time.Since(started)
	return result, nil
}

func refuse(format string, args ...any) error {
	return &tsp.Error{Subject: "lower bound", Reason: fmt.Sprintf(format, args...)}
}
