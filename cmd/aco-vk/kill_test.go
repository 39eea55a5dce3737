package main

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/checkpoint"
)

// longLived are runs that find their best tours late, each long enough to be killed some times.
var longLived = [][]string{
	{"gen:uniform:200:1", "--algorithm", "mmas", "--local-search", "3opt", "--ants", "4", "--memory", "candidates", "--iterations", "150"},
	{"gen:uniform:120:1", "--algorithm", "acs", "--synchronous", "--memory", "selective", "--ants", "8", "--iterations", "450"},
	{"gen:uniform:120:1", "--algorithm", "mmas", "--colonies", "3", "--exchange-every", "7", "--ants", "8", "--rho", "0.2", "--beta", "4", "--iterations", "400"},
	{"gen:uniform:120:1", "--algorithm", "as", "--ants", "16", "--iterations", "200"},
	{"gen:uniform:400:1", "--algorithm", "merged", "--colonies", "3", "--ants", "40", "--iterations", "250"},
	{"gen:uniform:400:1", "--algorithm", "merged", "--windows", "2", "--ants", "40", "--pheromone", "strong", "--iterations", "400"},
}

// A process that is killed at any moment leaves a checkpoint to go on with, and the run ends with the tour of one that was not killed.
// It goes on on the processor and on a device in turn. ACO_VK_KILLS says how often processes are killed.
func TestKilledRunsEndAsUninterruptedOnes(t *testing.T) {
	kills := 2 * len(longLived)
	if testing.Short() {
		kills = len(longLived)
	}
	if number, err := strconv.Atoi(os.Getenv("ACO_VK_KILLS")); err == nil {
		kills = number
	}
	devices := []string{"cpu"}
	if deviceThere() {
		devices = append(devices, "auto")
	}
	each := min(4, (kills+len(longLived)-1)/len(longLived))
	random := rand.New(rand.NewPCG(1, 2))
	wholes := map[int][]byte{}
	for round := 0; kills > 0; round++ {
		which := round % len(longLived)
		r := longRun{t: t, flags: longLived[which], folder: t.TempDir(), devices: devices, random: random}
		if wholes[which] == nil {
			wholes[which] = r.whole()
		}
		kills -= r.killed(min(kills, each))
		if tour := r.end(); !bytes.Equal(tour, wholes[which]) {
			t.Errorf("%v: another tour than without kills:\n%s\nnot\n%s", r.flags, tour, wholes[which])
		}
	}
}

// longRun is a run in many processes.
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

// whole makes the run in one process, and returns the tour's file.
func (r *longRun) whole() []byte {
	arguments := append([]string{"solve", "--device", "cpu", "--quiet", "--tour", r.file("whole")}, r.flags...)
	return r.finish(exec.Command("aco-vk", arguments...), "whole")
}

// next is a process that goes on with the run, or begins it where no checkpoint is yet.
func (r *longRun) next() *exec.Cmd {
	arguments := []string{
		"solve", "--device", r.devices[r.processes%len(r.devices)], "--quiet", "--tour", r.file("tour"),
		"--checkpoint", r.file("kept"), "--checkpoint-every", "5ms",
	}
	r.processes++
	f, err := checkpoint.Open(r.file("kept"))
	switch {
	case errors.Is(err, os.ErrNotExist) && r.iteration == 0:
		return exec.Command("aco-vk", append(arguments, r.flags...)...)
	case err != nil:
		r.t.Fatalf("%v: process %d was killed and left: %v", r.flags, r.processes-1, err)
	}
	defer f.Close()
	if f.Header.Iteration < r.iteration {
		r.t.Fatalf("%v: process %d went back from iteration %d to %d", r.flags, r.processes-1, r.iteration, f.Header.Iteration)
	}
	r.iteration = f.Header.Iteration
	return exec.Command("aco-vk", append(arguments, r.flags[0], "--resume", r.file("kept"))...)
}

// killed kills processes at random moments, at most so many, until one comes to its end, and returns how many.
func (r *longRun) killed(most int) (kills int) {
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

// end makes the rest of the run, and returns the tour's file.
func (r *longRun) end() []byte { return r.finish(r.next(), "tour") }

func (r *longRun) finish(process *exec.Cmd, tour string) []byte {
	if out, err := process.CombinedOutput(); err != nil {
		r.t.Fatalf("%v: %v\n%s", process.Args, err, out)
	}
	text, err := os.ReadFile(r.file(tour))
	if err != nil {
		r.t.Fatal(err)
	}
	return text
}
