package merged_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/mergetest"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// maxDifference is the largest difference of integer coordinates for which the ant's shader computes distances with rounded_root.
const maxDifference = 1 << 24

// squareSolution returns random x and y up to maxDifference with scale·(x² + y²) + rest = k², where k is an integer and scale is 1 or 4.
// Then k − √scale·y and k + √scale·y are divisors of scale·x² + rest.
func squareSolution(random *rand.Rand, scale, rest int) (x, y int) {
	root := scale/4 + 1
	for {
		x = random.IntN(1 << (1 + random.IntN(24)))
		product := scale*x*x + rest
		for divisor := 1 + random.IntN(5000); divisor > 0; divisor-- {
			if product%divisor != 0 {
				continue
			}
			if twice := product/divisor - divisor; twice >= 0 && twice%(2*root) == 0 && twice/(2*root) <= maxDifference {
				return x, twice / (2 * root)
			}
		}
	}
}

// Ants on a device round distances like the reference in the hardest cases: next to k + 1/2 with EUC_2D and next to k with CEIL_2D, up to the
// largest differences.
func TestRoundingOfDistances(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	for metric, c := range map[tsp.Metric]struct {
		scale int
		rests []int
	}{
		tsp.EUC2D:  {4, []int{1, -3}},    // (2k + 1)² = 4d² + 1 or 4d² - 3: d just below and just above k + 1/2
		tsp.CEIL2D: {1, []int{-1, 0, 1}}, // k² = d² - 1, d², d² + 1
	} {
		random := rand.New(rand.NewPCG(2, 24))
		instance := &tsp.Instance{Name: "bounds", Kind: tsp.TSP, Metric: metric, X: []float64{0, maxDifference}, Y: []float64{0, maxDifference}}
		for len(instance.X) < 600 {
			x, y := 0, 0 // distances are measured from here
			if random.IntN(4) > 0 {
				x, y = squareSolution(random, c.scale, c.rests[random.IntN(len(c.rests))])
			}
			instance.X, instance.Y = append(instance.X, float64(x)), append(instance.Y, float64(y))
		}
		m := mergetest.Nearest(t, instance, 8, 5, 2, 300)
		p := open(t, device, m, model.Settings{Kick: 200, Scales: 4, Temperature: math.MaxUint32}, merged.Stages...)
		for i := range testkind.Fewer(4, 10) {
			p.iterate(t)
			p.compare(t, fmt.Sprint(metric, ", iteration ", i+1))
		}
	}
}
