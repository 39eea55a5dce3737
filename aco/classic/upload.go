package classic

import (
	"context"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Upload uploads all data that the first iteration of a prepared problem reads, and sets the push
// constants of the recipe. It returns the hash of the heuristic table, the SHA-256 in hexadecimal.
func Upload(
	ctx context.Context, run *pipeline.Run, p *model.Problem, rules model.StopRules,
) (heuristicSHA256 string, err error) {
	for name, value := range values(p, rules) {
		if err := run.Set(name, value); err != nil {
			return "", err
		}
	}
	uploadTables := uploadLists
	if p.Algorithm == model.AlgorithmAS {
		uploadTables = uploadMatrices
	}
	var hash model.TableHash
	if err := uploadTables(ctx, run, p, &hash); err != nil {
		return "", err
	}
	if run.HasBuffer("coordinates") {
		if err := run.Upload("coordinates", 0, p.Plane.Coordinates()); err != nil {
			return "", err
		}
	}
	if err := uploadFixed(run, p); err != nil {
		return "", err
	}
	if run.HasBuffer("rule_weights") {
		if err := run.Upload("rule_weights", 0, p.RuleWeights()); err != nil {
			return "", err
		}
	}
	if err := uploadTrails(run, p); err != nil {
		return "", err
	}
	return hash.Sum(), uploadStates(run, initialStates(p, rules))
}

// uploadMatrices uploads the constant matrices, some rows at a time. The heuristic needs the
// distances even if the device computes them.
func uploadMatrices(ctx context.Context, run *pipeline.Run, p *model.Problem, hash *model.TableHash) error {
	width := Pitch(p.Cities)
	rows := min(p.Cities, max(1, pipeline.UploadWords/width))
	var near []uint32
	if run.HasBuffer("near") {
		near = make([]uint32, rows*model.NearWords)
	}
	m := model.Matrices{Distances: make([]uint32, rows*width), Heuristic: make([]uint32, rows*width), Near: near}
	for first := 0; first < p.Cities; first += rows {
		count := min(rows, p.Cities-first)
		m.Distances, m.Heuristic = m.Distances[:count*width], m.Heuristic[:count*width]
		if err := p.Rows(ctx, first, width, m); err != nil {
			return err
		}
		hash.Add(m.Heuristic, width, p.Cities)
		for _, part := range []struct {
			name  string
			words []uint32
			width int
		}{{"distances", m.Distances, width}, {"heuristic", m.Heuristic, width}, {"near", m.Near, model.NearWords}} {
			if !run.HasBuffer(part.name) {
				continue
			}
			if err := run.Upload(part.name, uint64(first*part.width), part.words[:count*part.width]); err != nil {
				return err
			}
		}
	}
	return nil
}

// uploadLists uploads the neighbour lists, the heuristic of the candidates and, if the device uses
// one, the distance matrix.
func uploadLists(ctx context.Context, run *pipeline.Run, p *model.Problem, hash *model.TableHash) error {
	if err := p.CheckDistances(); err != nil {
		return err
	}
	lists, err := model.NewNeighbourLists(ctx, p)
	if err != nil {
		return err
	}
	heuristic := p.CandidateHeuristic(lists)
	hash.Add(heuristic, p.Candidates, p.Candidates)
	for _, part := range []struct {
		name  string
		words []uint32
	}{{"neighbours", lists.Cities}, {"neighbour_distances", lists.Distances}, {"candidate_heuristic", heuristic}} {
		if !run.HasBuffer(part.name) {
			continue
		}
		if err := run.Upload(part.name, 0, part.words); err != nil {
			return err
		}
	}
	if run.HasBuffer("distances") {
		return uploadDistances(ctx, run, p)
	}
	return nil
}

// uploadDistances computes and uploads the distance matrix. It stops between rows when ctx ends.
func uploadDistances(ctx context.Context, run *pipeline.Run, p *model.Problem) error {
	return run.UploadRows(ctx, "distances", p.Cities, Pitch(p.Cities), func(from int, row []uint32) {
		for to := range p.Cities {
			row[to] = p.Distance(uint32(from), uint32(to))
		}
	})
}

// fixedWords returns the words of the fixed edges in the buffer that has them: neighbours, or in
// AS, which has no lists, weights.
func fixedWords(p *model.Problem) uint64 {
	if !p.HasFixed() {
		return 0
	}
	return uint64(Pitch(p.Cities)) // padded, because shaders also read weights as vectors of four words
}

// uploadFixed uploads the fixed edges, behind all other words of their buffer.
func uploadFixed(run *pipeline.Run, p *model.Problem) error {
	if !p.HasFixed() {
		return nil
	}
	buffer, width := "neighbours", p.ListWidth()
	if p.Algorithm == model.AlgorithmAS {
		buffer, width = "weights", Pitch(p.Cities)
	}
	return run.Upload(buffer, uint64(p.Cities)*uint64(width), p.Fixed)
}

// uploadTrails uploads the initial pheromone of all colonies and, with MMAS, the first tour that
// it may reinforce.
func uploadTrails(run *pipeline.Run, p *model.Problem) error {
	if run.HasBuffer("restart_tour") {
		start := slices.Repeat(engine.WordsOf(p.Start), p.Colonies)
		if err := run.Upload("restart_tour", 0, start); err != nil {
			return err
		}
	}
	for _, name := range []string{"raised", "crossed_edges"} {
		if run.HasBuffer(name) {
			if err := run.Fill(name, 0); err != nil {
				return err
			}
		}
	}
	if run.HasBuffer("candidate_trails") {
		if err := run.Fill("candidate_trails", p.Trail.Initial); err != nil {
			return err
		}
	}
	if p.Memory != model.MemorySelective {
		return run.Fill("pheromone", p.Trail.Initial)
	}
	records := p.NewRecords()
	for colony := range p.Colonies {
		if err := run.Upload("pheromone", uint64(colony*len(records)), records); err != nil {
			return err
		}
	}
	if run.HasBuffer("owners") {
		if err := run.Fill("owners", math.MaxUint32); err != nil { // none
			return err
		}
	}
	return run.Fill("tails", 0)
}

// uploadStates uploads the states and the best tours of all colonies, in two transfers for any
// number of colonies.
func uploadStates(run *pipeline.Run, all []colonyState) error {
	var states, tours []uint32
	for _, c := range all {
		states = append(states, c.state.Words()...)
		tours = append(tours, c.tour...)
	}
	if err := run.Upload("best_tour", 0, tours); err != nil {
		return err
	}
	return run.Upload("state", 0, states)
}
