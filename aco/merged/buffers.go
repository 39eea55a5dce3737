package merged

import (
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/stages"
	"github.com/aco-vk/aco-vk/pipeline"
)

const (
	longWords      = 3 // words of an accepted long change: ant, low and high
	candidateWords = 2 // words of a candidate: city and distance
	visitWords     = 4 // words of a visit: city, its grid coordinates, and in the plane padding
)

// fixedWords returns the words behind the candidates that have the fixed edges: one for each city, or none. Candidates have two words each, so
// that their number is even.
func fixedWords(m *model.Model) uint64 {
	if !m.HasFixed() {
		return 0
	}
	return uint64(m.Cities+1) / 2 * 2
}

// buffers returns the buffers that the passes use.
func buffers(m *model.Model, distances *distances, passes []pipeline.Pass) []pipeline.Buffer {
	n, rows, places, colonies := uint64(m.Cities), uint64(m.MatrixRows()), uint64(m.TourCities()), uint64(m.Colonies)
	ants := uint64(m.Ants) * colonies
	blocks, _ := model.ClaimBlocks(m.TourCities())
	return stages.UsedBuffers([]pipeline.Buffer{
		{Name: "distances", Words: rows * rows},
		{Name: "coordinates", Words: distances.words()},
		{Name: "candidates", Words: n*uint64(m.Width)*candidateWords + fixedWords(m)},
		{Name: "thresholds", Words: model.ThresholdWords},
		{Name: "tours", Words: colonies * 2 * places},
		{Name: "positions", Words: colonies * n},
		{Name: "visits", Words: colonies * places * visitWords},
		{Name: "trails", Words: colonies * n * uint64(m.Width)},
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
	}, passes)
}
