package model

import "github.com/aco-vk/aco-vk/shaders/glsl"

// Sizes of the change that an ant submits: a header of HeaderWords words, and up to MaxPieces
// pieces of PieceWords words each. Shader: shaders/merged/change.glsl.
const (
	// MaxPieces is the most pieces of the shared tour in a change.
	MaxPieces   = glsl.MergedMaxPieces
	HeaderWords = glsl.MergedHeaderWords
	PieceWords  = 2
	// MaxAnts is the most ants of a colony: a claim has 16 bits for one.
	MaxAnts = 1 << 16
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
func ClassOf(places uint32) uint32 {
	class := uint32(ClassShort)
	for class < ClassLong && places > ClassSpans[class] {
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
	Low, High uint32 // places of the shared tour
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

// ClaimKey returns the claim of a change on a block. The largest key wins: that of the largest
// gain, then of the largest ant number. Gains are compared in steps of 2^shift and saturate.
func ClaimKey(gain int32, ant, shift uint32) uint32 {
	return uint32(min(max(gain>>shift+glsl.MergedClaimOffset, 1), glsl.MergedMaxClaim))<<16 | ant
}

const (
	// MaxEvaluations bounds the cities from which an ant searches for moves. Most ants search from
	// about thirty; ants that find moves search from more. E100k.0 was at .54% after 4 s with 30,
	// and at .31% with 100. More gained little.
	MaxEvaluations = 128
	// QueueCities is the most cities in the queue of those to search from.
	QueueCities = glsl.MergedQueueCities
)
