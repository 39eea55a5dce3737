package classic_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestPrefix compares the stage on equal weights and on random weights of all magnitudes, with
// rows shorter and longer than a tile, the part of a row that a work-group sums at once. Small
// work-groups make tiles of up to 128 cities. With 512 equal weights each city has one part of the
// guide.
func TestPrefix(t *testing.T) {
	testkind.Whole(t)
	vktest.WithAndWithoutSubgroups(t, testPrefix)
}

func testPrefix(t *testing.T, device *vk.Device) {
	random := rand.New(rand.NewPCG(8, 0))
	parameters := model.AntSystem()
	parameters.Selection = model.SelectTrial
	limits := pipeline.LimitsOf(device.Info())
	limits.GroupSize = max(limits.SubgroupSize, 32)
	for _, cities := range []int{3, 33, 300, 512} {
		p := openWithLimits(t, device, uniform(t, cities), parameters, classic.Options{}, limits)
		for i := range 5 {
			for k := range p.reference.Weights {
				p.reference.Weights[k] = 1
				if i > 0 {
					p.reference.Weights[k] = max(1, randomWord(random)/uint32(cities))
				}
			}
			p.upload(t, "weights")
			p.runStage(t, "prefix", fmt.Sprintf("%d cities, input %d", cities, i))
		}
	}
}
