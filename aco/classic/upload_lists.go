package classic

import (
	"context"
	"runtime"
	"sync"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// uploadLists uploads the neighbour lists, the heuristic of the candidates and, if the device uses one, the distance matrix.
func uploadLists(ctx context.Context, run *pipeline.Run, p *problem.Problem, hash *problem.TableHash) error {
	if err := p.CheckDistances(); err != nil {
		return err
	}
	lists, err := problem.NewNeighbourLists(ctx, p)
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

// uploadDistances computes and uploads the distance matrix, some rows at a time, on all processors. It stops between rows when ctx ends.
func uploadDistances(ctx context.Context, run *pipeline.Run, p *problem.Problem) error {
	width := pitch(p.Cities)
	rows := min(p.Cities, max(1, uploadWords/width))
	words := make([]uint32, rows*width)
	for first := 0; first < p.Cities; first += rows {
		count := min(rows, p.Cities-first)
		var workers sync.WaitGroup
		processors := runtime.GOMAXPROCS(0)
		for worker := range processors {
			workers.Go(func() {
				for row := worker; row < count && ctx.Err() == nil; row += processors {
					for to := range p.Cities {
						words[row*width+to] = p.Distance(uint32(first+row), uint32(to))
					}
				}
			})
		}
		workers.Wait()
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := run.Upload("distances", uint64(first*width), words[:count*width]); err != nil {
			return err
		}
	}
	return nil
}
