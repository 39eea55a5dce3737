package merged_test

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// In two iterations, the second with kicks, a large shuffled state has more long changes than an
// iteration considers, ants that run out of pieces, and accepted changes of every class that
// claims blocks, some as long as it allows.
func TestShuffledStateReachesLimits(t *testing.T) {
	instance := must.Get(generate.Instance("clustered", 20_000, 1))(t)
	m := must.Get(model.New(t.Context(), instance, model.Parameters{Ants: 270, Colonies: 2, Kick: 50, Temperature: 0.2}))(t)
	var accepted [model.ClassLong + 1]int
	var widest, longs uint32 // longest accepted interval of a class that claims blocks; most long changes of an iteration
	full := uint32(0)
	for _, c := range reference.NewColonies(m) {
		lockstep.DrawState(c, 69_999, true)
		for range 2 {
			before := c.State.Counts.Long
			for _, stage := range c.Stages() {
				stage.Run()
			}
			longs = max(longs, c.State.Counts.Long-before)
			for _, h := range c.Headers {
				if h.Accepted == 1 {
					accepted[h.Class]++
					if h.Class < model.ClassLong {
						widest = max(widest, h.High-h.Low)
					}
				}
			}
			c.Settings = m.Kicks()
		}
		full += c.State.Counts.Full
	}
	if longs <= model.MaxLongChanges || full == 0 || slices.Min(accepted[:model.ClaimClasses]) == 0 || widest < model.ClassSpans[model.ClassWide]/2 {
		t.Errorf("%d long changes, accepted by class %v, longest interval %d, %d ants without room", longs, accepted, widest, full)
	}
}
