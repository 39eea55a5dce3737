package lockstep

import (
	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/classic/reference"
)

// referenceBuffer has the data of the reference for a buffer of the device.
type referenceBuffer struct {
	name           string
	words          []uint32
	columns, pitch int // words of a row: in the reference, and on the device with padding
}

// Compare compares every buffer that the reference has. It returns nil if all are equal.
func (c *Classic) Compare() (all *Difference, err error) {
	for _, b := range c.buffers() {
		difference, err := c.compare(b.name, b.columns, b.pitch, func([]uint32) []uint32 { return b.words })
		if err != nil {
			return nil, err
		}
		all = all.join(difference)
	}
	return all, nil
}

// buffers returns the data of the reference by buffer, colony after colony.
func (c *Classic) buffers() []referenceBuffer {
	ref, n := c.References[0], c.Problem.Cities
	width := max(1, ref.Lists.Width)
	_, candidates := ref.HeuristicTable()
	trails := len(ref.Pheromone) / n // per city
	perColony := func(words func(*reference.Colony) []uint32) []uint32 {
		var all []uint32
		for _, ref := range c.References {
			all = append(all, words(ref)...)
		}
		return all
	}
	var buffers []referenceBuffer
	for _, b := range []referenceBuffer{
		{"distances", ref.Distances, n, classic.Pitch(n)},
		{"heuristic", ref.Heuristic, n, classic.Pitch(n)},
		{"neighbours", ref.Lists.Cities, width, width},
		{"neighbour_distances", ref.Lists.Distances, width, width},
		{"candidate_heuristic", ref.CandidateHeuristic, candidates, candidates},
		{"pheromone", perColony(func(c *reference.Colony) []uint32 { return c.Pheromone }), trails, trailPitch(
			n, trails,
		)},
		{"tails", perColony(func(c *reference.Colony) []uint32 { return c.Tails }), 1, 1},
		{
			"weights", perColony(func(c *reference.Colony) []uint32 { return c.Weights }), len(ref.Weights) / n,
			trailPitch(n, len(ref.Weights)/n),
		},
		{"sums", ref.Sums, n, classic.Pitch(n)},
		{"guide", ref.Guide, 1, 1},
		{"near", ref.Near, model.NearWords, model.NearWords},
		{"tours", perColony(func(c *reference.Colony) []uint32 { return c.Tours }), n, n},
		{"lengths", perColony(func(c *reference.Colony) []uint32 { return words(c.Lengths) }), 2, 2},
		{"amounts", ref.Amounts, 1, 1},
		{"rule_weights", ref.RuleWeights, 1, 1},
		{"best_tour", perColony(func(c *reference.Colony) []uint32 { return c.BestTour }), n, n},
		{"deposit_tour", perColony(func(c *reference.Colony) []uint32 { return c.DepositTour }), n, n},
		{"restart_tour", perColony(func(c *reference.Colony) []uint32 { return c.RestartTour }), n, n},
		{
			"state", perColony(func(c *reference.Colony) []uint32 { return c.State.Words() }), model.StateWords,
			model.StateWords,
		},
	} {
		// Without a distance matrix in the reference, the device computes distances from
		// coordinates.
		if c.Run.HasBuffer(b.name) && len(b.words) > 0 {
			buffers = append(buffers, b)
		}
	}
	return buffers
}

// trailPitch returns the words of a row on the device. Rows of matrices are padded, others are
// not.
func trailPitch(cities, words int) int {
	if words == cities {
		return classic.Pitch(cities)
	}
	return words
}

// words returns 64-bit numbers as pairs of words, low word first.
func words(values []uint64) []uint32 {
	var words []uint32
	for _, v := range values {
		words = append(words, uint32(v), uint32(v>>32))
	}
	return words
}

// Upload uploads the data of the reference to a buffer, after they were changed. It returns the
// words on the device, with padding; nil if the recording has no such buffer.
func (c *Classic) Upload(name string) ([]uint32, error) {
	words := c.padded(name)
	if words == nil {
		return nil, nil
	}
	return words, c.Run.Upload(name, 0, words)
}

// padded returns the words of the reference for a buffer of the device, with the padding of rows.
func (c *Classic) padded(name string) []uint32 {
	for _, b := range c.buffers() {
		if b.name != name {
			continue
		}
		rows := len(b.words) / b.columns
		padded := make([]uint32, rows*b.pitch)
		for row := range rows {
			copy(padded[row*b.pitch:], b.words[row*b.columns:(row+1)*b.columns])
		}
		return padded
	}
	return nil
}
