package aco_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/timeline"
	"github.com/aco-vk/aco-vk/tsp"
)

// picker plans the ways of order pickers. All requests share one solver, which needs no device for them.
type picker struct {
	*aco.Solver
	limit time.Duration // of a search
}

// route returns the places of an order in the order of the visit. ways are those between any two.
// ctx ends if nobody waits for the route any more.
func (p picker) route(ctx context.Context, ways [][]int) (tsp.Tour, error) {
	in, err := tsp.FromMatrix(ways)
	if err != nil {
		return nil, err
	}
	result, err := p.Solve(ctx, in, aco.Options{TimeLimit: p.limit})
	if err != nil {
		return nil, err
	}
	return result.Tour, nil
}

// A service that plans the ways of order pickers within milliseconds. BenchmarkPicking is its load
// generator.
func ExampleSolver_milliseconds() {
	solver, err := aco.NewSolver()
	if err != nil {
		log.Fatal(err)
	}
	defer solver.Close()
	p := picker{solver, time.Millisecond}
	for _, places := range []int{20, 40, 60} {
		tour, err := p.route(context.Background(), warehouse(rand.New(rand.NewPCG(1, 1)), places))
		fmt.Println(len(tour), tour.Validate(places), err)
	}
	// Output:
	// 20 <nil> <nil>
	// 40 <nil> <nil>
	// 60 <nil> <nil>
}

// warehouse returns the ways between random places of a warehouse, in decimetres: aisles of 40 m at 3 m
// lead from one cross aisle to another one.
func warehouse(random *rand.Rand, places int) [][]int {
	type place struct{ aisle, at int }
	list := make([]place, places)
	for i := range list {
		list[i] = place{random.IntN(20), random.IntN(401)}
	}
	ways := make([][]int, places)
	for i, a := range list {
		for _, b := range list {
			way := max(a.at-b.at, b.at-a.at)
			if a.aisle != b.aisle {
				way = min(a.at+b.at, 800-a.at-b.at) + 30*max(a.aisle-b.aisle, b.aisle-a.aisle)
			}
			ways[i] = append(ways[i], way)
		}
	}
	return ways
}

func lengthOf(ways [][]int, tour tsp.Tour) (length int) {
	last := tour[len(tour)-1]
	for _, place := range tour {
		length += ways[last][place]
		last = place
	}
	return length
}

// BenchmarkPicking asks for a route every 5 ms, of 20 to 60 places, and reports when the answers came and how
// good they are. -benchtime 1200x is 6 s.
func BenchmarkPicking(b *testing.B) {
	const (
		pause    = 5 * time.Millisecond
		deadline = 20 * time.Millisecond
		orders   = 100
	)
	solver := must.Get(aco.NewSolver())(b)
	defer solver.Close()
	var ways [orders][][]int
	var best [orders]int
	for i := range ways {
		random := rand.New(rand.NewPCG(2, uint64(i)))
		ways[i] = warehouse(random, 20+random.IntN(41))
		in := must.Get(tsp.FromMatrix(ways[i]))(b)
		result, err := solver.Solve(b.Context(), in, aco.Options{Method: aco.Chained{}, TimeLimit: 60 * time.Millisecond})
		if err != nil {
			b.Fatal(err)
		}
		best[i] = lengthOf(ways[i], result.Tour)
	}
	for _, limit := range []time.Duration{time.Millisecond, 2 * time.Millisecond, 4 * time.Millisecond, 8 * time.Millisecond} {
		b.Run(limit.String(), func(b *testing.B) {
			p := picker{solver, limit}
			took, gaps := make([]time.Duration, b.N), make([]float64, b.N)
			var requests sync.WaitGroup
			used, began := timeline.ProcessorTime(), time.Now()
			for i := range b.N {
				due := began.Add(time.Duration(i) * pause)
				time.Sleep(time.Until(due))
				requests.Go(func() {
					ctx, cancel := context.WithDeadline(b.Context(), due.Add(deadline))
					defer cancel()
					tour, err := p.route(ctx, ways[i%orders])
					if took[i] = time.Since(due); errors.Is(err, context.DeadlineExceeded) {
						gaps[i] = 1
					} else if err != nil {
						b.Error(err)
					} else {
						gaps[i] = float64(lengthOf(ways[i%orders], tour))/float64(best[i%orders]) - 1
					}
				})
			}
			requests.Wait()
			used = timeline.ProcessorTime() - used
			late, mean := 0, 0.0
			for i := range took {
				if took[i] > deadline {
					late++
				}
				mean += gaps[i] / float64(b.N)
			}
			slices.Sort(took)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(used.Seconds()*1000/float64(b.N), "cpu-ms/op")
			b.ReportMetric(took[b.N/2].Seconds()*1000, "p50-ms")
			b.ReportMetric(took[b.N*99/100].Seconds()*1000, "p99-ms")
			b.ReportMetric(float64(late), "late")
			b.ReportMetric(100*mean, "gap-%")
			b.ReportMetric(100*slices.Max(gaps), "worst-%")
		})
	}
}
