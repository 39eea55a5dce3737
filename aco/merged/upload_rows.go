package merged

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// uploadMatrix fills the matrix of distances until the context ends.
func uploadMatrix(ctx context.Context, run *pipeline.Run, m *model.Model) error {
	return uploadRows(ctx, run, "distances", m.Cities, m.Cities, func(from int, row []uint32) {
		for to := range row {
			row[to] = uint32(m.Distance(uint32(from), uint32(to)))
		}
	})
}

// uploadCandidates brings each city's candidates, with their distances, until the context ends.
func uploadCandidates(ctx context.Context, run *pipeline.Run, m *model.Model) error {
	return uploadRows(ctx, run, "candidates", m.Cities, m.Width*candidateWords, func(from int, row []uint32) {
		for i, to := range m.Candidates[from*m.Width:][:m.Width] {
			row[candidateWords*i], row[candidateWords*i+1] = to, uint32(m.Distance(uint32(from), to))
		}
	})
}

// uploadRows fills a buffer of so many rows of so many words, some rows at a time: what does not depend on the number of rows is all the
// memory that this takes on the host. fill makes a row; all processors call it.
func uploadRows(ctx context.Context, run *pipeline.Run, name string, rows, width int, fill func(row int, words []uint32)) error {
	const most = 4 << 20 // words of a time: 16 MiB
	each := min(rows, max(1, most/width))
	words := make([]uint32, each*width)
	for first := 0; first < rows; first += each {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("uploading %s: %w", name, err)
		}
		count := min(each, rows-first)
		inParts(count, func(from, to int) {
			for row := from; row < to; row++ {
				fill(first+row, words[row*width:][:width])
			}
		})
		if err := run.Upload(name, uint64(first)*uint64(width), words[:count*width]); err != nil {
			return err
		}
	}
	return nil
}

// inParts has each processor work on a part of 0..n-1.
func inParts(n int, work func(from, to int)) {
	var workers sync.WaitGroup
	processors := runtime.GOMAXPROCS(0)
	for worker := range processors {
		workers.Go(func() { work(n*worker/processors, n*(worker+1)/processors) })
	}
	workers.Wait()
}
