package matrix_test

import (
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/memory"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/matrix"
	"github.com/aco-vk/aco-vk/tsp/reduce"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

// A matrix that the memory of the machine does not hold is refused before it is allocated,
// whatever asks for it.
func TestMatrixPlans(t *testing.T) {
	defer func() { *matrix.MemoryLack = memory.Lack }()
	var asked uint64
	*matrix.MemoryLack = func(bytes uint64) string {
		asked = bytes
		return "it takes too much"
	}
	const begin = "DIMENSION: 40000\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n1 2 3\n"
	plane := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: make([]float64, 39_999), Y: make([]float64, 39_999)}
	for name, f := range map[string]func() error{
		"matrix": func() error { _, err := tsplib.Read(strings.NewReader("TYPE: ATSP\n"+begin), "f"); return err },
		"graph": func() error {
			_, err := tsplib.Read(strings.NewReader(
				"TYPE: HCP\nDIMENSION: 40000\nEDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n"), "f")
			return err
		},
		"open path": func() error {
			_, err := reduce.ClosePath(t.Context(), plane,
				tsp.Ends{0, tsp.FreeEnd})
			return err
		},
	} {
		asked = 0
		err := f()
		if err == nil || !strings.Contains(err.Error(),
			"a matrix of 40000 cities is too large: it takes too much") || asked != 40_000*40_000*4 {
			t.Errorf("%s: %v, %d bytes", name, err, asked)
		}
	}
}
