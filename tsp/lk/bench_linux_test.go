package lk_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bestknown"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/lk"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

// BenchmarkSearch reports how far the tour is above the best known one after some seconds of
// processor time, in percent, and the kicks per second. The instances of TSPLIB are in the folder
// that ACO_VK_TSPLIB names.
func BenchmarkSearch(b *testing.B) {
	for _, name := range []string{"E1k.0", "E10k.0", "pr1002", "pr2392", "pcb3038", "fnl4461", "d2103", "vm1748"} {
		b.Run(name, func(b *testing.B) {
			in := benchmarkInstance(b, name)
			best, ok := bestknown.Length(in)
			if !ok {
				b.Fatal("no best known length")
			}
			p, start := benchmarkProblem(b, in)
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			sums, kicks := make([]float64, len(benchmarkTimes)), 0
			begin := processorTime()
			for seed := range b.N {
				begin := processorTime()
				s := lk.New(p, start, uint64(seed))
				for i, seconds := range benchmarkTimes {
					for processorTime()-begin < seconds {
						s.Run(20)
						kicks += 20
					}
					sums[i] += 100 * float64(s.Length()-best) / float64(best)
				}
			}
			b.ReportMetric(float64(kicks)/(processorTime()-begin), "kicks/s")
			for i, seconds := range benchmarkTimes {
				b.ReportMetric(sums[i]/float64(b.N), fmt.Sprintf("%%-%gs", seconds))
			}
		})
	}
}

// benchmarkTimes are seconds of processor time.
var benchmarkTimes = []float64{0.5, 1, 2, 5}

func benchmarkInstance(b *testing.B, name string) *tsp.Instance {
	if kind, n, seed, err := generate.Parse(name); err == nil {
		in, err := generate.Instance(kind, n, seed)
		if err != nil {
			b.Fatal(err)
		}
		return in
	}
	folder := os.Getenv("ACO_VK_TSPLIB")
	if folder == "" {
		b.Skip("ACO_VK_TSPLIB does not name a folder with TSPLIB's instances")
	}
	f, err := os.Open(filepath.Join(folder, "tsp", name+".tsp"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	in, err := tsplib.Read(f, name+".tsp")
	if err != nil {
		b.Fatal(err)
	}
	return in
}

// benchmarkProblem returns the problem of all cities, along the curve, and the greedy tour.
func benchmarkProblem(b *testing.B, in *tsp.Instance) (*lk.Problem, []int32) {
	lists, err := neighbour.Candidates(b.Context(), in, 6, 1)
	if err != nil {
		b.Fatal(err)
	}
	tour, err := construct.Greedy(b.Context(), in, lists)
	if err != nil {
		b.Fatal(err)
	}
	if lists, err = neighbour.Alpha(b.Context(), in, lists, 5, 100); err != nil {
		b.Fatal(err)
	}
	order, err := construct.SpaceFilling(b.Context(), in)
	if err != nil {
		b.Fatal(err)
	}
	local := make([]int32, len(order))
	for i, city := range order {
		local[city] = int32(i)
	}
	for i, city := range tour {
		tour[i] = local[city]
	}
	return lk.NewProblem(in, order, lists), tour
}

// processorTime returns the seconds of processor time that the thread has used.
func processorTime() float64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return float64(t.Nano()) / 1e9
}
