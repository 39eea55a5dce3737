package merged

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// uploadMatrix computes and uploads the distance matrix.
func uploadMatrix(ctx context.Context, run *pipeline.Run, m *model.Model) error {
	rows := m.MatrixRows()
	return run.UploadRows(ctx, "distances", rows, rows, func(from int, row []uint32) {
		for to := range row {
			if m.HasPairs() {
				row[to] = uint32(m.Distance(uint32(2*from), uint32(2*to+1)))
				continue
			}
			row[to] = uint32(m.Distance(uint32(from), uint32(to)))
		}
	})
}

// uploadCandidates uploads the candidates of each city with their distances and, behind them, the fixed edges.
func uploadCandidates(ctx context.Context, run *pipeline.Run, m *model.Model) error {
	err := run.UploadRows(ctx, "candidates", m.Cities, m.Width*candidateWords, func(from int, row []uint32) {
		for i, to := range m.Candidates[from*m.Width:][:m.Width] {
			row[candidateWords*i], row[candidateWords*i+1] = to, uint32(m.Distance(uint32(from), to))
		}
	})
	if err != nil || !m.HasFixed() {
		return err
	}
	return run.Upload("candidates", uint64(m.Cities*m.Width)*candidateWords, m.Fixed)
}
