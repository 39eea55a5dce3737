package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/aco-vk/aco-vk/tsp"
)

// changes are the changes of a list from one day to the next.
type changes struct {
	New   int `json:"new"`
	Gone  int `json:"gone"`
	Moved int `json:"moved"`
}

// stop is a place of a list.
type stop struct {
	id                  int
	latitude, longitude float64
}

// town makes lists of stops of one town: half of them are anywhere within 12 by 10 km, half of them
// near one of eight centres.
type town struct {
	random  *rand.Rand
	centres [8][2]float64 // in km from the south-west
	last    int           // the largest id
}

func newTown(seed uint64) *town {
	t := &town{random: rand.New(rand.NewPCG(seed, 1))}
	for i := range t.centres {
		t.centres[i] = [2]float64{width * t.random.Float64(), height * t.random.Float64()}
	}
	return t
}

const (
	width, height = 12, 10 // km
	south, west   = 47.95, 7.78
	spread        = 0.6 // km: standard deviation of the stops near a centre
	kmPerDegree   = 111.2
)

// stop returns a new stop. It has five decimals, about a metre.
func (t *town) stop() stop {
	x, y := width*t.random.Float64(), height*t.random.Float64()
	if t.random.IntN(2) == 0 {
		centre := t.centres[t.random.IntN(len(t.centres))]
		x, y = centre[0]+spread*t.random.NormFloat64(), centre[1]+spread*t.random.NormFloat64()
	}
	t.last++
	place := func(v float64) float64 { return math.Round(v*1e5) / 1e5 }
	return stop{t.last, place(south + y/kmPerDegree),
		place(west + x/(kmPerDegree*math.Cos(south*math.Pi/180)))}
}

// first returns the first list.
func (t *town) first(count int) []stop {
	list := make([]stop, count)
	for i := range list {
		list[i] = t.stop()
	}
	return list
}

// next returns the list of the next day. The first stop, the depot, stays.
func (t *town) next(list []stop, c changes) []stop {
	order := t.random.Perm(len(list) - 1)
	gone, moved := map[int]bool{}, map[int]bool{}
	for i, at := range order[:c.Gone+c.Moved] {
		if i < c.Gone {
			gone[at+1] = true
		} else {
			moved[at+1] = true
		}
	}
	var next []stop
	for at, s := range list {
		switch {
		case gone[at]:
			continue
		case moved[at]:
			id := s.id
			s = t.stop()
			s.id = id
		}
		next = append(next, s)
	}
	for range c.New {
		next = append(next, t.stop())
	}
	return next
}

// instance returns the instance of a list, named by ids.
func instance(list []stop) (*tsp.Instance, error) {
	latitudes, longitudes := make([]float64, len(list)), make([]float64, len(list))
	for i, s := range list {
		latitudes[i], longitudes[i] = s.latitude, s.longitude
	}
	in, err := tsp.FromDegrees(latitudes, longitudes)
	if err != nil {
		return nil, err
	}
	for _, s := range list {
		in.Names = append(in.Names, fmt.Sprintf("K%04d", s.id))
	}
	return in, nil
}
