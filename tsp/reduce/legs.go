package reduce

import (
	"context"
	"math"
	"runtime"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/matrix"
)

// Legs are the legs between consecutive cities of an order of some cities of an instance. A leg of
// a tour is new if both of its cities are in the order, and the order does not have it.
type Legs struct {
	instance *tsp.Instance
	next     []int32 // by city: the one after it in the order; noCity: none, absent: it is not in the order
	before   []int32 // likewise the one before it
}

const (
	noCity = -1
	absent = -2
)

// NewLegs returns the legs of an order. With open there is no leg from the last city to the first.
// The error is an [*tsp.Error]: the order has a city twice, or one that the instance does not have.
func NewLegs(in *tsp.Instance, order tsp.Tour, open bool) (*Legs, error) {
	n := in.Dimension()
	l := &Legs{in, slices.Repeat([]int32{absent}, n), slices.Repeat([]int32{absent}, n)}
	for i, city := range order {
		if city < 0 || int(city) >= n || l.next[city] != absent {
			return nil, tsp.Errorf("order", "city %d is there twice, or the instance does not have it",
				int(city)+in.FirstNumber)
		}
		l.next[city], l.before[city] = noCity, noCity
		if i > 0 {
			l.before[city], l.next[order[i-1]] = order[i-1], city
		}
	}
	if last := len(order) - 1; !open && last > 0 {
		l.next[order[last]], l.before[order[0]] = order[0], order[last]
	}
	return l, nil
}

// IsNew reports whether a leg is new. In a symmetric instance its direction does not matter. One city
// has no leg.
func (l *Legs) IsNew(from, to int32) bool {
	if from == to || l.next[from] == absent || l.next[to] == absent || l.next[from] == to {
		return false
	}
	return !l.instance.Symmetric() || l.before[from] != to
}

// New returns the number of new legs of a tour or, with open, of an open path.
func (l *Legs) New(tour tsp.Tour, open bool) (count int) {
	for i, from := range tour {
		if last := i == len(tour)-1; !(last && open) && l.IsNew(from, tour[(i+1)%len(tour)]) {
			count++
		}
	}
	return count
}

// Priced returns a matrix where each new leg is longer by a price in steps, 0 or more: the length
// of a tour is its length in the original and the price of its new legs. The error is an
// [*tsp.Error] if the matrix would be too large or has too long distances. It is the context's
// cause if the context ends first.
func (l *Legs) Priced(ctx context.Context, price int64) (*tsp.Instance, error) {
	in := l.instance
	n := in.Dimension()
	if lack := matrix.Lack(n); lack != "" {
		return nil, tsp.Errorf("prices of legs", "they need a matrix, and %s", lack)
	}
	if n == 1 {
		price = 0 // the steps of one place may be too small for it
	}
	if longest := longestWeight(in); price < 0 || price > math.MaxInt32-longest {
		return nil, tsp.Errorf("prices of legs", "%s is outside 0..%s", in.Unit.Format(price),
			in.Unit.Format(math.MaxInt32-longest))
	}
	priced := *in
	priced.Metric, priced.X, priced.Y, priced.Z, priced.Given = tsp.Explicit, nil, nil, nil, nil
	priced.Unscaled = nil
	if in.Forbidden > 0 {
		priced.Forbidden = in.Forbidden + int32(price)
	}
	priced.Weights = make([]int32, n*n)
	distance := in.DistanceFunc()
	if err := parallel.Each(ctx, runtime.GOMAXPROCS(0), n, func(_, i int) {
		row := priced.Weights[i*n:][:n]
		for j := range row {
			d := distance(uint32(i), uint32(j))
			switch {
			case in.Forbidden > 0 && d >= int64(in.Forbidden):
				d = int64(priced.Forbidden)
			case l.IsNew(int32(i), int32(j)):
				d += price
			}
			row[j] = int32(d)
		}
		row[i] = 0
	}); err != nil {
		return nil, context.Cause(ctx)
	}
	return &priced, nil
}

// longestWeight returns an upper bound of the distances of an instance, and of its forbidden weight.
func longestWeight(in *tsp.Instance) int64 { return max(in.AtMost(), int64(in.Forbidden)) }
