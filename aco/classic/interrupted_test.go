package classic

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/shaders/glsl"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestInterruptedRunsResume interrupts a run several times within iterations, with frequent
// checkpoints. It ends like an uninterrupted run.
func TestInterruptedRunsResume(t *testing.T) {
	device := vktest.Open(t)
	instance := tsptest.Generate(t, "uniform", 37, 1)
	const end = 30
	for _, name := range []string{"selective", "exchanging"} {
		t.Run(name, func(t *testing.T) {
			parameters := checkpointParameters()[name]
			whole := runAndSave(t, instance, Options{Parameters: parameters, Rules: engine.Rules{Iterations: end}}, filepath.Join(t.TempDir(), "whole"), nil)
			file := filepath.Join(t.TempDir(), "file")
			o := Options{Parameters: parameters, Rules: engine.Rules{Iterations: end}, Options: engine.Options{MaxSubmit: 20 * time.Microsecond}}
			for left, iterations := 4, 0; ; left-- {
				on := []*pipeline.Device{device}
				if parameters.Colonies > 1 && left%2 == 0 {
					on = append(on, nil)
				}
				o.Checkpoint = engine.Checkpoint{File: file, Every: time.Duration(left+1) * time.Millisecond}
				if left == 0 {
					got := runAndSave(t, instance, o, file, on...)
					got.Trace = whole.Trace // its order depends on the order of batches
					if diff := cmp.Diff(whole, got); diff != "" {
						t.Errorf("(-whole +resumed):\n%s", diff)
					}
					return
				}
				ctx, cancel := context.WithCancel(t.Context())
				result, err := Solve(ctx, instance, on, o, func(now engine.Progress) {
					if now.Iteration >= iterations+3 {
						cancel()
					}
				})
				if err != nil || result.CheckpointErr != nil || result.Stop != engine.StopInterrupted {
					t.Fatalf("%+v, %v", result, err)
				}
				iterations = result.Iterations
				if o = resumeOptions(t, file); o.Resume.Iteration() != iterations {
					t.Fatalf("the checkpoint is of iteration %d, the run ended at %d", o.Resume.Iteration(), iterations)
				}
				o.MaxSubmit = 20 * time.Microsecond
			}
		})
	}
}

// TestCheckpointBeforeFirstIteration resumes a run that a rule ended before its first iteration:
// its trails are the initial ones.
func TestCheckpointBeforeFirstIteration(t *testing.T) {
	device, instance := vktest.Open(t), tsptest.Generate(t, "uniform", 20, 1)
	for _, name := range []string{"mmas", "selective"} {
		o := Options{Parameters: checkpointParameters()[name], Rules: engine.Rules{Iterations: 3}}
		want := runAndSave(t, instance, o, filepath.Join(t.TempDir(), "whole"), nil)
		file := filepath.Join(t.TempDir(), "file")
		o.Target = 1 << 60
		if at := runAndSave(t, instance, o, file, device); at.Iteration != 0 {
			t.Fatalf("it made %d iterations", at.Iteration)
		}
		o = resumeOptions(t, file)
		o.Target = 0
		if diff := cmp.Diff(want, runAndSave(t, instance, o, file, device)); diff != "" {
			t.Errorf("%s (-whole +resumed):\n%s", name, diff)
		}
	}
}

// TestInterruptBeforeFirstIteration resumes a run that was interrupted before its first iteration:
// its checkpoint has only parameters.
func TestInterruptBeforeFirstIteration(t *testing.T) {
	instance, file := tsptest.Generate(t, "uniform", 20, 1), filepath.Join(t.TempDir(), "file")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	o := Options{
		Parameters: checkpointParameters()["acs"], Rules: engine.Rules{Iterations: 3},
		Options: engine.Options{Checkpoint: engine.Checkpoint{File: file, Caller: []byte(`"mine"`)}},
	}
	for range 2 {
		if result, err := Solve(ended, instance, []*pipeline.Device{nil}, o, nil); err != nil || result.Stop != engine.StopInterrupted {
			t.Fatalf("%+v, %v", result, err)
		}
		o = resumeOptions(t, file)
		o.Checkpoint.File = file
	}
	want := runAndSave(t, instance, Options{Parameters: checkpointParameters()["acs"], Rules: engine.Rules{Iterations: 3}}, filepath.Join(t.TempDir(), "whole"), nil)
	if string(o.Resume.Saved.Caller) != `"mine"` {
		t.Errorf("the caller's data is %q", o.Resume.Saved.Caller)
	}
	if diff := cmp.Diff(want, runAndSave(t, instance, o, file, nil)); diff != "" {
		t.Errorf("(-whole +resumed):\n%s", diff)
	}
}

