package merged

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// absent is the position of cities that are in no place of a colony's window.
const absent = math.MaxUint32

// uploadTables brings to a device what stays as it is.
func uploadTables(ctx context.Context, run *pipeline.Run, m *model.Model) error {
	plane := problem.NewPlane(m.Instance)
	for _, part := range []struct {
		name  string
		words func() []uint32
	}{
		{"candidates", func() []uint32 { return candidatePairs(m) }}, {"thresholds", model.Thresholds}, {"coordinates", plane.Coordinates},
	} {
		if !run.Has(part.name) {
			continue
		}
		if err := run.Upload(part.name, 0, part.words()); err != nil {
			return err
		}
	}
	if run.Has("distances") {
		return uploadMatrix(ctx, run, m)
	}
	return nil
}

// rewriteUnits bounds what is submitted at once of a tour that was uploaded: some millions of places.
const rewriteUnits = 1 << 14

// uploadTour has all colonies go on from a tour, or their windows of it, by states that say so. Claims are nobody's: with that the device
// finds out where the cities are by a rewrite that changes nothing, of the half of the tours that an iteration before had.
func (d *deviceColonies) uploadTour(tour []uint32, states []model.State) error {
	n := uint64(d.model.Places())
	var words []uint32
	for c, state := range states {
		words = append(words, state.Words()...)
		part, colony := d.model.Window(tour, d.model.FirstColony+c), uint64(c)
		if err := d.run.Upload("tours", (2*colony+uint64(state.Iteration+1)&1)*n, part); err != nil {
			return err
		}
		if err := d.run.Upload("best_tour", colony*n, part); err != nil {
			return err
		}
	}
	for name, word := range map[string]uint32{"claims": 0, "positions": absent} {
		if err := d.run.Fill(name, word); err != nil {
			return err
		}
	}
	if err := d.run.Upload("state", 0, words); err != nil {
		return err
	}
	return d.rewrite()
}

// rewrite makes that one stage.
func (d *deviceColonies) rewrite() error {
	at := slices.IndexFunc(d.passes, func(pass pipeline.Pass) bool { return pass.Stage == "rewrite" })
	units := d.passes[at].Units
	for first := uint32(0); first < units; first += rewriteUnits {
		slice := pipeline.Slice{Pass: at, First: first, Count: min(rewriteUnits, units-first)}
		if err := d.run.Submit([]pipeline.Slice{slice}); err != nil {
			return err
		}
		if _, err := d.run.Wait(); err != nil {
			return err
		}
	}
	return nil
}

// candidatePairs are the candidates, each with its distance.
func candidatePairs(m *model.Model) []uint32 {
	words := make([]uint32, candidateWords*len(m.Candidates))
	inParts(m.Cities, func(from, to int) {
		for i := from * m.Width; i < to*m.Width; i++ {
			city := m.Candidates[i]
			words[candidateWords*i], words[candidateWords*i+1] = city, uint32(m.Distance(uint32(i/m.Width), city))
		}
	})
	return words
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
