package places

import (
	"context"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
)

// Unvisited has the cities in a tree. Removed ones have infinite coordinates.
type Unvisited struct {
	Search
	place []uint32 // by city
}

// finite is the window with all points that have finite coordinates.
var finite = Window{box: box{
	minX: -math.MaxFloat64, maxX: math.MaxFloat64,
	minY: -math.MaxFloat64, maxY: math.MaxFloat64,
	minZ: -math.MaxFloat64, maxZ: math.MaxFloat64,
}}

func NewUnvisited(ctx context.Context, in *tsp.Instance) (*Unvisited, error) {
	order, err := Order(ctx, in)
	if err != nil {
		return nil, err
	}
	u := &Unvisited{Search: Search{Tree: NewTree(in, order)}, place: make([]uint32, len(order))}
	if u.shared {
		u.x = slices.Clone(u.x)
	}
	for place, city := range order {
		u.place[city] = uint32(place)
	}
	return u, nil
}

func (u *Unvisited) TakeNearest(from int32) int32 {
	place := int(u.place[from])
	u.Find(place, &finite, uint32(from), 1)
	u.remove(place)
	return int32(uint32(u.Nearest.Keys[0]))
}

// remove removes a city from the boxes around it.
func (u *Unvisited) remove(place int) {
	u.x[place] = math.Inf(1)
	at := place / leafCities
	smaller := u.leaf(at)
	for l := range u.Levels {
		if u.Levels[l][at] == smaller {
			return
		}
		u.Levels[l][at] = smaller
		if at /= fanout; l+1 < len(u.Levels) {
			smaller = u.parent(l+1, at)
		}
	}
}
