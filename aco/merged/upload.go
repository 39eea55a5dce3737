package merged

import (
	"context"
	"slices"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// Upload uploads the constant tables of a recipe.
func Upload(ctx context.Context, run *pipeline.Run, m *model.Model) error {
	distances, err := distancesOf(m, pipeline.Limits{})
	if err != nil {
		return err
	}
	for _, table := range []struct {
		name   string
		upload func() error
	}{
		{"candidates", func() error { return uploadCandidates(ctx, run, m) }},
		{"thresholds", func() error { return run.Upload("thresholds", 0, model.Thresholds()) }},
		{"coordinates", func() error { return run.Upload("coordinates", 0, distances.coordinates.Coordinates()) }},
		{"distances", func() error { return uploadMatrix(ctx, run, m) }},
	} {
		if !run.HasBuffer(table.name) {
			continue
		}
		if err := table.upload(); err != nil {
			return err
		}
	}
	return nil
}

// rewriteUnits bounds the units of a submission after a tour was uploaded: some millions of positions.
const rewriteUnits = 1 << 14

// uploadTours sets the states of all colonies, and their current tours, which are also their best ones. It uploads a tour to the half of the
// previous iteration. A rewrite without accepted changes then copies it and computes the positions of cities.
func (d *deviceColonies) uploadTours(tours [][]uint32, states []model.State) error {
	n := uint64(d.model.Cities)
	var words []uint32
	for c, state := range states {
		words = append(words, state.Words()...)
		tour, colony := tours[c], uint64(c)
		if err := d.Run.Upload("tours", (2*colony+uint64(state.Iteration+1)&1)*n, tour); err != nil {
			return err
		}
		if err := d.Run.Upload("best_tour", colony*n, tour); err != nil {
			return err
		}
	}
	return d.rewrite(words)
}

// rewrite runs the rewrite stage with the given states of colonies and no claims.
func (d *deviceColonies) rewrite(states []uint32) error {
	if err := d.Run.Fill("claims", 0); err != nil {
		return err
	}
	if err := d.Run.Upload("state", 0, states); err != nil {
		return err
	}
	rewrite := slices.IndexFunc(d.passes, func(pass pipeline.Pass) bool { return pass.Stage == "rewrite" })
	units := d.passes[rewrite].Units
	for first := uint32(0); first < units; first += rewriteUnits {
		slice := pipeline.Slice{Pass: rewrite, First: first, Count: min(rewriteUnits, units-first)}
		if err := d.Run.Submit([]pipeline.Slice{slice}); err != nil {
			return err
		}
		if _, err := d.Run.Wait(); err != nil {
			return err
		}
	}
	return nil
}
