package merged

import (
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// far returns cities with distances up to about the longest that merged ants take.
func far(cities int) *tsp.Instance {
	const side = 1 << 24
	random := rand.New(rand.NewPCG(26, 2))
	in := &tsp.Instance{Name: "far", Kind: tsp.TSP, Metric: tsp.EUC2D}
	for range cities {
		in.X, in.Y = append(in.X, float64(random.IntN(side))), append(in.Y, float64(random.IntN(side)))
	}
	return in
}

// All stages compute with lengths above and below 2³². The tours of the colonies get shorter than 2³³ and than 2³² during the test.
func TestLengthsAbove32Bits(t *testing.T) {
	device := vktest.Open(t)
	for name, instance := range map[string]*tsp.Instance{"coordinates": far(1000), "matrix": toMatrix(far(1000))} {
		t.Run(name, func(t *testing.T) {
			m := randomModel(t, instance, 8, 5, 2, 100)
			m.ClaimShift = 12
			p := newPairFor(t, device, m, model.Settings{Scales: 1}, allStages...)
			before := m.StartLength
			p.compareHeated(t, 1<<31)
			for number, ref := range p.references {
				if before < 1<<33 || ref.State.Best >= 1<<32 || ref.State.Best != ref.Model.LengthOf(ref.Best) {
					t.Errorf("colony %d: lengths %d to %d", number, before, ref.State.Best)
				}
			}
		})
	}
}

// A run whose tours are longer than 2³² is the same on all devices, stops at a target of that size, and continues from a checkpoint.
func TestRunAbove32Bits(t *testing.T) {
	const cities = 200
	random := rand.New(rand.NewPCG(26, 3))
	instance := &tsp.Instance{Name: "far", Kind: tsp.TSP, Metric: tsp.Explicit, Weights: make([]int32, cities*cities)}
	for i := range cities {
		for j := range i {
			w := int32(24_000_000 + random.IntN(model.MaxDistance-24_000_000))
			instance.Weights[i*cities+j], instance.Weights[j*cities+i] = w, w
		}
	}
	o := Options{Parameters: parameters(2), Rules: engine.Rules{Iterations: 40}}
	o.Parameters.Noise = 0.4
	want := checkEverywhere(t, instance, o)
	if want.Length < 1<<32 || want.Length >= want.FirstLength {
		t.Errorf("length %d after %d", want.Length, want.FirstLength)
	}
	o.Rules = engine.Rules{Iterations: 400, Target: (want.Length + want.FirstLength) / 2}
	for _, device := range []*pipeline.Device{nil, vktest.Open(t)} {
		if result := mustSolve(t, instance, []*pipeline.Device{device}, o); result.Stop != engine.StopTarget || result.Length > o.Target {
			t.Errorf("stopped by %s at %d, the target is %d", result.Stop, result.Length, o.Target)
		}
	}
}
