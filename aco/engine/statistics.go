package engine

import (
	"cmp"
	"slices"
	"time"
)

// Statistics say which iterations a run collects statistics of, and who receives them. The zero
// value collects none. Only colonies of ants that construct tours have statistics.
type Statistics struct {
	Every int // iterations from one row of a colony to the next
	// Row is called by one goroutine, in the order of iterations, then of colonies.
	Row func(Row)
}

// Row has the statistics of an iteration of a colony.
type Row struct {
	Iteration             int           // counted from 1
	Colony                int           // counted from 1
	Tours                 uint64        // that the colony's ants have constructed so far
	Best                  int64         // length of the colony's best tour so far
	DeviceTime            time.Duration // of the colony's device to the end of the iteration
	IterationBest         int64         // length of the iteration's shortest tour
	Mean                  float64       // of the lengths of the iteration's tours
	Deviation             *float64      // of these lengths; nil for one ant
	BranchingFactor       float64
	Entropy               float64  // bits
	Distance              *float64 // edges; nil for one ant
	LeastTrail, MostTrail float64  // pheromone
}

// RowBuffer holds rows until those of all colonies are known. Rows arrive in any order of colonies.
type RowBuffer struct {
	to   Statistics
	rows []Row
}

// NewRowBuffer returns an empty buffer.
func NewRowBuffer(to Statistics) *RowBuffer { return &RowBuffer{to: to} }

// Add adds a row.
func (b *RowBuffer) Add(row Row) { b.rows = append(b.rows, row) }

// Flush passes on the rows of the first iterations, in order.
func (b *RowBuffer) Flush(iterations int) {
	slices.SortStableFunc(b.rows, func(x, y Row) int {
		return cmp.Or(cmp.Compare(x.Iteration, y.Iteration), cmp.Compare(x.Colony, y.Colony))
	})
	for len(b.rows) > 0 && b.rows[0].Iteration <= iterations {
		b.to.Row(b.rows[0])
		b.rows = b.rows[1:]
	}
}
