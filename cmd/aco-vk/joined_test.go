package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// joinedWorkers are workers that joined a server without a worker of its own, each on one core.
type joinedWorkers struct {
	served
	workers []*exec.Cmd
}

func newJoinedWorkers(t *testing.T, workers int) *joinedWorkers {
	j := &joinedWorkers{served: served{t: t, folder: t.TempDir()}}
	j.process = exec.Command("aco-vk", "serve", "--data", j.folder, "--listen", "127.0.0.1:0", "--workers",
		"127.0.0.1:0", "--device", "none")
	messages, err := j.process.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := j.process.Start(); err != nil {
		t.Fatal(err)
	}
	join, isJoin := "", regexp.MustCompile(`--join (\S+)`)
	for lines := bufio.NewScanner(messages); join == "" && lines.Scan(); {
		if url, ok := strings.CutPrefix(lines.Text(), "jobs are accepted at "); ok {
			j.url = url
		} else if found := isJoin.FindStringSubmatch(lines.Text()); found != nil {
			join = found[1]
		}
	}
	for range workers {
		w := exec.Command("aco-vk", "work", "--join", join, "--token-file", filepath.Join(j.folder, "token"),
			"--device", "cpu")
		w.Env = append(os.Environ(), "GOMAXPROCS=1")
		if err := w.Start(); err != nil {
			t.Fatal(err)
		}
		j.workers = append(j.workers, w)
	}
	return j
}

func (j *joinedWorkers) end() {
	for _, process := range append(j.workers, j.process) {
		process.Process.Signal(syscall.SIGTERM)
		process.Wait()
	}
}

// The tours of one worker and of several at the same time limit. ACO_VK_PEERS has the limit, the
// number of seeds, the most workers, and numbers of cities: ACO_VK_PEERS="30s 3 2 2000 10000".
func TestPeersCompared(t *testing.T) {
	fields := strings.Fields(os.Getenv("ACO_VK_PEERS"))
	if len(fields) < 4 {
		t.Skip("measures for minutes")
	}
	limit, err := time.ParseDuration(fields[0])
	if err != nil {
		t.Fatal(err)
	}
	var numbers []int
	for _, field := range fields[1:] {
		number, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		numbers = append(numbers, number)
	}
	seeds, most, sizes := numbers[0], numbers[1], numbers[2:]
	for _, cities := range sizes {
		instance, err := generate.Instance("uniform", cities, 1)
		if err != nil {
			t.Fatal(err)
		}
		if instance, err = tsp.FromXY(tsp.EUC2D, instance.X, instance.Y); err != nil {
			t.Fatal(err)
		}
		one := 0.0 // mean length with one worker
		for workers := 1; workers <= most; workers++ {
			j := newJoinedWorkers(t, workers)
			sum, arrived := 0.0, 0
			for seed := range uint64(seeds) {
				seed = 1000 * (seed + 1)
				id, _, err := j.submit(instance.X, instance.Y,
					job.Options{Machines: workers, TimeLimit: job.Duration(limit), Seed: &seed})
				if err != nil {
					t.Fatal(err)
				}
				done := j.wait(id, instance)
				if done.State != job.Done {
					t.Errorf("the job is %+v", done)
				}
				sum += float64(done.Result.Length)
				arrived += len(done.Result.Exchanges)
			}
			j.end()
			mean := sum / float64(seeds)
			if workers == 1 {
				one = mean
			}
			t.Logf(
				"%d cities, %v, %d workers: mean length of %d runs %.0f, %+.3f%% against one worker, %d tours of others", cities, limit, workers, seeds, mean, 100*(mean/one-1), arrived)
		}
	}
}

// How much faster two workers, each on one core, end many jobs than one. ACO_VK_THROUGHPUT is the
// number of jobs.
func TestThroughputOfWorkers(t *testing.T) {
	jobs, err := strconv.Atoi(os.Getenv("ACO_VK_THROUGHPUT"))
	if err != nil {
		t.Skip("measures for minutes")
	}
	instance, err := generate.Instance("uniform", 500, 1)
	if err != nil {
		t.Fatal(err)
	}
	if instance, err = tsp.FromXY(tsp.EUC2D, instance.X, instance.Y); err != nil {
		t.Fatal(err)
	}
	var took [3]time.Duration
	for workers := 1; workers <= 2; workers++ {
		j := newJoinedWorkers(t, workers)
		first, _, err := j.submit(instance.X, instance.Y, job.Options{Iterations: 1, Colonies: 1})
		if err != nil {
			t.Fatal(err)
		}
		j.wait(first, instance) // the workers are ready
		started := time.Now()
		var ids []string
		for seed := range uint64(jobs) {
			id, _, err := j.submit(instance.X, instance.Y, job.Options{Iterations: 100, Colonies: 2, Seed: &seed})
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, id)
		}
		by := map[string]int{}
		for _, id := range ids {
			by[j.wait(id, instance).Worker]++
		}
		if len(by) != workers {
			t.Errorf("the jobs were done by %v", by)
		}
		took[workers] = time.Since(started)
		j.end()
	}
	t.Logf("%d jobs of 500 cities: one worker %v, two workers %v, %.2f times as fast", jobs,
		took[1].Round(time.Millisecond), took[2].Round(time.Millisecond), took[1].Seconds()/took[2].Seconds())
}
