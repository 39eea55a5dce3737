package lockstep

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/distance"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
)

const (
	mergedVisitWords = 4 // of a city: its number and its grid coordinates, in the plane with padding
	mergedLongWords  = 3 // of an accepted long change: ant, low and high
)

// mergedBuffer is a buffer of the device with the reference's data.
type mergedBuffer struct {
	name string
	// words returns the words of a colony. It copies undefined words from the device's.
	words     func(c *reference.Colony, device []uint32) []uint32
	unordered bool // the order of the words is undefined
}

// mergedBuffers are the buffers that the reference has.
var mergedBuffers = []mergedBuffer{
	{name: "state", words: whole(func(c *reference.Colony) []uint32 { return c.State.Words() })},
	{name: "tours", words: whole(func(c *reference.Colony) []uint32 { return both(c.Tours) })},
	{name: "positions", words: whole(func(c *reference.Colony) []uint32 { return c.Positions })},
	{name: "visits", words: whole(visits)},
	{name: "claims", words: whole(func(c *reference.Colony) []uint32 { return both(c.Claims) })},
	{name: "best_tour", words: whole(func(c *reference.Colony) []uint32 { return c.Best })},
	{name: "headers", words: whole(headerWords)},
	{name: "change_pieces", words: pieceWords},
	{name: "long_changes", words: longChanges, unordered: true},
	{name: "accepted_long", words: acceptedLong},
}

// whole adapts a function for buffers without undefined words.
func whole(words func(*reference.Colony) []uint32) func(*reference.Colony, []uint32) []uint32 {
	return func(c *reference.Colony, _ []uint32) []uint32 { return words(c) }
}

// Compare compares every buffer that the reference has. It returns nil if all are equal.
func (c *Merged) Compare() (all *Difference, err error) {
	for _, buffer := range mergedBuffers {
		if !c.Run.HasBuffer(buffer.name) {
			continue
		}
		part := int(c.Run.Words(buffer.name)) / len(c.References) // of a colony
		reference := func(device []uint32) (want []uint32) {
			for colony, ref := range c.References {
				want = append(want, buffer.words(ref, device[colony*part:][:part])...)
			}
			return want
		}
		compare := c.compare
		if buffer.unordered {
			compare = c.compareUnordered
		}
		difference, err := compare(buffer.name, part, part, reference)
		if err != nil {
			return nil, err
		}
		all = all.join(difference)
	}
	return all, nil
}

// Upload uploads the reference's data, with garbage in undefined words.
func (c *Merged) Upload() error {
	for _, buffer := range c.Recording.Buffers {
		for _, shared := range mergedBuffers {
			if shared.name != buffer.Name {
				continue
			}
			rest := slices.Repeat([]uint32{Garbage}, int(buffer.Words)/len(c.References))
			var words []uint32
			for _, ref := range c.References {
				words = append(words, shared.words(ref, rest)...)
			}
			if err := c.Run.Upload(buffer.Name, 0, words); err != nil {
				return err
			}
		}
	}
	return nil
}

// visits returns the cities by position, with their coordinates in the device's layout.
func visits(c *reference.Colony) []uint32 {
	source := distance.Of(c.Model.Instance)
	coordinates, group := source.Coordinates(), source.Stride()
	words := make([]uint32, mergedVisitWords*c.Model.Cities)
	for city, place := range c.Positions {
		words[mergedVisitWords*place] = uint32(city)
		copy(
			words[mergedVisitWords*place+1:mergedVisitWords*(int(place)+1)],
			coordinates[group*city:][:min(group, mergedVisitWords-1)],
		)
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

// pieceWords returns the pieces of all ants' changes. Those of ants without a change are
// undefined.
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
		copy(all[i*mergedLongWords:], []uint32{ant, h.Low, h.High})
	}
	return all
}
