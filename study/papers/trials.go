package papers

import (
	"context"
	"math"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	twin "github.com/aco-vk/aco-vk/aco/classic/reference"
)

// TrialShare is the part of all choices of a city that the first trials decide.
type TrialShare struct {
	Trials  int     `json:"trials"`
	Percent float64 `json:"percent"`
}

// trialCounts are the numbers of trials of [TrialShare].
var trialCounts = []int{1, 2, 3, 4, 5, 8, 16, 32, 64, 128, 256, 512, 1024, 2048}

// measureTrials runs the sequential reference and computes how many trials a choice needs with the
// weights and tours of the last iteration.
func (r *run) measureTrials(ctx context.Context, t *task) error {
	iterations, _, err := r.iterations(ctx, t)
	if err != nil {
		return err
	}
	p, err := model.New(ctx, t.instance, t.options.Parameters)
	if err != nil {
		return err
	}
	colonies, err := twin.Colonies(ctx, p, model.StopRules{})
	if err != nil {
		return err
	}
	for range iterations {
		if err := colonies[0].Iterate(ctx); err != nil {
			return err
		}
	}
	t.Parameters = p.Parameters
	t.Trials = trialShares(colonies[0].Weights, colonies[0].Tours, p.Cities)
	return nil
}

// trialShares returns the expected shares of the choices of tours. A trial draws a city by the
// weights of all cities and fails if it is visited, so it succeeds with the share of the weights
// that unvisited cities have.
func trialShares(weights, tours []uint32, cities int) []TrialShare {
	shares := make([]TrialShare, len(trialCounts))
	choices := 0
	for first := 0; first < len(tours); first += cities {
		visited := make([]bool, cities)
		tour := tours[first : first+cities]
		for _, city := range tour[:cities-1] {
			visited[city] = true
			success := unvisitedShare(weights[int(city)*cities:(int(city)+1)*cities], visited)
			for i, trials := range trialCounts {
				shares[i].Percent += 100 * (1 - math.Pow(1-success, float64(trials)))
			}
			choices++
		}
	}
	for i, trials := range trialCounts {
		shares[i] = TrialShare{trials, shares[i].Percent / float64(choices)}
	}
	return shares
}

// unvisitedShare returns the share of the weights of a row that unvisited cities have.
func unvisitedShare(row []uint32, visited []bool) float64 {
	var all, unvisited uint64
	for j, w := range row {
		all += uint64(w)
		if !visited[j] {
			unvisited += uint64(w)
		}
	}
	return float64(unvisited) / float64(all)
}
