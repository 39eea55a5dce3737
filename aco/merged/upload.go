package merged

import (
	"runtime"
	"sync"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// uploadTables brings to a device what stays as it is.
func uploadTables(run *pipeline.Run, m *model.Model) error {
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
		return uploadMatrix(run, m)
	}
	return nil
}

// uploadTour has all colonies go on from a tour, by states that say so. Claims are nobody's.
func uploadTour(run *pipeline.Run, m *model.Model, tour []uint32, states []model.State) error {
	n := uint64(m.Cities)
	places, seen := positions(tour), []uint32(nil)
	if run.Has("visits") {
		plane := problem.NewPlane(m.Instance)
		seen = visits(&plane, tour)
	}
	var words []uint32
	for c, state := range states {
		words = append(words, state.Words()...)
		colony := uint64(c)
		for _, part := range []struct {
			name  string
			at    uint64
			words []uint32
		}{
			{"tours", (2*colony + uint64(state.Iteration&1)) * n, tour}, {"positions", colony * n, places},
			{"visits", colony * n * visitWords, seen}, {"best_tour", colony * n, tour},
		} {
			if !run.Has(part.name) {
				continue
			}
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

// positions are the places of a tour's cities.
func positions(tour []uint32) []uint32 {
	words := make([]uint32, len(tour))
	for place, city := range tour {
		words[city] = uint32(place)
	}
	return words
}

// visits are a tour's cities with their coordinates as the device has them.
func visits(plane *problem.Plane, tour []uint32) []uint32 {
	coordinates := plane.Coordinates()
	words := make([]uint32, visitWords*len(tour))
	inParts(len(tour), func(from, to int) {
		for place := from; place < to; place++ {
			city := tour[place]
			copy(words[visitWords*place:], []uint32{city, coordinates[problem.GridWords*city], coordinates[problem.GridWords*city+1]})
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
