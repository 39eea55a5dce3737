package merged

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/distance"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
)

// garbage fills memory that is undefined before it is written.
const garbage = 0xA5A5A5A5

// pairModel returns the unprepared model of a Pair. Devices compute distances in space and on the globe in small cases too and, if large, use
// the shaders for large instances.
func pairModel(instance *tsp.Instance, parameters model.Parameters, large bool) (*model.Model, error) {
	m, err := model.NewUnprepared(instance, parameters)
	if err != nil {
		return nil, err
	}
	if !distance.InPlane(m.Instance.Metric) {
		m.MatrixCities = 0
	}
	m.Large = large
	return m, nil
}

// PairPasses returns the passes of an iteration of a Pair on a device with these limits.
func PairPasses(instance *tsp.Instance, parameters model.Parameters, large bool, limits pipeline.Limits) ([]pipeline.Pass, error) {
	m, err := pairModel(instance, parameters, large)
	if err != nil {
		return nil, err
	}
	recording, err := recipeOf(m, limits, pairStages(m)...)
	return recording.Passes, err
}

// OpenPair prepares a Pair for its first iteration. If large, the device uses the shaders for large instances, where there are such. It returns
// the errors of Solve.
func OpenPair(ctx context.Context, instance *tsp.Instance, device *pipeline.Device, parameters model.Parameters, large bool) (*Pair, error) {
	m, err := pairModel(instance, parameters, large)
	if err != nil {
		return nil, err
	}
	stages := pairStages(m)
	pairRecipe := func(m *model.Model, limits pipeline.Limits) (pipeline.Recording, error) {
		return recipeOf(m, limits, stages...)
	}
	if _, err := recipe(pairRecipe).checked(m, limitsOf(device)); err != nil {
		return nil, err
	}
	if err := m.Prepare(ctx, nil); err != nil {
		return nil, err
	}
	return newPair(ctx, device, m, model.Settings{Scales: 1}, stages...)
}

// newPair returns a Pair for a prepared model and a list of stages.
func newPair(ctx context.Context, device *pipeline.Device, m *model.Model, settings model.Settings, stages ...stagePasses) (*Pair, error) {
	return newPairWithin(ctx, device, limitsOf(device), m, settings, stages...)
}

// newPairWithin is newPair with a recipe for limits that may be smaller than those of the device.
func newPairWithin(
	ctx context.Context, device *pipeline.Device, limits pipeline.Limits, m *model.Model, settings model.Settings, stages ...stagePasses,
) (*Pair, error) {
	recording, err := recipeOf(m, limits, stages...)
	if err != nil {
		return nil, err
	}
	run, err := pipeline.Start(ctx, device, recording)
	if err != nil {
		return nil, err
	}
	p := &Pair{model: m, run: run, recording: recording}
	for number := range m.Colonies {
		ref := reference.NewColony(m, uint32(m.FirstColony+number))
		fillGarbage(ref.Tours[1])
		p.references = append(p.references, ref)
	}
	if err = p.fill(ctx); err == nil {
		err = p.Set(settings)
	}
	if err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// fill uploads the constant tables and the initial data of the reference.
func (p *Pair) fill(ctx context.Context) error {
	for _, buffer := range p.recording.Buffers {
		if err := p.run.Fill(buffer.Name, garbage); err != nil {
			return err
		}
	}
	distances, err := distancesOf(p.model, pipeline.Limits{})
	if err != nil {
		return err
	}
	for _, table := range []struct {
		name   string
		upload func() error
	}{
		{"candidates", func() error { return uploadCandidates(ctx, p.run, p.model) }},
		{"thresholds", func() error { return p.run.Upload("thresholds", 0, model.Thresholds()) }},
		{"coordinates", func() error { return p.run.Upload("coordinates", 0, distances.coordinates.Coordinates()) }},
		{"distances", func() error { return uploadMatrix(ctx, p.run, p.model) }},
	} {
		if !p.run.HasBuffer(table.name) {
			continue
		}
		if err := table.upload(); err != nil {
			return err
		}
	}
	if p.run.HasBuffer("exported") { // clear resets it after each export
		if err := p.run.Fill("exported", 0); err != nil {
			return err
		}
	}
	return p.upload()
}
