package merged

import (
	"encoding/json"
	"errors"
	"math"
	"path/filepath"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// A file with correct checksums but contents that no run can have is refused.
func TestImpossibleCheckpointsAreRefused(t *testing.T) {
	testkind.ComparesRuns(t)
	instance := tsptest.Generate(t, "uniform", 100, 3)
	for name, change := range map[string]func(*checkpoint.Header, *saved, map[string][]uint32){
		"a plan without a round": func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) {
			k.Progress.Plan.RoundEnd = k.Progress.Plan.RoundStart
		},
		"a plan without steps":               func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) { k.Progress.Plan.RoundSteps = 0 },
		"a long descent":                     func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) { k.Progress.Plan.DescentLeft = math.MaxInt },
		"no plan":                            func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) { k.Progress.Plan = nil },
		"a plan in a replay":                 func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) { k.Replayed = &k.Progress.Schedule },
		"no trace":                           func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) { k.Progress.Trace = nil },
		"a wrong trace":                      func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) { k.Progress.Trace[0].Length = 1 },
		"more iterations":                    func(h *checkpoint.Header, _ *saved, _ map[string][]uint32) { h.Iteration++ },
		"negative iterations":                func(h *checkpoint.Header, _ *saved, _ map[string][]uint32) { h.Iteration = -1 },
		"iterations without progress":        func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) { k.Progress = nil },
		"negative time":                      func(h *checkpoint.Header, _ *saved, _ map[string][]uint32) { h.Elapsed = -time.Second },
		"a step without iterations":          func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) { k.Progress.Queued = []Step{{}} },
		"a future recombination":             func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) { k.Progress.RecombinedAt = math.MaxInt },
		"a wrong length of the current tour": func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) { k.Progress.CurrentLength-- },
		"a current tour longer than the first": func(_ *checkpoint.Header, k *saved, s map[string][]uint32) {
			for position := range s["good"] {
				s["good"][position] = uint32(position * 37 % 100)
			}
			m := must.Get(model.New(t.Context(), instance, parameters(2)))(t)
			k.Progress.CurrentLength, k.Progress.RecombinedAt = m.LengthOf(s["good"]), 100
		},
		"a city twice":          func(_ *checkpoint.Header, _ *saved, s map[string][]uint32) { s["tours"][3] = s["tours"][4] },
		"an invalid city":       func(_ *checkpoint.Header, _ *saved, s map[string][]uint32) { s["best_tours"][3] = math.MaxUint32 },
		"an invalid first tour": func(_ *checkpoint.Header, _ *saved, s map[string][]uint32) { s["first"][3] = math.MaxUint32 },
		"another first tour": func(_ *checkpoint.Header, _ *saved, s map[string][]uint32) {
			s["first"][3], s["first"][4] = s["first"][4], s["first"][3]
		},
		"a faulty colony":           func(_ *checkpoint.Header, _ *saved, s map[string][]uint32) { s["states"][1] = model.Faulty },
		"a colony ahead":            func(_ *checkpoint.Header, _ *saved, s map[string][]uint32) { s["states"][0]++ },
		"long changes without ants": func(_ *checkpoint.Header, _ *saved, s map[string][]uint32) { s["states"][10] = 5 },
		"a wrong change":            func(_ *checkpoint.Header, _ *saved, s map[string][]uint32) { s["states"][20] = 1 },
		"a missing section":         func(_ *checkpoint.Header, _ *saved, s map[string][]uint32) { delete(s, "tours") },
	} {
		t.Run(name, func(t *testing.T) {
			o := Options{Parameters: parameters(2), Rules: engine.Rules{Iterations: 100}}
			o.Checkpoint.File = filepath.Join(t.TempDir(), "file")
			mustSolve(t, instance, []*pipeline.Device{nil}, o)
			rewriteCheckpoint(t, o.Checkpoint.File, change)
			f := must.Get(checkpoint.Open(o.Checkpoint.File))(t)
			defer f.Close()
			resumed, err := Resume(f)
			if err == nil {
				_, err = Solve(t.Context(), instance, []*pipeline.Device{nil}, resumed, nil)
			}
			if damaged := new(checkpoint.Error); !errors.As(err, &damaged) || !errors.Is(err, checkpoint.ErrDamaged) {
				t.Errorf("error %v", err)
			}
		})
	}
}

// rewriteCheckpoint applies a change to a checkpoint and writes it with correct checksums.
func rewriteCheckpoint(t *testing.T, file string, change func(*checkpoint.Header, *saved, map[string][]uint32)) {
	t.Helper()
	f, err := checkpoint.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var k saved
	if err := json.Unmarshal(f.Header.Run, &k); err != nil {
		t.Fatal(err)
	}
	words := map[string][]uint32{}
	for name, section := range f.Sections() {
		if words[name], err = section.ReadAll(); err != nil {
			t.Fatal(err)
		}
	}
	header := f.Header
	change(&header, &k, words)
	if header.Run, err = json.Marshal(k); err != nil {
		t.Fatal(err)
	}
	var sections []checkpoint.Section
	for name, section := range words {
		sections = append(sections, checkpoint.NewSection(name, section))
	}
	must.Do(t, checkpoint.Write(file, header, sections))
}
