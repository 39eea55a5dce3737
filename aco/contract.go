package aco

import (
	"fmt"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// contract replaces the instance by its contraction, if that is smaller: algorithms work on at most one fixed edge for each city. The options
// that depend on the instance are converted.
func (r *request) contract() {
	c := tsp.Contract(r.instance)
	if c == nil {
		return
	}
	r.contraction, r.instance = c, c.Instance
	if r.options.InitialTour != nil {
		r.options.InitialTour = c.Reduce(r.options.InitialTour)
	}
	if r.options.Target > 0 {
		r.options.Target = max(1, r.options.Target-c.Offset) // 0 is no target
	}
}

// fullLength returns the length of the original's tour for that of the contracted instance.
func (r *request) fullLength(length int64) int64 {
	if r.contraction == nil {
		return length
	}
	return length + r.contraction.Offset
}

// expand replaces the tour and all lengths of a result by those of the original instance. It verifies the tour again.
func (r *request) expand(result *Result) error {
	c := r.contraction
	if c == nil {
		return nil
	}
	result.Tour = c.Expand(result.Tour)
	result.Length += c.Offset
	if result.FirstTour != "" {
		result.FirstLength += c.Offset
	}
	for i := range result.Trace {
		result.Trace[i].Length += c.Offset
	}
	for i := range result.Colonies {
		result.Colonies[i].BestLength += c.Offset
	}
	result.Reference = r.referenceOf(result.Length)
	if length, err := verify.Tour(r.original, result.Tour); err != nil || length != result.Length {
		return fmt.Errorf("expanding a tour of %d cities to %d: reported length %d, verified length %d: %w", r.instance.Dimension(), len(result.Tour), result.Length, length, err)
	}
	return nil
}
