package classic_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/shaders/glsl"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestConstruct compares the stage on random weights of all magnitudes, whose rows sum to less
// than 2³², on small ones, and on coarse ones with random trails. It has work-groups of all sizes, few and many trials, and tiles
// smaller and larger than the work-group.
func TestConstruct(t *testing.T) {
	testkind.ComparesHardStage(t)
	vktest.WithAndWithoutSubgroups(t, testConstruct)
}

func testConstruct(t *testing.T, device *vk.Device) {
	instance := uniform(t, 150)
	random := rand.New(rand.NewPCG(2, 0))
	type numbers struct{ trials, rest, tile int }
	for i, c := range classic.Constructions {
		several := []numbers{{}}
		switch c.Selection {
		case model.SelectTrial:
			several = []numbers{{trials: 1}, {trials: 8}, {trials: model.MaxTrials}}
		case model.SelectHybrid:
			several = []numbers{{trials: 1, rest: 1}, {trials: 6, rest: 64}, {trials: model.MaxTrials, rest: 1000}}
		case model.SelectTiled:
			several = []numbers{{tile: 1}, {tile: 3}, {tile: 32}, {tile: 50}, {tile: 149}, {tile: 1000}}
		}
		for j, n := range several {
			if testing.Short() && len(several) > 1 && (i+j)%3 > 0 {
				continue
			}
			for k, group := range []int{0, 1, 32, 1024} {
				if testing.Short() && k != (i+j)%4 {
					continue
				}
				parameters := model.AntSystem()
				parameters.Selection, parameters.Ants, parameters.Seed = c.Selection, 20, classic.LongSeed
				parameters.Trials, parameters.Rest, parameters.Tile = n.trials, n.rest, n.tile
				config := c.Config
				config.AntGroup = group
				p := open(t, device, instance, parameters, classic.Options{Kernel: config})
				for k := range p.reference.Weights {
					switch k / p.Problem.Cities % 3 {
					case 0:
						p.reference.Weights[k] = max(1, randomWord(random)/uint32(p.Problem.Cities))
					case 1:
						p.reference.Weights[k] = 1<<glsl.FineBits + random.Uint32N(2) // ties, and random numbers equal to sums
					default:
						p.reference.Weights[k] = 1 + random.Uint32N(2) // coarse
					}
					p.reference.Pheromone[k] = randomWord(random)
				}
				p.reference.State.Iteration = random.Uint32()
				p.upload(t, "weights", "pheromone", "state")
				when := fmt.Sprintf("%s %+v in groups of %d", c, n, group)
				p.runStage(t, "prefix", when)
				p.runStage(t, "construct", when)
			}
		}
	}
}

// TestListsInDeviceMemory has lists that do not fit in shared memory and stay in the tours.
func TestListsInDeviceMemory(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.OpenLimited(t, func(l *vk.Limits) {
		l.SharedMemoryBytes = 4 * 400 // for random words, totals and flags of the smallest work-groups, but not for the list
		l.MaxWorkgroupInvocations = 64
	})
	for _, selection := range []model.Selection{
		model.SelectCompress, model.SelectCursor, model.SelectCursorTile, model.SelectHybrid,
	} {
		parameters := model.AntSystem()
		parameters.Selection, parameters.Ants = selection, 20
		if selection == model.SelectHybrid {
			parameters.Rest = 450
		}
		p := openWithRules(t, device, uniform(t, 500), parameters, model.StopRules{})
		for _, stage := range []string{"choice", "prefix", "construct"} {
			p.runStage(t, stage, string(selection))
		}
		for _, pass := range p.Passes() {
			if pass.Constants["COPIED_PLACES"] > 0 {
				t.Errorf("selection %s has a list of %d in shared memory", selection, pass.Constants["COPIED_PLACES"])
			}
		}
	}
}
