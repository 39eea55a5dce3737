package reference

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp"
)

// Colony is a colony in memory, with the data of a device's buffers.
type Colony struct {
	Model    *model.Model
	Settings model.Settings
	Number   uint32 // among all colonies of the run
	State    model.State
	// Tours has the current tour in half Iteration & 1, the next one in the other half.
	Tours       [2][]uint32
	Positions   []uint32 // position of each city
	Best        []uint32 // best checked tour
	Headers     []model.Header
	Pieces      [][]model.Piece // by ant
	Claims      [2][]uint32     // by class and block, in the half of the iteration
	LongChanges []uint32        // ants with long changes, in any order
	// AcceptedLong are the accepted long changes, the longest first.
	AcceptedLong []uint32

	*tables
	workers    int         // that run stages concurrently; the result does not depend on it
	nextAnt    uint32      // next ant of the iteration; 0: none has started, or all are done
	beforeAnts model.State // before the ants of the iteration
}

// NewColony returns a colony before its first iteration. It runs stages sequentially.
func NewColony(m *model.Model, number uint32) *Colony { return newColony(m, number, newTables(m), 1) }

// NewColonies returns the colonies of a model before their first iteration. Each runs its stages
// on several processors, so that all processors are busy if all colonies run at once. Their
// results are the same as with sequential colonies.
func NewColonies(m *model.Model) []*Colony {
	all, shared := make([]*Colony, m.Colonies), newTables(m)
	workers := (runtime.GOMAXPROCS(0) + m.Colonies - 1) / m.Colonies
	for i := range all {
		all[i] = newColony(m, uint32(m.FirstColony+i), shared, workers)
	}
	return all
}

func newColony(m *model.Model, number uint32, shared *tables, workers int) *Colony {
	blocks, _ := model.ClaimBlocks(m.Cities)
	c := &Colony{
		Model: m, Number: number, Positions: make([]uint32, m.Cities), Best: make([]uint32, m.Cities),
		Headers: make([]model.Header, m.Ants), Pieces: make([][]model.Piece, m.Ants), tables: shared, workers: workers,
	}
	for half := range c.Tours {
		c.Tours[half], c.Claims[half] = make([]uint32, m.Cities), make([]uint32, blocks)
	}
	tour, length := m.FirstTour(int(number))
	c.Adopt(tour, model.State{Length: length, Best: length, Measured: length})
	return c
}

// tour returns the tour that ants read.
func (c *Colony) tour() []uint32 { return c.Tours[c.State.Iteration&1] }

// Adopt sets the colony's state and its tour. Submitted changes are dropped.
func (c *Colony) Adopt(tour []uint32, state model.State) {
	c.Restore(state, tour, tour)
}

// Restore sets all data that an iteration reads from the previous one.
func (c *Colony) Restore(state model.State, tour, best []uint32) {
	c.State, c.beforeAnts, c.nextAnt = state, state, 0
	copy(c.Best, best)
	copy(c.tour(), tour)
	for position, city := range tour {
		c.Positions[city] = uint32(position)
	}
	for half := range c.Claims {
		clear(c.Claims[half])
	}
	c.LongChanges = c.LongChanges[:0]
}

// Stage is a stage of an iteration.
type Stage struct {
	Name string
	Run  func()
}

// Stages returns the stages of an iteration, in order.
func (c *Colony) Stages() []Stage { return append([]Stage{{"ant", c.Ants}}, c.Merge()...) }

// Merge returns the stages that make the next tour from the submitted changes, in order.
func (c *Colony) Merge() []Stage {
	return []Stage{
		{"claim", func() {
			for class := range uint32(model.ClaimClasses) {
				c.Claim(class)
			}
		}},
		{"long", c.Long}, {"rewrite", c.Rewrite}, {"check", c.Check}, {"keep", c.Keep}, {"settle", c.Settle},
	}
}

// tables has what ants of all colonies read and no stage changes.
type tables struct {
	distance   func(a, b uint32) int64
	near       []int32 // distance of each candidate
	thresholds []uint32
}

func newTables(m *model.Model) *tables {
	t := &tables{m.Instance.DistanceFunc(), make([]int32, len(m.Candidates)), model.Thresholds()}
	if m.Instance.Metric.Geometry() == tsp.Globe && m.Cities <= maxStoredCities {
		t.distance = stored(t.distance, m.Cities)
	}
	for i, candidate := range m.Candidates {
		t.near[i] = int32(t.distance(uint32(i/m.Width), candidate))
	}
	return t
}

// maxStoredCities bounds the memory of stored distances to 64 MiB.
const maxStoredCities = 4096

// stored returns a function that computes each distance once. On the globe this takes four
// cosines, much longer than to read it. Several goroutines can use the function.
func stored(distance func(a, b uint32) int64, cities int) func(a, b uint32) int64 {
	known := make([]atomic.Int32, cities*cities) // plus one; 0: not computed yet
	return func(a, b uint32) int64 {
		at := &known[int(a)*cities+int(b)]
		if d := at.Load(); d > 0 {
			return int64(d) - 1
		}
		d := distance(a, b)
		at.Store(int32(d) + 1)
		return d
	}
}

// concurrently calls work for each worker. It returns when all calls have returned.
func (c *Colony) concurrently(work func(worker int)) {
	var others sync.WaitGroup
	for worker := 1; worker < c.workers; worker++ {
		others.Go(func() { work(worker) })
	}
	work(0)
	others.Wait()
}

// overPositions calls work for each worker with its part of the positions of the tour, from first
// to end-1.
func (c *Colony) overPositions(work func(worker, first, end int)) {
	cities := c.Model.Cities
	c.concurrently(func(worker int) { work(worker, cities*worker/c.workers, cities*(worker+1)/c.workers) })
}
