package recombine_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/lk"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
)

// testInstance is an instance with neighbour lists for a local search.
type testInstance struct {
	*tsp.Instance
	near  []uint32 // width for each city
	width int
}

func newInstance(t *testing.T, kind string, n int) *testInstance {
	t.Helper()
	in := must.Get(generate.Instance(kind, n, 1000))(t)
	const width = 8
	near, _, err := neighbour.Nearest(context.Background(), in, width)
	if err != nil {
		t.Fatal(err)
	}
	return &testInstance{in, near, width}
}

func (c *testInstance) distance(a, b uint32) int64 { return c.Distance(int(a), int(b)) }

// localOptima returns tours that a local search has kicked so many times. Each starts from a greedy tour
// of moved cities.
func (c *testInstance) localOptima(t *testing.T, count, kicks int) [][]uint32 {
	t.Helper()
	cities := make([]int32, c.Dimension())
	for i := range cities {
		cities[i] = int32(i)
	}
	problem := lk.NewProblem(c.Instance, cities, c.near)
	tours := make([][]uint32, count)
	var group sync.WaitGroup
	for seed := range count {
		group.Go(func() {
			start, err := construct.Greedy(context.Background(), c.moved(seed), c.near)
			if err != nil {
				t.Error(err)
				return
			}
			search := lk.New(problem, start, uint64(seed))
			search.Run(kicks)
			for _, city := range search.Tour() {
				tours[seed] = append(tours[seed], uint32(city))
			}
		})
	}
	group.Wait()
	return tours
}

// moved returns the instance with cities that are moved a little.
func (c *testInstance) moved(seed int) *tsp.Instance {
	random, moved := rand.New(rand.NewPCG(uint64(seed), 0)), *c.Instance
	moved.X, moved.Y = slices.Clone(c.X), slices.Clone(c.Y)
	for city := range moved.X {
		noise := float64(c.distance(uint32(city), c.near[city*c.width+4])) / 20
		moved.X[city] += noise * random.NormFloat64()
		moved.Y[city] += noise * random.NormFloat64()
	}
	return &moved
}
