package classic

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// uploadWords bounds the rows that are computed and uploaded at a time: 16 MiB of each matrix.
const uploadWords = 4 << 20

// uploadMatrices fills the matrices that stay as they are. The heuristic needs the distances even where the device computes them.
func uploadMatrices(ctx context.Context, run *pipeline.Run, p *problem.Problem, hash *problem.TableHash) error {
	width := pitch(p.Cities)
	rows := min(p.Cities, max(1, uploadWords/width))
	var near []uint32
	if run.HasBuffer("near") {
		near = make([]uint32, rows*problem.NearWords)
	}
	m := problem.Matrices{Distances: make([]uint32, rows*width), Heuristic: make([]uint32, rows*width), Near: near}
	for first := 0; first < p.Cities; first += rows {
		count := min(rows, p.Cities-first)
		m.Distances, m.Heuristic = m.Distances[:count*width], m.Heuristic[:count*width]
		if err := p.Rows(ctx, first, width, m); err != nil {
			return err
		}
		hash.Add(m.Heuristic, width, p.Cities)
		for _, part := range []struct {
			name  string
			words []uint32
			width int
		}{{"distances", m.Distances, width}, {"heuristic", m.Heuristic, width}, {"near", m.Near, problem.NearWords}} {
			if !run.HasBuffer(part.name) {
				continue
			}
			if err := run.Upload(part.name, uint64(first*part.width), part.words[:count*part.width]); err != nil {
				return err
			}
		}
	}
	return nil
}
