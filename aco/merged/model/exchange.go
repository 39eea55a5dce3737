package model

import (
	"iter"
	"runtime"
	"sync/atomic"

	"github.com/aco-vk/aco-vk/internal/parallel"
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
		if h.Class < ClassLong {
			piece.Start, piece.First = piece.Start-h.Low, piece.First-h.Low
			own := piece.Words()
			words = append(words, own[0]<<glsl.ExchangeStartShift|own[1])
			continue
		}
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
	size := recordWords(words[glsl.ExchangeRecordShape])
	if len(words) < size {
		return nil
	}
	return words[:size]
}

// recordWords returns the size of a record by its shape.
func recordWords(shape uint32) int {
	pieces := int(shape & shapeMask)
	if shape>>glsl.ExchangeClassShift < ClassLong {
		return glsl.ExchangeRecordWords + pieces
	}
	return glsl.ExchangeRecordWords + PieceWords*pieces
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

// recordsPerPart is worth a goroutine: a record is checked in about .2 µs.
const recordsPerPart = 512

// ArePossible reports whether all changes are possible ([Record.IsPossible]). It uses several
// processors.
func (e Exported) ArePossible(tour int) bool {
	parts := min(runtime.GOMAXPROCS(0), 1+len(e.Offsets)/recordsPerPart)
	var impossible atomic.Bool
	parallel.Parts(len(e.Offsets), parts, func(_, from, to int) {
		for record := range (Exported{e.Words, e.Offsets[from:to]}).All() {
			if !record.IsPossible(tour) {
				impossible.Store(true)
				return
			}
		}
	})
	return !impossible.Load()
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
	pieces := make([]Piece, r[glsl.ExchangeRecordShape]&shapeMask)
	for i := range pieces {
		pieces[i] = r.piece(i)
	}
	return pieces
}

// piece returns a piece of the change.
func (r Record) piece(i int) Piece {
	words := r[glsl.ExchangeRecordWords:]
	if r[glsl.ExchangeRecordShape]>>glsl.ExchangeClassShift < ClassLong {
		word, low := words[i], r[glsl.ExchangeRecordLow]
		first := word & (1<<glsl.ExchangeStartShift - 1)
		return Piece{Start: low + word>>glsl.ExchangeStartShift, First: low + first>>1, Reversed: first&1 == 1}
	}
	start, first := words[PieceWords*i], words[PieceWords*i+1]
	return Piece{Start: start, First: first >> 1, Reversed: first&1 == 1}
}

// IsPossible reports whether an ant can make the change in a tour of so many cities: the class
// fits the interval, the interval ends before the last position, and the pieces are the positions
// of the interval in another order. A possible change leads to a tour of all cities, and its merge
// stays within the buffers.
func (r Record) IsPossible(tour int) bool {
	h := r.Header()
	if h.Pieces < 1 || h.Pieces > MaxPieces || len(r) != recordWords(r[glsl.ExchangeRecordShape]) ||
		h.Low > h.High || int64(h.High)+1 >= int64(tour) || h.Class != ClassOf(h.High-h.Low+2) {
		return false
	}
	// The pieces have as many positions as the interval. They are its positions if a piece begins at
	// Low, and one where each other piece ends.
	var ends [MaxPieces]uint32
	var begins beginnings
	next := r.piece(0)
	if next.Start != h.Low {
		return false
	}
	for i := range h.Pieces {
		piece, end := next, h.High+1 // of the piece in the new order
		if i+1 < h.Pieces {
			next = r.piece(int(i) + 1)
			end = next.Start
		}
		if end <= piece.Start || end > h.High+1 {
			return false
		}
		first, length := piece.First, end-piece.Start
		if piece.Reversed {
			first -= length - 1
		}
		ends[i] = first + length
		begins.add(first, i)
	}
	position := h.Low
	for range h.Pieces {
		piece, ok := begins.find(position)
		if !ok {
			return false
		}
		position = ends[piece]
	}
	return position == h.High+1
}

// beginnings finds the piece of a change that begins at a position. It is a hash table, and half
// of its slots or more are empty.
type beginnings struct {
	pieces [beginningSlots]uint8 // 1 + the number of the piece
	at     [beginningSlots]uint32
}

const (
	slotBits       = 7
	beginningSlots = 1 << slotBits // twice MaxPieces
)

// slotOf returns the first slot to try: the highest bits of the product with 2³² divided by the
// golden ratio (Knuth 1973).
func slotOf(position uint32) uint32 { return position * 0x9E3779B1 >> (32 - slotBits) }

func (b *beginnings) add(position, piece uint32) {
	slot := slotOf(position)
	for b.pieces[slot] != 0 { // ends: there are more slots than pieces
		slot = (slot + 1) % beginningSlots
	}
	b.pieces[slot], b.at[slot] = uint8(piece)+1, position
}

func (b *beginnings) find(position uint32) (piece uint32, ok bool) {
	slot := slotOf(position)
	for b.pieces[slot] != 0 && b.at[slot] != position { // ends: a slot is empty
		slot = (slot + 1) % beginningSlots
	}
	return uint32(b.pieces[slot]) - 1, b.pieces[slot] != 0
}

// Incoming returns the words that a device imports, in parts: first the number of records, the
// counts of the ants of all devices and the offsets of the records, then the records of each
// device. The memory of an earlier first part, which may be nil, is used again.
func Incoming(earlier []uint32, counts Counts, exported ...Exported) (parts [][]uint32) {
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
	parts = append(parts, words)
	for _, e := range exported {
		parts = append(parts, e.Words)
	}
	return parts
}

// OfAnts returns the counts that the ants of an iteration add to.
func (c Counts) OfAnts() Counts {
	c.Accepted, c.Losing = 0, 0
	return c
}

// OfMerge returns the counts that the merge of an iteration adds to.
func (c Counts) OfMerge() Counts { return Counts{Accepted: c.Accepted, Losing: c.Losing} }
