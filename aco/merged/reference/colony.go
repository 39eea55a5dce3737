package reference

import (
	"runtime"

	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// Colony is a colony in memory, with the data of a device's buffers.
type Colony struct {
	Model       *model.Model
	Settings    model.Settings
	Number      uint32 // among all colonies of the run
	State       model.State
	Tours       [2][]uint32 // the current tour in half Iteration & 1, the next one in the other half
	Positions   []uint32    // place of each city
	Best        []uint32    // best checked tour
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

// NewColonies returns the colonies of a model before their first iteration. Each runs its stages on several processors, so that all
// processors are busy if all colonies run at once. Their results are those of sequential colonies.
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
