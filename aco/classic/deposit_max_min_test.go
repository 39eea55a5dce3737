package classic_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestMaxMinTrails compares evaporation, renewal and deposit on random trails between the limits.
func TestMaxMinTrails(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(24, 0))
	for _, f := range []classic.MaxMinCase{classic.MaxMinCases[1], classic.MaxMinCases[4]} {
		for _, rho := range []float64{1e-6, 0.02, 0.5, 1} {
			parameters := f.Parameters()
			parameters.Rho = rho
			p := open(t, device, uniform(t, 37), parameters, classic.Options{})
			for _, renewal := range []model.Renewal{model.NoRenewal, model.SmoothTrails, model.ReinitialiseTrails} {
				for c, ref := range p.References {
					s := &ref.State.MaxMin
					s.Renewal, s.Max, s.Amount = renewal, []uint32{1, math.MaxUint32,
						randomWord(random)}[c], randomWord(random)
					s.Min = 1 + random.Uint32N(s.Max)/2
					for k := range ref.Pheromone {
						ref.Pheromone[k] = max(s.Min, min(randomWord(random), s.Max))
					}
					for k, city := range random.Perm(p.Problem.Cities) {
						ref.DepositTour[k] = uint32(city)
					}
				}
				p.upload(t, "pheromone", "deposit_tour", "state")
				p.runStage(t, "evaporate", fmt.Sprintf("%s, rho %v, renewal %d: evaporate", f, rho, renewal))
				p.runStage(t, "deposit", fmt.Sprintf("%s, rho %v, renewal %d: deposit", f, rho, renewal))
			}
		}
	}
}
