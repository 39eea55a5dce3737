package model

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/shaders/glsl"
)

// Sizes of the change that an ant submits: a header of HeaderWords words, and up to MaxPieces
// pieces of PieceWords words each. Shader: shaders/merged/change.glsl.
const (
	// MaxPieces is the most pieces of the shared tour in a change.
	MaxPieces   = glsl.MergedMaxPieces
	HeaderWords = glsl.MergedHeaderWords
	PieceWords  = 2
	// MaxAnts is the most ants of a colony. A claim with 20 bits for an ant has 12 for the gain:
	// 4095 steps.
	MaxAnts = 1 << 20
	// MaxLongChanges is the most long changes that an iteration considers: those with the largest
	// gains.
	MaxLongChanges = glsl.MergedMaxLong
)

// The classes of changes, by the length of their interval. Within a class, changes claim blocks of
// positions. Long changes claim nothing: they are compared in pairs. A long change never lengthens
// the tour.
const (
	ClassShort = iota
	ClassMiddle
	ClassWide
	ClassLong           = glsl.MergedClassLong
	ClaimClasses        = ClassLong // classes that claim blocks
	ClassNone    uint32 = glsl.MergedClassNone
)

// ClassSpans is the greatest length of an interval of each claiming class, including the position
// after it.
var ClassSpans = [ClaimClasses]uint32{glsl.MergedShortSpan, glsl.MergedMiddleSpan, glsl.MergedWideSpan}

// ClassOf returns the class of an interval by its length, including the position after it.
func ClassOf(span uint32) uint32 {
	class := uint32(ClassShort)
	for class < ClassLong && span > ClassSpans[class] {
		class++
	}
	return class
}

// BlockShift is the binary logarithm of the positions per block of each class.
var BlockShift = [ClaimClasses]uint32{
	glsl.MergedShortBlockShift, glsl.MergedShortBlockShift + glsl.MergedBlockShiftStep,
	glsl.MergedShortBlockShift + 2*glsl.MergedBlockShiftStep,
}

// Header describes a change. It rearranges the positions Low to High of the shared tour. It also
// claims the position after High, because it may remove the edge to it. The tour is closed:
// position 0 follows the last one.
type Header struct {
	Gain      int32  // decrease of the tour's length
	Pieces    uint32 // within the interval
	Low, High uint32 // positions in the shared tour
	Class     uint32 // ClassNone: there is no change
	Accepted  uint32 // 1 once the change is part of the next tour
}

// Words returns the header in the layout of the device.
func (h Header) Words() []uint32 {
	w := make([]uint32, HeaderWords)
	w[glsl.MergedHeaderGain], w[glsl.MergedHeaderPieces] = uint32(h.Gain), h.Pieces
	w[glsl.MergedHeaderLow], w[glsl.MergedHeaderHigh] = h.Low, h.High
	w[glsl.MergedHeaderSizeClass], w[glsl.MergedHeaderAccepted] = h.Class, h.Accepted
	return w
}

// Piece is a segment of the shared tour within a change. From position Start of the new tour on,
// it has the cities at positions First, First+1 and so on of the shared tour or, if reversed,
// First, First−1 and so on.
type Piece struct {
	Start    uint32
	First    uint32 // below 2³¹
	Reversed bool
}

// Words returns the piece in the layout of the device.
func (p Piece) Words() [PieceWords]uint32 {
	reversed := uint32(0)
	if p.Reversed {
		reversed = 1
	}
	return [PieceWords]uint32{p.Start, p.First<<1 | reversed}
}

// ClaimBlocks returns the number of claim words of a colony per iteration, and the first word of
// each class.
func ClaimBlocks(cities int) (words uint32, first [ClaimClasses]uint32) {
	for class, shift := range BlockShift {
		first[class] = words
		words += uint32(cities)>>shift + 1
	}
	return words, first
}

// ClaimKey returns the claim of a change on a block. The largest key wins: the largest gain, then
// the largest ant number. Gains are compared in steps of 2^ClaimShift, with more than 65,536 ants
// in larger ones, and saturate.
func (m *Model) ClaimKey(gain int32, ant uint32) uint32 {
	antBits := m.antBits()
	fewer := antBits - glsl.MergedMinAntBits // bits of the gain
	steps := gain>>(m.ClaimShift+fewer) + glsl.MergedClaimOffset>>fewer
	return uint32(min(max(steps, 1), glsl.MergedMaxClaim>>fewer))<<antBits | ant
}

// Claimant returns the ant of a claim.
func (m *Model) Claimant(key uint32) uint32 { return key & (1<<m.antBits() - 1) }

// antBits returns the bits of a claim that have the ant.
func (m *Model) antBits() uint32 { return uint32(max(bits.Len(uint(m.Ants-1)), glsl.MergedMinAntBits)) }

// positionsOf returns the number of positions of a piece of a change.
func (h Header) positionsOf(pieces []Piece, piece int) uint32 {
	end := h.High + 1
	if piece+1 < len(pieces) {
		end = pieces[piece+1].Start
	}
	return end - pieces[piece].Start
}

// Cuts returns the positions before which a change may remove an edge of the shared tour: the
// lowest position of each piece, and the position after the interval.
func (m *Model) Cuts(h Header, pieces []Piece) []uint32 {
	cuts := make([]uint32, 0, len(pieces)+1)
	for i, piece := range pieces {
		low := piece.First
		if piece.Reversed {
			low -= h.positionsOf(pieces, i) - 1
		}
		cuts = append(cuts, low)
	}
	return append(cuts, m.After(h.High))
}

// Gain returns how much shorter a change makes a tour of all cities, by the edges that it removes
// and adds. The change is possible ([Record.IsPossible]).
func (m *Model) Gain(tour []uint32, h Header, pieces []Piece) int32 {
	// last is the position of the shared tour that is last in the piece before.
	gain, last := int64(0), m.before(h.Low)
	for i, cut := range m.Cuts(h, pieces) {
		begin, end := cut, cut
		if i < len(pieces) {
			if end += h.positionsOf(pieces, i) - 1; pieces[i].Reversed {
				begin, end = end, begin
			}
		}
		gain += m.Distance(tour[m.before(cut)], tour[cut]) - m.Distance(tour[last], tour[begin])
		last = end
	}
	return int32(gain)
}

// After returns the next position of a closed tour.
func (m *Model) After(position uint32) uint32 {
	if position+1 == uint32(m.Cities) {
		return 0
	}
	return position + 1
}

// before returns the previous position of a closed tour.
func (m *Model) before(position uint32) uint32 {
	if position == 0 {
		position = uint32(m.Cities)
	}
	return position - 1
}
