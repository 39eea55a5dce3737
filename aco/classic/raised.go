package classic

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// raisedWords returns the words of the flags of a colony's raised trails (shaders/classic/flags.glsl).
func raisedWords(p *model.Problem) uint64 {
	return uint64(p.Cities) * uint64(subgroupFlagWords(p.Cities))
}

// raisedFlags are the flags of the raised trails of all colonies of a device, made from matrices that are written part by part, in their order.
type raisedFlags struct {
	cities, pitch, rowWords uint64
	least                   uint32 // the trail of the colony's first city to itself, on which no deposit is
	words                   []uint32
}

func newRaisedFlags(p *model.Problem) *raisedFlags {
	return &raisedFlags{
		cities: uint64(p.Cities), pitch: uint64(Pitch(p.Cities)), rowWords: uint64(subgroupFlagWords(p.Cities)),
		words: make([]uint32, raisedWords(p)*uint64(p.Colonies)),
	}
}

// add implements derivedTrails. It sets flags in both directions: ACS stores the trail of an edge once.
func (f *raisedFlags) add(offset uint64, trails []uint32) []uint32 {
	for i, trail := range trails {
		row, city := (offset+uint64(i))/f.pitch, (offset+uint64(i))%f.pitch
		if row%f.cities == 0 && city == 0 {
			f.least = trail
		}
		if trail != f.least && city < f.cities {
			from := row % f.cities
			f.set(row, city)
			f.set(row-from+city, from)
		}
	}
	return f.words
}

// set sets the flag of a city in a row. The layout is that of shaders/classic/flags.glsl with SPREAD_FLAGS.
func (f *raisedFlags) set(row, city uint64) {
	f.words[row*f.rowWords+city%f.rowWords] |= 1 << (city / f.rowWords)
}
