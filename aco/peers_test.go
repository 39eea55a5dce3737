package aco

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// onePeer is another run that has ended with a tour.
type onePeer struct {
	tours   map[string]tsp.Tour
	come    []string // the next of Arrived
	offered []tsp.Tour
	lengths []int64 // of offered
}

func (p *onePeer) Count() int { return 1 }

func (p *onePeer) Offer(tour tsp.Tour, length int64) {
	p.offered, p.lengths = append(p.offered, tour), append(p.lengths, length)
}

func (p *onePeer) Arrived() (list []PeerTour) {
	for _, id := range p.come {
		list = append(list, PeerTour{ID: id, Tour: p.tours[id]})
	}
	p.come = nil
	return list
}

func (p *onePeer) Tour(id string) (tsp.Tour, error) {
	if tour := p.tours[id]; tour != nil {
		return slices.Clone(tour), nil
	}
	return nil, errors.New("it is gone")
}

// A run takes the tours of another run, leaves out what is not a tour, offers its own, and is
// repeated with the same tours.
func TestPeers(t *testing.T) {
	const cities = 700
	instance := must.Get(generate.Instance("uniform", cities, 3))(t)
	processor := must.Get(OpenDevice(DeviceCPU, DeviceOptions{}))(t)
	for name, c := range map[string]struct {
		path     *tsp.Ends
		colonies int
	}{
		"closed": {nil, 2}, "path": {&tsp.Ends{5, 17}, 2}, "free end": {&tsp.Ends{3, tsp.FreeEnd}, 2},
		"one colony": {nil, 1},
	} {
		path := c.path
		if testkind.Racing() && path != nil {
			continue // the same exchanges as of a closed tour
		}
		good, err := Solve(t.Context(), instance, Options{Devices: []*Device{processor}, Iterations: 60,
			Method: Merged{Colonies: 1}, Path: path, Seed: new(uint64(7))})
		if err != nil {
			t.Fatal(err)
		}
		twice := slices.Clone(good.Tour)
		twice[0] = twice[1]
		peer := &onePeer{tours: map[string]tsp.Tour{"good": good.Tour, "short": good.Tour[1:], "twice": twice},
			come: []string{"short", "good", "twice"}}
		o := Options{Devices: []*Device{processor}, Iterations: 6, Method: Merged{Colonies: c.colonies, Peers: peer},
			Path: path}
		got := must.Get(Solve(t.Context(), instance, o))(t)
		alone, err := Solve(t.Context(), instance, Options{Devices: o.Devices, Iterations: 6,
			Method: Merged{Colonies: c.colonies}, Path: path})
		if err != nil {
			t.Fatal(err)
		}
		if got.Length > good.Length || alone.Length <= good.Length {
			t.Errorf("%s: length %d with a tour of length %d, %d without", name, got.Length, good.Length, alone.Length)
		}
		var arrived []string
		for _, arrival := range got.Method.(*MergedResult).Schedule.Arrivals() {
			arrived = append(arrived, arrival.ID)
		}
		if diff := cmp.Diff([]string{"good"}, arrived); diff != "" {
			t.Errorf("%s: tours in the schedule (-want +got):\n%s", name, diff)
		}
		if len(peer.offered) == 0 {
			t.Errorf("%s: the run offers no tour", name)
		}
		for _, tour := range peer.offered {
			err := tour.Validate(cities)
			if path != nil && err == nil {
				_, err = verify.Path(instance, tour, path[0], path[1])
			}
			if err != nil {
				t.Errorf("%s: offered: %v", name, err)
			}
		}
		replay := got.Replay()
		replay.Peers = peer
		repeated := must.Get(Solve(t.Context(), instance, Options{Devices: o.Devices, Path: path, Method: replay}))(t)
		if diff := cmp.Diff(got.Tour, repeated.Tour); diff != "" || stepsOf(repeated) != stepsOf(got) {
			t.Errorf("%s: the repeated run has another tour, of length %d, not %d", name, repeated.Length, got.Length)
		}
		if _, err := Solve(t.Context(), instance,
			Options{Devices: o.Devices, Path: path, Method: got.Replay()}); err == nil {
			t.Errorf("%s: repeated without the other run's tours", name)
		}
		peer.tours = nil
		if r, err := Solve(t.Context(), instance,
			Options{Devices: o.Devices, Path: path, Method: replay}); err == nil && r.Failure == nil {
			t.Errorf("%s: repeated though the other run's tours are gone", name)
		}
	}
}

// stepsOf returns the number of steps of a run of the default solver.
func stepsOf(r *Result) int { return len(r.Method.(*MergedResult).Schedule.steps.Steps) }

// The length that a run tells with a tour is the length of this tour in the caller's instance,
// whatever reductions the run has made.
func TestPeersAreToldLengths(t *testing.T) {
	instance := must.Get(generate.Instance("uniform", 60, 3))(t)
	fixed := must.Get(instance.WithFixed(tsp.Edge{3, 4}, tsp.Edge{4, 50}, tsp.Edge{50, 7}, tsp.Edge{20, 21}))(t)
	coincident := *fixed
	coincident.X, coincident.Y = slices.Clone(fixed.X), slices.Clone(fixed.Y)
	for city := 30; city < 40; city++ {
		coincident.X[city], coincident.Y[city] = coincident.X[city-10], coincident.Y[city-10]
	}
	for name, c := range map[string]struct {
		instance *tsp.Instance
		path     *tsp.Ends
	}{
		"plain": {instance, nil}, "fixed paths": {fixed, nil}, "coincident": {&coincident, nil},
		"path": {instance, &tsp.Ends{5, 17}}, "path with fixed paths": {fixed, &tsp.Ends{5, 17}},
		"free end of coincident cities": {&coincident, &tsp.Ends{9, tsp.FreeEnd}},
	} {
		peer := &onePeer{}
		o := Options{Devices: onProcessor(t), Iterations: 12, Path: c.path,
			Method: Merged{Ants: 40, Colonies: 2, Peers: peer}}
		got, err := Solve(t.Context(), c.instance, o)
		if err != nil {
			t.Fatal(name, err)
		}
		if len(peer.offered) == 0 {
			t.Errorf("%s: the run offers no tour", name)
		}
		for i, tour := range peer.offered {
			length, err := verifyTour(c.instance, tour, c.path)
			if err != nil || length != peer.lengths[i] || length < got.Length {
				t.Errorf("%s: offered a tour of length %d, %v, with the length %d; the run ended with %d", name,
					length, err, peer.lengths[i], got.Length)
			}
		}
	}
}