// TestCheckpointWriteErrors shows that a run does not begin if its first checkpoint cannot be
// written. A later error is reported once, and the run goes on.
func TestCheckpointWriteErrors(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "folder")
	o := Options{
		Parameters: checkpointParameters()["acs"], Rules: engine.Rules{Iterations: 20},
		Options: engine.Options{Checkpoint: engine.Checkpoint{File: filepath.Join(folder, "file"), Every: 1}},
	}
	if _, err := Solve(t.Context(), tsptest.Generate(t, "uniform", 20, 1), []*pipeline.Device{nil}, o, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without its folder: %v", err)
	}
	must.Do(t, os.Mkdir(folder, 0o700))
	remarks := 0
	result, err := Solve(t.Context(), tsptest.Generate(t, "uniform", 20, 1), []*pipeline.Device{nil}, o, func(now engine.Progress) {
		if now.Remark != "" {
			remarks++
		}
		if now.Phase == engine.PhaseSearch { // the first checkpoint is written
			os.RemoveAll(folder)
		}
	})
	if err != nil || result.Iterations != 20 || !errors.Is(result.CheckpointErr, os.ErrNotExist) || remarks != 1 {
		t.Errorf("%d remarks; %v; %v", remarks, result, err)
	}
}

// midIteration are colonies within an iteration.
type midIteration struct{ *fakeColonies }

func (m midIteration) Committed() int { return m.Completed() + 1 }

// TestNoCheckpointWithinIteration shows that no checkpoint is written within an iteration.
func TestNoCheckpointWithinIteration(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	r := newFakeRun(Options{Options: engine.Options{Started: time.Now(), Checkpoint: engine.Checkpoint{File: file}}}, []int{1}, 1)
	r.Sites()[0].Colonies = midIteration{r.Sites()[0].Colonies.(*fakeColonies)}
	if err := r.SaveNow(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a checkpoint: %v", err)
	}
}

