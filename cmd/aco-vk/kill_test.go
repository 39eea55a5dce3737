package main

import (
	"bytes"
	"cmp"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/internal/testkind"
)

// killedRuns are the flags of runs that find their best tours late, and take long enough to be
// killed several times. Short tests kill each of the first two once.
var killedRuns = [][]string{
	{"gen:uniform:400:1", "--algorithm", "merged", "--colonies", "2", "--ants", "40", "--iterations", "400"},
	{"gen:uniform:120:1", "--algorithm", "mmas", "--colonies", "3", "--exchange-every", "7", "--ants", "8", "--rho",
		"0.2", "--beta", "4", "--iterations", "400"},
	{"gen:uniform:120:1", "--algorithm", "acs", "--synchronous", "--memory", "selective", "--ants", "8", "--iterations",
		"450"},
	{"gen:uniform:120:1", "--algorithm", "as", "--ants", "16", "--iterations", "200"},
	{"gen:uniform:400:1", "--algorithm", "merged", "--colonies", "3", "--ants", "40", "--iterations", "250"},
	{"gen:uniform:200:1", "--algorithm", "mmas", "--local-search", "3opt", "--ants", "4", "--memory", "candidates",
		"--iterations", "150"},
}

// A process that is killed at any moment leaves a valid checkpoint, and the resumed run ends with
// the tour of an uninterrupted one. The processes use the processor and a device in turn.
// ACO_VK_KILLS is the total number of kills.
func TestKilledRunsEndAsUninterruptedOnes(t *testing.T) {
	testkind.Whole(t)
	testkind.ManyProcesses(t)
	kills := 2 * len(killedRuns)
	if testing.Short() {
		kills = 2
	}
	kills = cmp.Or(sizeOf("ACO_VK_KILLS"), kills)
	devices := []string{"cpu"}
	if hasDevice() {
		devices = append(devices, "vulkan")
	}
	each := min(4, (kills+len(killedRuns)-1)/len(killedRuns))
	random := rand.New(rand.NewPCG(1, 2))
	wants := map[int][]byte{}
	for round := 0; kills > 0; round++ {
		which := round % len(killedRuns)
		r := longRun{t: t, flags: killedRuns[which], folder: t.TempDir(), devices: devices, random: random}
		if wants[which] == nil {
			wants[which] = r.uninterrupted()
		}
		kills -= r.kill(min(kills, each))
		if tour := r.end(); !bytes.Equal(tour, wants[which]) {
			t.Errorf("%v: tour\n%s\nwant, as without kills\n%s", r.flags, tour, wants[which])
		}
	}
}

// longRun is a run in several processes, each resumed from the checkpoint of the previous one.
type longRun struct {
	t         *testing.T
	flags     []string
	folder    string
	devices   []string
	random    *rand.Rand
	processes int
	iteration int // of the last checkpoint
}

func (r *longRun) file(name string) string { return filepath.Join(r.folder, name) }

// uninterrupted makes the whole run in one process, and returns the contents of the tour file.
func (r *longRun) uninterrupted() []byte {
	arguments := append([]string{"solve", "--device", "cpu", "--quiet", "--tour", r.file("whole")}, r.flags...)
	return r.finish(exec.Command("aco-vk", arguments...), "whole")
}

// next returns a process that resumes the run, or starts it if there is no checkpoint yet.
func (r *longRun) next() *exec.Cmd {
	arguments := []string{
		"solve", "--device", r.devices[r.processes%len(r.devices)], "--quiet", "--tour", r.file("tour"),
		"--checkpoint", r.file("checkpoint"), "--checkpoint-every", "5ms",
	}
	r.processes++
	f, err := checkpoint.Open(r.file("checkpoint"))
	switch {
	case errors.Is(err, os.ErrNotExist) && r.iteration == 0:
		return exec.Command("aco-vk", append(arguments, r.flags...)...)
	case err != nil:
		r.t.Fatalf("%v: the checkpoint of process %d, which was killed: %v", r.flags, r.processes-1, err)
	}
	defer f.Close()
	if f.Header.Iteration < r.iteration {
		r.t.Fatalf("%v: process %d went back from iteration %d to %d", r.flags, r.processes-1, r.iteration,
			f.Header.Iteration)
	}
	r.iteration = f.Header.Iteration
	return exec.Command("aco-vk", append(arguments, r.flags[0], "--resume", r.file("checkpoint"))...)
}

// kill starts processes and kills them at random moments, at most most times, until one
// completes. It returns the number of kills.
func (r *longRun) kill(most int) (kills int) {
	for kills < most {
		process := r.next()
		if err := process.Start(); err != nil {
			r.t.Fatal(err)
		}
		time.AfterFunc(time.Duration(r.random.Int64N(int64(500*time.Millisecond))), func() { process.Process.Kill() })
		if process.Wait() == nil {
			break
		}
		kills++
	}
	return kills
}

// end completes the run and returns the contents of the tour file.
func (r *longRun) end() []byte { return r.finish(r.next(), "tour") }

func (r *longRun) finish(process *exec.Cmd, tour string) []byte {
	if out, err := process.CombinedOutput(); err != nil {
		r.t.Fatalf("%v: %v\n%s", process.Args, err, out)
	}
	return read(r.t, r.file(tour))
}
