package merged

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/pipeline"
)

// referenceBuffer is a buffer of the device with the reference's data.
type referenceBuffer struct {
	name string
	// words returns the words of a colony. It copies undefined words from those of the device.
	words func(c *reference.Colony, device []uint32) []uint32
}

// referenceBuffers are the buffers that the reference has.
var referenceBuffers = []referenceBuffer{
	{"state", whole(func(c *reference.Colony) []uint32 { return c.State.Words() })},
	{"tours", whole(func(c *reference.Colony) []uint32 { return both(c.Tours) })},
	{"positions", whole(func(c *reference.Colony) []uint32 { return c.Positions })},
	{"visits", whole(visits)},
	{"claims", whole(func(c *reference.Colony) []uint32 { return both(c.Claims) })},
	{"best_tour", whole(func(c *reference.Colony) []uint32 { return c.Best })},
	{"headers", whole(headerWords)},
	{"change_pieces", pieceWords},
	{"long_changes", longChanges},
	{"accepted_long", acceptedLong},
}

// whole adapts a function for buffers without undefined words.
func whole(words func(*reference.Colony) []uint32) func(*reference.Colony, []uint32) []uint32 {
	return func(c *reference.Colony, _ []uint32) []uint32 { return words(c) }
}

// Compare compares every buffer that the reference has. It returns the first difference, or nil if all are equal.
func (p *Pair) Compare() (*lockstep.Difference, error) {
	for _, buffer := range referenceBuffers {
		if !p.run.HasBuffer(buffer.name) {
			continue
		}
		got, err := p.run.Download(buffer.name)
		if err != nil {
			return nil, err
		}
		part := len(got) / len(p.references)
		var want []uint32
		for colony, ref := range p.references {
			want = append(want, buffer.words(ref, got[colony*part:][:part])...)
		}
		if difference := lockstep.FirstDifference(buffer.name, got, want, part, part); difference != nil {
			return difference, nil
		}
	}
	return nil, nil
}

// upload uploads the reference's data, with garbage in undefined words.
func (p *Pair) upload() error {
	for _, buffer := range p.recording.Buffers {
		for _, shared := range referenceBuffers {
			if shared.name != buffer.Name {
				continue
			}
			rest := slices.Repeat([]uint32{garbage}, int(buffer.Words)/len(p.references))
			var words []uint32
			for _, ref := range p.references {
				words = append(words, shared.words(ref, rest)...)
			}
			if err := p.run.Upload(buffer.Name, 0, words); err != nil {
				return err
			}
		}
	}
	return nil
}

// visits returns the cities by position, with their coordinates in the device's layout.
func visits(c *reference.Colony) []uint32 {
	distances, _ := distancesOf(c.Model, pipeline.Limits{}) // an error if it is a matrix alone, which has no visits
	coordinates, group := distances.coordinates.Coordinates(), distances.coordinates.Stride()
	words := make([]uint32, visitWords*c.Model.TourCities())
	for city, place := range c.Positions {
		if place != absent {
			words[visitWords*place] = uint32(city)
			copy(words[visitWords*place+1:visitWords*(int(place)+1)], coordinates[group*city:][:min(group, visitWords-1)])
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

// pieceWords returns the pieces of all ants' changes. Those of ants without a change are undefined.
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

// longChanges returns the ants with long changes. Their order is undefined.
func longChanges(c *reference.Colony, device []uint32) []uint32 {
	count := len(c.LongChanges)
	if slices.Equal(slices.Sorted(slices.Values(c.LongChanges)), slices.Sorted(slices.Values(device[:count]))) {
		return device
	}
	return slices.Concat(c.LongChanges, device[count:])
}

// acceptedLong returns the accepted long changes.
func acceptedLong(c *reference.Colony, device []uint32) []uint32 {
	all := slices.Clone(device)
	for i, ant := range c.AcceptedLong {
		h := c.Headers[ant]
		copy(all[i*longWords:], []uint32{ant, h.Low, h.High})
	}
	return all
}