// invalidCheckpoints are changes of a valid checkpoint.
var invalidCheckpoints = []struct {
	fault  string
	run    string
	change func(h *checkpoint.Header, words map[string][]uint32)
	reason error
}{
	{"no tour", "mmas", func(_ *checkpoint.Header, words map[string][]uint32) { words["best_tour"][3] = words["best_tour"][4] }, checkpoint.ErrDamaged},
	{"no city", "mmas", func(_ *checkpoint.Header, words map[string][]uint32) { words["best_tour"][3] = 1 << 31 }, checkpoint.ErrDamaged},
	{"another length", "mmas", func(_ *checkpoint.Header, words map[string][]uint32) { words["state"][glsl.StateBestLength]++ }, checkpoint.ErrDamaged},
	{"no city in the restart tour", "mmas", func(_ *checkpoint.Header, words map[string][]uint32) { words["restart_tour"][3] = 20 }, checkpoint.ErrDamaged},
	{"no city in a record", "selective", func(_ *checkpoint.Header, words map[string][]uint32) { words["pheromone"][16] = 20 }, checkpoint.ErrDamaged},
	{"an invalid record position", "selective", func(_ *checkpoint.Header, words map[string][]uint32) { words["tails"][0] = model.SelectiveTrails }, checkpoint.ErrDamaged},
	{"fewer words", "selective", func(_ *checkpoint.Header, words map[string][]uint32) { words["tails"] = words["tails"][1:] }, checkpoint.ErrDamaged},
	{"no tails", "selective", func(_ *checkpoint.Header, words map[string][]uint32) { delete(words, "tails") }, checkpoint.ErrDamaged},
	{"invalid JSON", "mmas", func(h *checkpoint.Header, _ map[string][]uint32) { h.Run = []byte(`{"made":1}`) }, checkpoint.ErrDamaged},
	{"no trace", "mmas", func(h *checkpoint.Header, _ map[string][]uint32) { replaceIn(h, `"trace":`, `"other":`) }, checkpoint.ErrDamaged},
	{"a trace without the first tour", "mmas", func(h *checkpoint.Header, _ map[string][]uint32) {
		replaceIn(h, `"trace":[{"iteration":0`, `"trace":[{"iteration":1`)
	}, checkpoint.ErrDamaged},
	{"other parameters of another revision", "mmas", func(h *checkpoint.Header, _ map[string][]uint32) {
		h.Run, h.Revision = []byte(`{"parameters":1}`), h.Revision+1
	}, checkpoint.ErrOtherAlgorithm},
	{"no times of best tours", "mmas", func(h *checkpoint.Header, _ map[string][]uint32) { replaceIn(h, `"found":`, `"other":`) }, checkpoint.ErrDamaged},
	{"a past exchange", "exchanging", func(h *checkpoint.Header, _ map[string][]uint32) {
		replaceIn(h, `"next_exchange":8`, `"next_exchange":4`)
	}, checkpoint.ErrDamaged},
	{"an exchange at no multiple", "exchanging", func(h *checkpoint.Header, _ map[string][]uint32) {
		replaceIn(h, `"next_exchange":8`, `"next_exchange":9`)
	}, checkpoint.ErrDamaged},
	{"a skipped exchange", "exchanging", func(h *checkpoint.Header, _ map[string][]uint32) {
		replaceIn(h, `"next_exchange":8`, `"next_exchange":12`)
	}, checkpoint.ErrDamaged},
	{"negative time", "mmas", func(h *checkpoint.Header, _ map[string][]uint32) { h.Elapsed = -1 }, checkpoint.ErrDamaged},
	{"another algorithm", "mmas", func(h *checkpoint.Header, _ map[string][]uint32) { h.Algorithm = "merged" }, checkpoint.ErrOtherAlgorithm},
	{"another revision", "mmas", func(h *checkpoint.Header, _ map[string][]uint32) { h.Revision++ }, checkpoint.ErrOtherAlgorithm},
	{"a seed of another revision", "mmas", func(h *checkpoint.Header, _ map[string][]uint32) { h.Seed = 1 << 32 }, checkpoint.ErrOtherAlgorithm},
	{"another instance", "mmas", func(h *checkpoint.Header, _ map[string][]uint32) { h.Instance.SHA256 = "" }, checkpoint.ErrOtherInstance},
}

// TestInvalidCheckpoints shows that files with a right hash but invalid content return an error.
func TestInvalidCheckpoints(t *testing.T) {
	instance, file := tsptest.Generate(t, "uniform", 20, 1), filepath.Join(t.TempDir(), "file")
	for _, c := range invalidCheckpoints {
		runAndSave(t, instance, Options{Parameters: checkpointParameters()[c.run], Rules: engine.Rules{Iterations: 5}}, file, nil)
		rewrite(t, file, c.change)
		f := must.Get(checkpoint.Open(file))(t)
		o, err := Resume(f)
		if err == nil {
			_, err = Solve(t.Context(), instance, []*pipeline.Device{nil}, o, nil)
		}
		f.Close()
		if fileErr := new(checkpoint.Error); !errors.As(err, &fileErr) || !errors.Is(err, c.reason) {
			t.Errorf("%s: %v", c.fault, err)
		}
	}
}

// replaceIn replaces a part of the JSON of a run.
func replaceIn(h *checkpoint.Header, old, with string) {
	h.Run = []byte(strings.Replace(string(h.Run), old, with, 1))
}

// rewrite changes the content of a file and updates its hash.
func rewrite(t *testing.T, file string, change func(*checkpoint.Header, map[string][]uint32)) {
	t.Helper()
	f, err := checkpoint.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	words := map[string][]uint32{}
	for name, section := range f.Sections() {
		if words[name], err = section.ReadAll(); err != nil {
			t.Fatal(err)
		}
	}
	h := f.Header
	change(&h, words)
	var sections []checkpoint.Section
	for name, words := range words {
		sections = append(sections, checkpoint.NewSection(name, words))
	}
	must.Do(t, checkpoint.Write(file, h, sections))
}
