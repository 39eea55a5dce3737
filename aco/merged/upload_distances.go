package merged

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// uploadDistances fills the matrix of distances, some rows at a time, on all processors.
func uploadDistances(run *pipeline.Run, m *model.Model) error {
	const words = 4 << 20 // of the rows of a time: 16 MiB
	n := m.Cities
	rows := make([]uint32, n*min(n, max(1, words/n)))
	for first := 0; first < n; first += len(rows) / n {
		rows = rows[:min(len(rows), n*(n-first))]
		var (
			workers sync.WaitGroup
			next    atomic.Int64
		)
		for range runtime.GOMAXPROCS(0) {
			workers.Go(func() {
				for row := int(next.Add(1)) - 1; row < len(rows)/n; row = int(next.Add(1)) - 1 {
					for to := range n {
						rows[row*n+to] = uint32(m.Distance(uint32(first+row), uint32(to)))
					}
				}
			})
		}
		workers.Wait()
		if err := run.Upload("distances", uint64(first)*uint64(n), rows); err != nil {
			return err
		}
	}
	return nil
}
