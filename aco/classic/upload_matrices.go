package classic

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// uploadMatrices uploads the constant matrices, some rows at a time. The heuristic needs the distances even if the device computes them.
func uploadMatrices(ctx context.Context, run *pipeline.Run, p *model.Problem, hash *model.TableHash) error {
	width := pitch(p.Cities)
	rows := min(p.Cities, max(1, pipeline.UploadWords/width))
	var near []uint32
	if run.HasBuffer("near") {
		near = make([]uint32, rows*model.NearWords)
	}
	m := model.Matrices{Distances: make([]uint32, rows*width), Heuristic: make([]uint32, rows*width), Near: near}
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
		}{{"distances", m.Distances, width}, {"heuristic", m.Heuristic, width}, {"near", m.Near, model.NearWords}} {
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
