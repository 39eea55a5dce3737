package classic

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// uploadLists uploads the neighbour lists, the heuristic of the candidates and, if the device uses one, the distance matrix.
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
	return run.UploadRows(ctx, "distances", p.Cities, pitch(p.Cities), func(from int, row []uint32) {
		for to := range p.Cities {
			row[to] = p.Distance(uint32(from), uint32(to))
		}
	})
}
