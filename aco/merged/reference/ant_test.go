package reference

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
)

// newTestModel returns a model with a random initial tour and nearest cities as candidates. Tests
// may change it.
func newTestModel(t *testing.T, cities, width, second, ants int) *model.Model {
	t.Helper()
	instance := must.Get(generate.Instance("uniform", cities, 7))(t)
	lists, _, err := neighbour.Nearest(t.Context(), instance, width)
	if err != nil {
		t.Fatal(err)
	}
	m := &model.Model{Instance: instance, Cities: cities, Colonies: 1, Ants: ants, Seed: 3, Width: width, SecondWidth: second, Candidates: lists, Period: 1}
	for _, city := range rand.New(rand.NewPCG(1, uint64(cities))).Perm(cities) {
		m.StartTour = append(m.StartTour, uint32(city))
	}
	m.StartLength = uint64(lengthOf(m, m.StartTour))
	return m
}

func lengthOf(m *model.Model, tour []uint32) (length int64) {
	for place, city := range tour {
		length += m.Distance(city, tour[(place+1)%len(tour)])
	}
	return length
}

// The gain that an ant computes is the difference in length, and its tour visits every city once.
func TestAntGain(t *testing.T) {
	for _, cities := range []int{8, 9, 13, 40, 300} {
		for _, kick := range []uint32{0, 1, 5, 100} {
			t.Run(fmt.Sprintf("%d cities, kick %d", cities, kick), func(t *testing.T) {
				c := NewColony(newTestModel(t, cities, min(7, cities-1), 5, 50), 0)
				c.Settings = model.Settings{Kick: kick, Scales: 3, Temperature: 1 << 20}
				moves := 0
				a := newAnt(c)
				for number := range uint32(c.Model.Ants) {
					a.start(number)
					a.checkTour(t)
					for len(a.queue) > 0 && len(a.tour.pieces) <= model.MaxPieces-3 {
						t1 := a.queue[0]
						a.queue = a.queue[1:]
						m := a.best(t1)
						if m.gain == 0 {
							continue
						}
						moves++
						a.gain += m.gain
						a.tour.rearrange(m.on(a.tour.place))
						a.checkTour(t)
						for _, position := range m.t[:4] {
							a.enqueue(position)
						}
					}
				}
				if moves < 10 {
					t.Fatalf("only %d moves", moves)
				}
			})
		}
	}
}

// visited returns the positions in the shared tour in the order in which the ant visits them.
func (a *ant) visited() (positions []uint32) {
	for _, s := range a.tour.pieces {
		first, last := s.ends()
		step := uint32(1)
		if s.reversed {
			step--
			step--
		}
		for p := first; ; p += step {
			positions = append(positions, p)
			if p == last {
				break
			}
		}
	}
	return positions
}

// checkTour checks the ant's tour and its gain.
func (a *ant) checkTour(t *testing.T) {
	t.Helper()
	order := a.visited()
	sorted := slices.Sorted(slices.Values(order))
	for i, position := range sorted {
		if len(sorted) != int(a.tour.places) || int(position) != i {
			t.Fatalf("ant %d visits the positions %v", a.number, order)
		}
	}
	tour := make([]uint32, len(order))
	for place, position := range order {
		tour[place] = a.shared[position]
	}
	m := a.colony.Model
	if got, want := a.gain, lengthOf(m, a.shared)-lengthOf(m, tour); got != want {
		t.Fatalf("ant %d: gain %d, want %d: %v", a.number, got, want, a.tour.pieces)
	}
}

// The pieces that an ant submits describe its tour.
func TestPiecesAreTheAntsTour(t *testing.T) {
	for _, cities := range []int{8, 11, 60, 500} {
		c := NewColony(newTestModel(t, cities, 6, 5, 200), 0)
		c.Settings = model.Settings{Kick: 30, Scales: 4, Temperature: 1 << 30}
		submitted := 0
		a := newAnt(c)
		for number := range uint32(c.Model.Ants) {
			a.run(number)
			h := c.Headers[number]
			if h.Class == model.ClassNone {
				continue
			}
			submitted++
			var want []uint32
			for place := range h.Low {
				want = append(want, place)
			}
			pieces := c.Pieces[number]
			for i, p := range pieces {
				if int(p.Start) != len(want) {
					t.Fatalf("%d cities, ant %d: piece %d begins at %d, want %d", cities, number, i, p.Start, len(want))
				}
				end := h.High + 1
				if i+1 < len(pieces) {
					end = pieces[i+1].Start
				}
				for k := range end - p.Start {
					if p.Reversed {
						want = append(want, p.First-k)
					} else {
						want = append(want, p.First+k)
					}
				}
			}
			for place := h.High + 1; int(place) < cities; place++ {
				want = append(want, place)
			}
			if !slices.Equal(want, a.visited()) {
				t.Fatalf("%d cities, ant %d: pieces %v in %d..%d, want the tour %v", cities, number, pieces, h.Low, h.High, a.tour.pieces)
			}
		}
		if submitted < 100 {
			t.Fatalf("%d cities: only %d changes", cities, submitted)
		}
	}
}
