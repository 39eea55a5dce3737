package model

import (
	"cmp"
	"iter"
	"slices"

	"github.com/aco-vk/aco-vk/shaders/glsl"
)

// Devices that share one colony exchange the changes of their ants as records. Shader:
// shaders/merged/exchange.glsl.
const (
	// MaxRecordWords is the size of the record of a change with MaxPieces pieces.
	MaxRecordWords = glsl.ExchangeRecordWords + MaxPieces*PieceWords
	// IncomingWords is the size of what comes before the records, without the offset of each
	// record.
	IncomingWords = glsl.ExchangeIncomingOffsets
	// ExportedWords is the size of the counts of the records that a device has written.
	ExportedWords = glsl.ExchangeExportedWords
)

// shapeMask is the part of a record's shape that has the number of pieces.
const shapeMask = 1<<glsl.ExchangeClassShift - 1

// Record is the record of a change.
type Record []uint32

// AppendRecord appends the record of an ant's change to words.
func AppendRecord(words []uint32, ant uint32, h Header, pieces []Piece) []uint32 {
	record := make([]uint32, glsl.ExchangeRecordWords)
	record[glsl.ExchangeRecordAnt], record[glsl.ExchangeRecordGain] = ant, uint32(h.Gain)
	record[glsl.ExchangeRecordShape] = uint32(len(pieces)) | h.Class<<glsl.ExchangeClassShift
	record[glsl.ExchangeRecordLow], record[glsl.ExchangeRecordHigh] = h.Low, h.High
	words = append(words, record...)
	for _, piece := range pieces {
		own := piece.Words()
		words = append(words, own[:]...)
	}
	return words
}

// recordAt returns the record at the beginning of words, or nil if there is no whole one.
func recordAt(words []uint32) Record {
	if len(words) < glsl.ExchangeRecordWords {
		return nil
	}
	size := glsl.ExchangeRecordWords + PieceWords*int(words[glsl.ExchangeRecordShape]&shapeMask)
	if len(words) < size {
		return nil
	}
	return words[:size]
}

// Records returns the records of words, up to the first one that is not whole.
func Records(words []uint32) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		for record := recordAt(words); record != nil && yield(record); record = recordAt(words) {
			words = words[len(record):]
		}
	}
}

// Exported has the records of a device's changes.
type Exported struct {
	Words   []uint32
	Offsets []uint32 // of the records, in words
}

// NewExported returns the records of words, up to the first one that is not whole.
func NewExported(words []uint32) (e Exported) {
	at := 0
	for record := range Records(words) {
		e.Offsets = append(e.Offsets, uint32(at))
		at += len(record)
	}
	e.Words = words[:at]
	return e
}

// All returns the records.
func (e Exported) All() iter.Seq[Record] {
	return func(yield func(Record) bool) {
		for _, at := range e.Offsets {
			if !yield(recordAt(e.Words[at:])) {
				return
			}
		}
	}
}

// Ant returns the number of the ant.
func (r Record) Ant() uint32 { return r[glsl.ExchangeRecordAnt] }

// Header returns the header of the change.
func (r Record) Header() Header {
	shape := r[glsl.ExchangeRecordShape]
	return Header{
		Gain: int32(r[glsl.ExchangeRecordGain]), Pieces: shape & shapeMask, Low: r[glsl.ExchangeRecordLow],
		High:  r[glsl.ExchangeRecordHigh],
		Class: shape >> glsl.ExchangeClassShift,
	}
}

// Pieces returns the pieces of the change.
func (r Record) Pieces() []Piece {
	var pieces []Piece
	for words := r[glsl.ExchangeRecordWords:]; len(words) > 0; words = words[PieceWords:] {
		pieces = append(pieces, Piece{Start: words[0], First: words[1] >> 1, Reversed: words[1]&1 == 1})
	}
	return pieces
}

// IsPossible reports whether an ant can make the change in a tour of so many cities: the class
// fits the interval, the interval ends before the last position, and the pieces are the positions
// of the interval in another order. A possible change leads to a tour of all cities, and its merge
// stays within the buffers.
func (r Record) IsPossible(tour int) bool {
	h, words := r.Header(), r[glsl.ExchangeRecordWords:]
	if h.Pieces < 1 || h.Pieces > MaxPieces || h.Low > h.High || int64(h.High)+1 >= int64(tour) || h.Class != ClassOf(h.High-h.Low+2) || words[0] != h.Low {
		return false
	}
	type positions struct{ first, end uint32 }
	var all [MaxPieces]positions
	from := all[:0] // the positions of each piece
	for ; len(words) > 0; words = words[PieceWords:] {
		end := h.High + 1 // of the piece
		if len(words) > PieceWords {
			end = words[PieceWords]
		}
		if end <= words[0] || end > h.High+1 {
			return false
		}
		first, length := words[1]>>1, end-words[0]
		if reversed := words[1]&1 == 1; reversed {
			first -= length - 1
		}
		from = append(from, positions{first, first + length})
	}
	slices.SortFunc(from, func(a, b positions) int { return cmp.Compare(a.first, b.first) })
	next := h.Low
	for _, piece := range from {
		if piece.first != next {
			return false
		}
		next = piece.end
	}
	return true
}

// Incoming returns the words that a device imports: the number of records, the counts of the ants
// of all devices, the offsets of the records and the records. The memory of earlier words, which
// may be nil, is used again.
func Incoming(earlier []uint32, counts Counts, exported ...Exported) []uint32 {
	words := append(earlier[:0], make([]uint32, IncomingWords)...)
	words[glsl.ExchangeIncomingEvaluations], words[glsl.ExchangeIncomingMoves] = counts.Evaluations, counts.Moves
	words[glsl.ExchangeIncomingUndone], words[glsl.ExchangeIncomingFull] = counts.Undone, counts.Full
	words[glsl.ExchangeIncomingSubmitted], words[glsl.ExchangeIncomingLong] = counts.Submitted, counts.Long
	before := uint32(0) // words of the devices so far
	for _, e := range exported {
		for _, offset := range e.Offsets {
			words = append(words, before+offset)
		}
		words[0] += uint32(len(e.Offsets))
		before += uint32(len(e.Words))
	}
	for _, e := range exported {
		words = append(words, e.Words...)
	}
	return words
}

// OfAnts returns the counts that the ants of an iteration add to.
func (c Counts) OfAnts() Counts {
	c.Accepted, c.Losing = 0, 0
	return c
}

// OfMerge returns the counts that the merge of an iteration adds to.
func (c Counts) OfMerge() Counts { return Counts{Accepted: c.Accepted, Losing: c.Losing} }
