package construct

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// insertPlainly is insertAll without the tree: it compares all places of all pending units before
// each insertion.
func (t *inserter) insertPlainly() {
	for left := len(t.pending); left > 0; left-- {
		best := placing{cost: math.MaxInt64}
		for i, u := range t.pending {
			if t.next[u[0]] != absent {
				continue
			}
			for city, next := range t.next {
				if next == absent || t.fixed[city] {
					continue
				}
				found := t.at(int32(i), int32(city), t.distance(int32(city), next))
				if found.before(&best) {
					best = found
				}
			}
		}
		t.insert(t.pending[best.unit], best)
	}
}

// The tree changes no insertion, with ends, fixed edges, equal places and any metric.
func TestInsertEqualsPlainMethod(t *testing.T) {
	testkind.ComparesRuns(t)
	rapid.Check(t, func(t *rapid.T) {
		in := tsptest.DrawWithFixed(t)
		checkPlain(t, in, rapid.IntRange(0, in.Dimension()).Draw(t, "kept"), tsptest.DrawTour(t, in.Dimension()))
	})
	for spread := range tsptest.Uneven {
		for _, metric := range []tsp.Metric{tsp.EUC2D, tsp.MAN2D, tsp.GEO, tsp.EUC3D} {
			t.Run(fmt.Sprint(metric, " ", spread), func(t *testing.T) {
				in := tsptest.UnevenInstance(metric, spread, 40)
				order := must.Get(SpaceFilling(t.Context(), in))(t)
				for _, kept := range []int{0, 1, 25} {
					checkPlain(t, in, kept, order)
				}
			})
		}
	}
}

// checkPlain compares the insertion of all cities but some of an order with the plain method.
func checkPlain(t interface {
	Errorf(string, ...any)
	Context() context.Context
}, in *tsp.Instance, kept int, order tsp.Tour) {
	random := rand.New(rand.NewPCG(uint64(kept), 1))
	removed := random.Perm(len(order))[kept:]
	order = slices.DeleteFunc(slices.Clone(order), func(city int32) bool { return slices.Contains(removed, int(city)) })
	for _, ends := range []*tsp.Ends{nil, {tsp.FreeEnd, tsp.FreeEnd}, {int32(random.IntN(in.Dimension())), tsp.FreeEnd}} {
		got, err := Insert(t.Context(), in, order, ends)
		plain, plainErr := newInserter(in, order, ends)
		if err != nil || plainErr != nil {
			if fmt.Sprint(err) != fmt.Sprint(plainErr) {
				t.Errorf("ends %v: error %v, with the plain method %v", ends, err, plainErr)
			}
			continue
		}
		plain.insertPlainly()
		if want := plain.tour(ends); !slices.Equal(got, want) {
			t.Errorf("ends %v, order %v: %v, with the plain method %v", ends, order, got, want)
		}
	}
}

// With coordinates an insertion looks at few places, wherever the new ones are.
func TestInsertLooksAtFewPlaces(t *testing.T) {
	const cities, mostLooks = 20_000, 600 // distances for each new city
	for _, spread := range []string{"a lattice", "clusters in clusters", "two clusters"} {
		in := tsptest.UnevenInstance(tsp.EUC2D, spread, cities)
		order := must.Get(SpaceFilling(t.Context(), in))(t)
		for name, isNew := range map[string]func(i int) bool{
			"everywhere": func(i int) bool { return i%10 == 0 }, "one area": func(i int) bool { return i < cities/10 },
		} {
			kept := slices.Clone(order)[:0]
			for i, city := range order {
				if !isNew(i) {
					kept = append(kept, city)
				}
			}
			i := must.Get(newInserter(in, kept, nil))(t)
			var looks atomic.Int64
			distance := i.distance
			i.distance = func(from, to int32) int64 { looks.Add(1); return distance(from, to) }
			must.Do(t, i.insertAll(t.Context(), in))
			if each := int(looks.Load()) / len(i.pending); each > mostLooks {
				t.Errorf("%s, new places in %s: %d distances for each", spread, name, each)
			}
		}
	}
}
