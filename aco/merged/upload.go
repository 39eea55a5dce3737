package merged

import (
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// uploadTables writes what stays as it is.
func uploadTables(run *pipeline.Run, m *model.Model) error {
	if err := run.Upload("candidates", 0, m.Candidates); err != nil {
		return err
	}
	if err := run.Upload("thresholds", 0, model.Thresholds()); err != nil {
		return err
	}
	if !run.Has("coordinates") {
		return uploadDistances(run, m)
	}
	plane := problem.NewPlane(m.Instance)
	return run.Upload("coordinates", 0, plane.Coordinates())
}

// uploadTour has all colonies go on from a tour, by states that say so. Claims are nobody's.
func uploadTour(run *pipeline.Run, tour []uint32, states []model.State) error {
	n, positions := uint64(len(tour)), make([]uint32, len(tour))
	for place, city := range tour {
		positions[city] = uint32(place)
	}
	var words []uint32
	for c, state := range states {
		words = append(words, state.Words()...)
		for _, part := range []struct {
			name  string
			at    uint64
			words []uint32
		}{
			{"tours", (2*uint64(c) + uint64(state.Iteration&1)) * n, tour}, {"positions", uint64(c) * n, positions}, {"best_tour", uint64(c) * n, tour},
		} {
			if err := run.Upload(part.name, part.at, part.words); err != nil {
				return err
			}
		}
	}
	if err := run.Fill("claims", 0); err != nil {
		return err
	}
	return run.Upload("state", 0, words)
}
