package merged

import (
	"context"
	"fmt"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// uploadMatrix fills the matrix of distances, some rows at a time, until the context ends.
func uploadMatrix(ctx context.Context, run *pipeline.Run, m *model.Model) error {
	const words = 4 << 20 // of the rows of a time: 16 MiB
	n := m.Cities
	rows := make([]uint32, n*min(n, max(1, words/n)))
	for first := 0; first < n; first += len(rows) / n {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("uploading distances: %w", err)
		}
		rows = rows[:min(len(rows), n*(n-first))]
		inParts(len(rows)/n, func(from, to int) {
			for row := from; row < to; row++ {
				for other := range n {
					rows[row*n+other] = uint32(m.Distance(uint32(first+row), uint32(other)))
				}
			}
		})
		if err := run.Upload("distances", uint64(first)*uint64(n), rows); err != nil {
			return err
		}
	}
	return nil
}
