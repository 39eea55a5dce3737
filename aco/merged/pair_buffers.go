package merged

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/aco/stages"
)

// twinBuffer is a buffer of the device and what the reference holds for a colony's part of it.
type twinBuffer struct {
	name string
	// of returns all words of the part. It is told those of the device, and leaves the ones that have no meaning.
	of func(c *reference.Colony, device []uint32) []uint32
}

// twinBuffers are those that the reference has.
var twinBuffers = []twinBuffer{
	{"state", whole(func(c *reference.Colony) []uint32 { return c.State.Words() })},
	{"tours", whole(func(c *reference.Colony) []uint32 { return both(c.Tours) })},
	{"positions", whole(func(c *reference.Colony) []uint32 { return c.Positions })},
	{"visits", whole(visits)},
	{"claims", whole(func(c *reference.Colony) []uint32 { return both(c.Claims) })},
	{"best_tour", whole(func(c *reference.Colony) []uint32 { return c.Best })},
	{"headers", whole(headerWords)},
	{"trails", whole(trailWords)},
	{"change_pieces", pieceWords},
	{"long_ones", longOnes},
	{"accepted_long", acceptedLong},
}

// whole is for buffers of which every word has a meaning.
func whole(words func(*reference.Colony) []uint32) func(*reference.Colony, []uint32) []uint32 {
	return func(c *reference.Colony, _ []uint32) []uint32 { return words(c) }
}

// Compare holds every buffer that the reference has against it and returns the first difference, nil where all is equal.
func (p *Pair) Compare() (*stages.Difference, error) {
	for _, buffer := range twinBuffers {
		if !p.run.HasBuffer(buffer.name) {
			continue
		}
		got, err := p.run.Download(buffer.name)
		if err != nil {
			return nil, err
		}
		part := len(got) / len(p.twins)
		var want []uint32
		for colony, twin := range p.twins {
			want = append(want, buffer.of(twin, got[colony*part:][:part])...)
		}
		if difference := stages.FirstDifference(buffer.name, got, want, part, part); difference != nil {
			return difference, nil
		}
	}
	return nil, nil
}

// upload brings to the device what the twins hold, with garbage in place of what has no meaning.
func (p *Pair) upload() error {
	for _, buffer := range p.recording.Buffers {
		for _, twinned := range twinBuffers {
			if twinned.name != buffer.Name {
				continue
			}
			rest := slices.Repeat([]uint32{garbage}, int(buffer.Words)/len(p.twins))
			var words []uint32
			for _, twin := range p.twins {
				words = append(words, twinned.of(twin, rest)...)
			}
			if err := p.run.Upload(buffer.Name, 0, words); err != nil {
				return err
			}
		}
	}
	return nil
}

// visits are the cities by their places, with their coordinates as the device has them.
func visits(c *reference.Colony) []uint32 {
	plane := problem.NewPlanarCoordinates(c.Model.Instance)
	coordinates := plane.Coordinates()
	words := make([]uint32, visitWords*c.Model.TourCities())
	for city, place := range c.Positions {
		if place != absent {
			copy(words[visitWords*place:], []uint32{uint32(city), coordinates[problem.GridWords*city], coordinates[problem.GridWords*city+1]})
		}
	}
	return words
}

func both(halves [2][]uint32) []uint32 { return slices.Concat(halves[0], halves[1]) }

func headerWords(c *reference.Colony) (words []uint32) {
	for _, header := range c.Headers {
		words = append(words, header.Words()...)
	}
	return words
}

func trailWords(c *reference.Colony) (words []uint32) {
	for _, trail := range c.Trails {
		words = append(words, uint32(trail))
	}
	return words
}

// pieceWords are those of all ants' changes. Ants without one have any.
func pieceWords(c *reference.Colony, device []uint32) []uint32 {
	all := slices.Clone(device)
	for ant, change := range c.Pieces {
		if c.Headers[ant].Class == model.ClassNone {
			continue
		}
		for i, piece := range change {
			words := piece.Words()
			copy(all[(ant*model.MaxPieces+i)*model.PieceWords:], words[:])
		}
	}
	return all
}

// longOnes is the list of the ants with long changes, which come in any order.
func longOnes(c *reference.Colony, device []uint32) []uint32 {
	count := len(c.LongChanges)
	if slices.Equal(slices.Sorted(slices.Values(c.LongChanges)), slices.Sorted(slices.Values(device[:count]))) {
		return device
	}
	return slices.Concat(c.LongChanges, device[count:])
}

// acceptedLong lists the accepted long changes.
func acceptedLong(c *reference.Colony, device []uint32) []uint32 {
	all := slices.Clone(device)
	for i, ant := range c.AcceptedLong {
		h := c.Headers[ant]
		copy(all[i*longWords:], []uint32{ant, h.Low, h.High})
	}
	return all
}
