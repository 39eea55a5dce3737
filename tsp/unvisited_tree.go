package tsp

import (
	"context"
	"math"
	"slices"
)

// unvisitedTree has the cities in a tree. Removed ones have infinite coordinates.
type unvisitedTree struct {
	search
	place []uint32 // by city
}

// finite is the window with all points that have finite coordinates.
var finite = window{box: box{
	minX: -math.MaxFloat64, maxX: math.MaxFloat64,
	minY: -math.MaxFloat64, maxY: math.MaxFloat64,
	minZ: -math.MaxFloat64, maxZ: math.MaxFloat64,
}}

func newUnvisitedTree(ctx context.Context, in *Instance) (*unvisitedTree, error) {
	order, err := hilbertOrder(ctx, in)
	if err != nil {
		return nil, err
	}
	u := &unvisitedTree{search: search{rTree: newRTree(in, order)}, place: make([]uint32, len(order))}
	if u.shared {
		u.x = slices.Clone(u.x)
	}
	for place, city := range order {
		u.place[city] = uint32(place)
	}
	return u, nil
}

func (u *unvisitedTree) takeNearest(from int32) int32 {
	place := int(u.place[from])
	u.find(place, &finite, uint32(from), 1)
	u.remove(place)
	return int32(uint32(u.nearest.keys[0]))
}

// remove removes a city from the boxes around it.
func (u *unvisitedTree) remove(place int) {
	u.x[place] = math.Inf(1)
	at := place / leafCities
	smaller := u.leaf(at)
	for l := range u.levels {
		if u.levels[l][at] == smaller {
			return
		}
		u.levels[l][at] = smaller
		if at /= fanout; l+1 < len(u.levels) {
			smaller = u.parent(l+1, at)
		}
	}
}
