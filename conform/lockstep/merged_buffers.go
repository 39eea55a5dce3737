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
	words func(c *reference.Colony, device []uint32) []uint32
}

// mergedBuffers are the buffers that the reference has.
var mergedBuffers = []mergedBuffer{
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

// Compare compares every buffer that the reference has. It returns nil if all are equal.
func (c *Merged) Compare() (all *Difference, err error) {
	for _, buffer := range mergedBuffers {
		if !c.Run.HasBuffer(buffer.name) {
			continue
		}
		got, err := c.Run.Download(buffer.name)
		if err != nil {
			return nil, err
		}
		part := len(got) / len(c.References)
		var want []uint32
		for colony, ref := range c.References {
			want = append(want, buffer.words(ref, got[colony*part:][:part])...)
		}
		all = all.join(Differences(buffer.name, got, want, part, part))
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
