package papers

import (
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// The bytes of a stage equal the bytes of the words that it reads and writes, counted one by one.
func TestStageBytes(t *testing.T) {
	const n, m = 9, 4 // cities, ants
	count := func(loops ...int) float64 {
		words := 1
		for _, l := range loops {
			words *= l
		}
		return float64(words)
	}
	wholeRows, unvisited := count(m, n), count(m, n) // starts with the tours, which are written
	for range m {
		for step := 1; step < n; step++ {
			wholeRows += n
			unvisited += float64(2 * (n - step)) // a list and its weights
		}
	}
	gathered := 2 * count(n, n) // pheromone read and written
	for range n * n {
		gathered += 2 * count(m, n)
	}
	for _, c := range []struct {
		stage     string
		symmetric bool
		selection model.Selection
		form      classic.KernelConfig
		words     float64 // 0: undefined
	}{
		{"choice", true, "", classic.KernelConfig{}, 3 * count(n, n)},
		{"prefix", true, model.SelectTrial, classic.KernelConfig{}, 2*count(n, n) + count(n, 8)},
		{"construct", true, model.SelectScan, classic.KernelConfig{}, wholeRows},
		{"construct", true, model.SelectTile, classic.KernelConfig{}, wholeRows},
		{"construct", true, model.SelectIRoulette, classic.KernelConfig{}, wholeRows},
		{"construct", true, model.SelectTiled, classic.KernelConfig{}, wholeRows},
		{"construct", true, model.SelectCompress, classic.KernelConfig{}, unvisited},
		{"construct", true, model.SelectCursor, classic.KernelConfig{}, unvisited},
		{"construct", true, model.SelectCursorTile, classic.KernelConfig{}, unvisited},
		{"construct", true, model.SelectTrial, classic.KernelConfig{}, 0},
		{"construct", true, model.SelectHybrid, classic.KernelConfig{}, 0},
		{"construct", true, model.SelectNear, classic.KernelConfig{}, 0},
		{"evaluate", true, "", classic.KernelConfig{Distances: classic.DistancesMatrix}, 2 * count(m, n)},
		{"evaluate", true, "", classic.KernelConfig{Distances: classic.DistancesCoordinates},
			count(m, n) + count(m, n, 2)},
		{"best", true, "", classic.KernelConfig{}, 2*m + n},
		{"evaporate", true, "", classic.KernelConfig{}, 2 * count(n, n)},
		{"deposit", true, "", classic.KernelConfig{Deposit: classic.DepositAtomic}, 5 * count(m, n)},
		{"deposit", false, "", classic.KernelConfig{Deposit: classic.DepositAtomicTiled}, 3 * count(m, n)},
		{"deposit", true, "", classic.KernelConfig{Deposit: classic.DepositGather}, gathered},
		{"deposit", true, "", classic.KernelConfig{Deposit: classic.DepositRows}, count(m, n) + 4*count(n, n)},
		{"deposit", true, "", classic.KernelConfig{Deposit: classic.DepositReduction}, 0},
		{"deposit", true, "", classic.KernelConfig{Deposit: classic.DepositGatherTiled}, 0},
		{"polish", true, "", classic.KernelConfig{}, 0},
	} {
		p := model.Parameters{Ants: m, Selection: c.selection}
		if got, ok := bytesOf([]string{c.stage}, n, c.symmetric, p, c.form); got != 4*c.words || ok != (c.words > 0) {
			t.Errorf("%+v: %v bytes, %v; want %v words", c, got, ok, c.words)
		}
	}
	// The sum is undefined if the bytes of one stage are.
	p := model.Parameters{Ants: m, Selection: model.SelectTrial}
	if bytes, ok := bytesOf([]string{"choice", "construct"}, n, true, p, classic.KernelConfig{}); ok {
		t.Errorf("choice and trials: %v bytes", bytes)
	}
}
