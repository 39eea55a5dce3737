package reference

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// A colony has the same data after every iteration, however many workers run its stages, also if
// its ants are interrupted.
func TestWorkers(t *testing.T) {
	for name, parameters := range map[string]model.Parameters{
		"plain":   {Ants: 40},
		"one ant": {Ants: 1},
	} {
		t.Run(name, func(t *testing.T) {
			m := must.Get(model.New(t.Context(), tsptest.Generate(t, "clustered", 200, 3), parameters))(t)
			shared := newTables(m)
			sequential := newColony(m, 0, shared, 1)
			var colonies []*Colony
			for _, workers := range []int{2, 3, 50} {
				colonies = append(colonies, newColony(m, 0, shared, workers))
			}
			for iteration := range 2 * m.Period {
				settings := model.Settings{Kick: 30, Scales: 3, Temperature: 1 << 20}
				if iteration < m.Period {
					settings.Kick = 0
				}
				iterate(sequential, settings)
				for _, c := range colonies {
					if c.Settings = settings; iteration%2 == 1 {
						if c.AntsUntil(tsptest.EndingAt(t.Context(), m.Ants/2)) == nil {
							t.Fatal("the ended context did not interrupt the ants")
						}
					}
					iterate(c, settings)
					if diff := cmp.Diff(sequential, c, cmpopts.IgnoreUnexported(Colony{}), cmpopts.IgnoreFields(Colony{}, "Model", "tables"), cmpopts.EquateEmpty()); diff != "" {
						t.Fatalf("iteration %d, %d workers: %s", iteration+1, c.workers, diff)
					}
				}
			}
			if sequential.State.Counts.Accepted == 0 {
				t.Error("no change was accepted")
			}
		})
	}
}

func iterate(c *Colony, settings model.Settings) {
	c.Settings = settings
	for _, stage := range c.Stages() {
		stage.Run()
	}
}
