package classic

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// fixedWords returns the words of the fixed edges in the buffer that has them: neighbours, or in AS, which has no lists, weights.
func fixedWords(p *model.Problem) uint64 {
	if !p.HasFixed() {
		return 0
	}
	return uint64(pitch(p.Cities)) // padded, because shaders also read weights as vectors of four words
}

// uploadFixed uploads the fixed edges, behind all other words of their buffer.
func uploadFixed(run *pipeline.Run, p *model.Problem) error {
	if !p.HasFixed() {
		return nil
	}
	buffer, width := "neighbours", p.ListWidth()
	if p.Algorithm == model.AlgorithmAS {
		buffer, width = "weights", pitch(p.Cities)
	}
	return run.Upload(buffer, uint64(p.Cities)*uint64(width), p.Fixed)
}
