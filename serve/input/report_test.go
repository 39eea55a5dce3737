package input

import (
	"context"
	"testing"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// tours is a store of tours.
type tours struct{ last []byte }

func (s *tours) Put(_ context.Context, data []byte) (job.Digest, error) {
	s.last = data
	return job.DigestOf(data), nil
}

// The best length that a job reports is without the prices of new legs, as its result has it. A tour with
// less cost replaces one that is shorter.
func TestProgressHasNoPrices(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", 40, 1)
	device := must.Get(aco.OpenDevice(aco.DeviceCPU, aco.DeviceOptions{}))(t)
	const price = 10
	for _, path := range []*tsp.Ends{nil, {tsp.FreeEnd, tsp.FreeEnd}} {
		var store tours
		told := Told{Progress: job.Progress{Best: 1}} // of an earlier worker
		result, err := aco.Solve(t.Context(), instance, aco.Options{
			Devices: []*aco.Device{device}, Iterations: 20, Path: path,
			InitialTour: tsptest.RandomTour(40), StayClose: aco.StayClose{Price: price},
			Progress: func(p aco.Progress) {
				var err error
				if told, err = Progress(t.Context(), &store, instance, p, 0, told); err != nil {
					t.Error(err)
				}
			},
		})
		must.Do(t, err)
		tour := must.Get(job.DecodeTour(store.last))(t)
		length, err := Length(instance, tour, path)
		if err != nil || told.Best != length || told.UnitLength != float64(length) || told.Cost <= length ||
			told.Cost%price != length%price || result.StayClose.NewLegs == 0 {
			t.Errorf("path %v: told %+v of a tour of length %d, error %v", path, told, length, err)
		}
	}
}
