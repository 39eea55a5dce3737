package model

import "github.com/aco-vk/aco-vk/shaders/glsl"

// What an ant hands to the merge: HeaderWords words, and up to MaxPieces pieces of PieceWords words each. The shaders have it in
// shaders/include/merged.glsl.
const (
	// MaxPieces bounds the pieces of the shared tour that an ant's tour is made of.
	MaxPieces   = glsl.MergedMaxPieces
	HeaderWords = glsl.MergedHeaderWords
	PieceWords  = 2
	// MaxAnts is the most ants of a colony: a claim has 16 bits for one.
	MaxAnts = 1 << 16
	// MaxLongChanges is how many long changes of an iteration are looked at: those with the largest gains.
	MaxLongChanges = glsl.MergedMaxLong
)

// The classes of changes by the places of their interval: within one, blocks of places are claimed. Long changes claim nothing, they
// are compared pair by pair; a change that makes the tour longer is never so long.
const (
	ClassShort = iota
	ClassMiddle
	ClassWide
	ClassLong           = glsl.MergedClassLong
	ClaimClasses        = ClassLong // classes that claim blocks
	ClassNone    uint32 = glsl.MergedClassNone
)

// ClassSpans is the most places of an interval, and the place behind it, of each class that claims.
var ClassSpans = [ClaimClasses]uint32{glsl.MergedShortSpan, glsl.MergedMiddleSpan, glsl.MergedWideSpan}

// ClassOf returns the class of an interval of so many places, the one behind it included.
func ClassOf(places uint32) uint32 {
	class := uint32(ClassShort)
	for class < ClassLong && places > ClassSpans[class] {
		class++
	}
	return class
}

// BlockShift is the logarithm of the places of a class's blocks.
var BlockShift = [ClaimClasses]uint32{
	glsl.MergedShortBlockShift, glsl.MergedShortBlockShift + glsl.MergedBlockShiftStep, glsl.MergedShortBlockShift + 2*glsl.MergedBlockShiftStep,
}

// Header is an ant's change: what it moves is the places Low..High. With them goes the place after High, as the edge to it may be
// taken out too; a tour closes, so after the last place comes place 0.
type Header struct {
	Gain      int32  // by which the change shortens the tour
	Pieces    uint32 // within the interval
	Low, High uint32 // places of the shared tour
	Class     uint32 // ClassNone: there is no change
	Accepted  uint32 // 1 once the change is part of the next tour
}

// Piece is a stretch of places of the shared tour as it comes in a change: from place Start of the new tour on, the cities at the
// places from First on, ascending or, reversed, descending.
type Piece struct {
	Start    uint32
	First    uint32 // below 2³¹
	Reversed bool
}

// Words returns a piece as the device has it.
func (p Piece) Words() [PieceWords]uint32 {
	reversed := uint32(0)
	if p.Reversed {
		reversed = 1
	}
	return [PieceWords]uint32{p.Start, p.First<<1 | reversed}
}

// ClaimBlocks returns how many words the claims of a colony take for one iteration, and where each class begins.
func ClaimBlocks(cities int) (words uint32, first [ClaimClasses]uint32) {
	for class, shift := range BlockShift {
		first[class] = words
		words += uint32(cities)>>shift + 1
	}
	return words, first
}

// ClaimKey is a change's claim on a block: the larger gain wins, then the larger number of the ant. Gains are compared in steps of
// 2^shift and within bounds, beyond which they count as equal.
func ClaimKey(gain int32, ant, shift uint32) uint32 {
	return uint32(min(max(gain>>shift+glsl.MergedClaimOffset, 1), glsl.MergedMaxClaim))<<16 | ant
}

const (
	// MaxEvaluations bounds the cities from which an ant looks for moves. Most look from some thirty; those that take longest are those
	// that find something.
	MaxEvaluations = 128
	// QueueCities is how many cities wait to be looked from at the most.
	QueueCities = glsl.MergedQueueCities
)
