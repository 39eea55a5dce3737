package merged

import (
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

const (
	longWords      = 3 // words of an accepted long change: ant, low and high
	candidateWords = 2 // words of a candidate: city and distance
	visitWords     = 4 // words of a visit: city, its grid coordinates, and in the plane padding
)

// fixedWords returns the words behind the candidates that have the fixed edges: one for each city,
// or none. Candidates have two words each, so that their number is even.
func fixedWords(m *model.Model) uint64 {
	if !m.HasFixed() {
		return 0
	}
	return uint64(m.Cities+1) / 2 * 2
}

// candidateParts is the number of bindings of the shaders that read candidates in parts.
const candidateParts = 4

// maxPlaces is the most places of a tour that an ant's shader numbers, except for the shaders for
// large instances.
const maxPlaces = 1 << 26

// isLarge reports whether ants need the shaders for large instances: the candidates are too large
// for one binding, so that they are read in parts, or tours have many places. The candidates are
// the largest buffer: with 8 for each city, 4 GiB have room for 67 million cities. A matrix has
// too few cities to need them.
func isLarge(m *model.Model, source distanceSource, limits pipeline.Limits) bool {
	return (m.Large || m.Cities > maxPlaces || !candidates(m).Fits(limits)) && source != fromMatrix
}

// candidates returns the buffer of the candidates and, behind them, the fixed edges.
func candidates(m *model.Model) pipeline.Buffer {
	return pipeline.Buffer{Name: "candidates", Words: uint64(m.Cities)*uint64(m.Width)*candidateWords + fixedWords(m)}
}

// candidateBuffers returns the buffer of the candidates, or its parts.
func candidateBuffers(m *model.Model, source distanceSource, limits pipeline.Limits) []pipeline.Buffer {
	whole := candidates(m)
	if isLarge(m, source, limits) {
		return whole.Parts(candidateParts, candidateWords)
	}
	return []pipeline.Buffer{whole}
}

// buffers returns the buffers that the passes use.
func buffers(m *model.Model, distances *distances, limits pipeline.Limits, passes []pipeline.Pass) []pipeline.Buffer {
	n, rows, places, colonies := uint64(m.Cities), uint64(m.MatrixRows()), uint64(m.Cities), uint64(m.Colonies)
	ants := uint64(m.Ants) * colonies
	blocks, _ := model.ClaimBlocks(m.Cities)
	all := []pipeline.Buffer{
		{Name: "distances", Words: rows * rows},
		{Name: "coordinates", Words: distances.words()},
	}
	all = append(all, candidateBuffers(m, distances.source, limits)...)
	return pipeline.UsedBuffers(append(all, []pipeline.Buffer{
		{Name: "thresholds", Words: model.ThresholdWords},
		{Name: "tours", Words: colonies * 2 * places},
		{Name: "positions", Words: colonies * n},
		{Name: "visits", Words: colonies * places * visitWords},
		{Name: "headers", Words: ants * model.HeaderWords},
		{Name: "change_pieces", Words: ants * model.MaxPieces * model.PieceWords},
		{Name: "claims", Words: colonies * 2 * uint64(blocks)},
		{Name: "long_changes", Words: ants},
		{Name: "accepted_long", Words: colonies * model.MaxLongChanges * longWords},
		{Name: "exported", Words: model.ExportedWords},
		{Name: "outgoing", Words: ants * model.MaxRecordWords},
		{Name: "incoming", Words: model.IncomingWords + ants*(1+model.MaxRecordWords)},
		{Name: "best_tour", Words: colonies * places},
		{Name: "state", Words: colonies * model.StateWords},
	}...), passes)
}
