package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
)

// The colony of the figures in docs/default-solver.md. The iteration is an early one with kicks,
// in which many ants find a gain.
const (
	antCities, antAnts   = 2000, 160
	antWidth, antSecond  = 8, 5
	antDescent           = 40 // iterations without kicks before it; in these, ants evaluate each city three times
	antKick, antScales   = 50, 4
	antTemperature       = 800 << 8 // a twentieth of the mean edge
	antLeast, antMost    = 4, 7     // number of pieces of the change that is drawn
	antShortest, antLong = 20, 90   // number of places of its interval
)

// antColony runs the sequential reference up to the changes that the ants of one iteration
// propose.
func antColony() (*reference.Colony, error) {
	m, err := antModel()
	if err != nil {
		return nil, err
	}
	c := reference.NewColony(m, 0)
	c.Settings.Scales = antScales
	for range antDescent {
		c.Ants()
		for _, stage := range c.Merge() {
			stage.Run()
		}
	}
	c.Settings.Kick, c.Settings.Temperature = antKick, antTemperature
	c.Ants()
	if c.State.Stop != model.Running {
		return nil, fmt.Errorf("the colony of the figures stopped: %+v", c.State)
	}
	return c, nil
}

// antModel returns a random instance whose first tour follows a space-filling curve, with its
// cities numbered in that order.
func antModel() (*model.Model, error) {
	instance, err := generate.Instance("uniform", antCities, antCities)
	if err != nil {
		return nil, err
	}
	own := &tsp.Instance{Name: instance.Name, Kind: instance.Kind, Metric: instance.Metric}
	m := &model.Model{
		Instance: own, Cities: antCities, Colonies: 1, Ants: antAnts, Width: antWidth, SecondWidth: antSecond,
		Period: 1,
	}
	curve, err := construct.SpaceFilling(context.Background(), instance)
	if err != nil {
		return nil, err
	}
	for i, city := range curve {
		own.X, own.Y = append(own.X, instance.X[city]), append(own.Y, instance.Y[city])
		m.StartTour = append(m.StartTour, uint32(i))
	}
	m.StartLength = m.LengthOf(m.StartTour)
	m.Candidates, err = neighbour.Candidates(context.Background(), own, antWidth, 0)
	return m, err
}

// change is a change that an ant proposes.
type change struct {
	model.Header
	pieces []part // in the order of the shared tour
}

// part is a piece of a change: length places of the shared tour from low on. In the ant's tour the
// piece begins at start.
type part struct {
	low, start, length uint32
	reversed           bool
}

// changesOf lists the changes that the ants propose.
func changesOf(c *reference.Colony) []change {
	var all []change
	for ant, h := range c.Headers {
		if h.Class == model.ClassNone {
			continue
		}
		one := change{Header: h}
		for i, p := range c.Pieces[ant] {
			end := h.High + 1
			if i+1 < len(c.Pieces[ant]) {
				end = c.Pieces[ant][i+1].Start
			}
			piece := part{low: p.First, start: p.Start, length: end - p.Start, reversed: p.Reversed}
			if p.Reversed {
				piece.low -= piece.length - 1
			}
			one.pieces = append(one.pieces, piece)
		}
		slices.SortFunc(one.pieces, func(a, b part) int { return cmp.Compare(a.low, b.low) })
		all = append(all, one)
	}
	return all
}

// high is a piece's last place in the shared tour.
func (p part) high() uint32 { return p.low + p.length - 1 }

// removed returns the edges that a change removes, as pairs of places of the shared tour.
func (c change) removed() [][2]uint32 {
	edges := [][2]uint32{{c.Low - 1, c.Low}}
	for _, piece := range c.pieces {
		edges = append(edges, [2]uint32{piece.high(), piece.high() + 1})
	}
	return edges
}

// added returns the edges that a change adds.
func (c change) added() (edges [][2]uint32) {
	pieces := slices.Clone(c.pieces)
	slices.SortFunc(pieces, func(a, b part) int { return cmp.Compare(a.start, b.start) })
	last := c.Low - 1
	for _, piece := range pieces {
		first, end := piece.low, piece.high()
		if piece.reversed {
			first, end = end, first
		}
		edges = append(edges, [2]uint32{last, first})
		last = end
	}
	return append(edges, [2]uint32{last, c.High + 1})
}

// illustrative returns a change for the figure of pieces: it has a gain and a few pieces in a
// short interval, at least one of them reversed.
func illustrative(all []change) (change, error) {
	for _, one := range all {
		places := one.High - one.Low + 1
		turned := slices.ContainsFunc(one.pieces, func(p part) bool { return p.reversed })
		if n := len(one.pieces); one.Gain > 0 && one.Low > 0 && turned && antLeast <= n && n <= antMost &&
			antShortest <= places && places <= antLong {
			return one, nil
		}
	}
	return change{}, fmt.Errorf("none of the %d changes is suitable for the figure", len(all))
}
