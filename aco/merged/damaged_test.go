package merged

import (
	"encoding/json"
	"errors"
	"math"
	"path/filepath"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/checkpoint"
	"github.com/aco-vk/aco-vk/pipeline"
)

// A file that is whole, and has what no run comes to, is refused by name before anything is made of it.
func TestImpossibleCheckpointsAreRefused(t *testing.T) {
	instance := generated(t, "uniform", 100)
	for name, c := range map[string]struct {
		o     Options
		spoil func(*checkpoint.Header, *saved, map[string][]uint32)
	}{
		"a plan without a round": {spoil: func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) {
			k.Progress.Plan.RoundEnd = k.Progress.Plan.RoundStart
		}},
		"a plan without parts":        {spoil: func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) { k.Progress.Plan.RoundSteps = 0 }},
		"a long descent":              {spoil: func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) { k.Progress.Plan.DescentLeft = math.MaxInt }},
		"no plan":                     {spoil: func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) { k.Progress.Plan = nil }},
		"a plan of a repetition":      {spoil: func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) { k.Replayed = &k.Progress.Schedule }},
		"no trace":                    {spoil: func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) { k.Progress.Trace = nil }},
		"a wrong trace":               {spoil: func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) { k.Progress.Trace[0].Length = 1 }},
		"more iterations":             {spoil: func(h *checkpoint.Header, _ *saved, _ map[string][]uint32) { h.Iteration++ }},
		"fewer than none":             {spoil: func(h *checkpoint.Header, _ *saved, _ map[string][]uint32) { h.Iteration = -1 }},
		"iterations that are nowhere": {spoil: func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) { k.Progress = nil }},
		"a time before":               {spoil: func(h *checkpoint.Header, _ *saved, _ map[string][]uint32) { h.Elapsed = -time.Second }},
		"steps of no iterations":      {spoil: func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) { k.Progress.Queued = []Step{{}} }},
		"joined in the future":        {spoil: func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) { k.Progress.RecombinedAt = math.MaxInt }},
		"another good tour":           {spoil: func(_ *checkpoint.Header, k *saved, _ map[string][]uint32) { k.Progress.CurrentLength-- }},
		"a good tour that is longer than the first": {spoil: func(_ *checkpoint.Header, k *saved, s map[string][]uint32) {
			for place := range s["good"] {
				s["good"][place] = uint32(place * 37 % 100)
			}
			m, err := model.New(t.Context(), instance, parameters(2))
			if err != nil {
				t.Fatal(err)
			}
			k.Progress.CurrentLength, k.Progress.RecombinedAt = m.LengthOf(s["good"]), 100
		}},
		"a city twice":              {spoil: func(_ *checkpoint.Header, _ *saved, s map[string][]uint32) { s["tours"][3] = s["tours"][4] }},
		"no city":                   {spoil: func(_ *checkpoint.Header, _ *saved, s map[string][]uint32) { s["best_tours"][3] = math.MaxUint32 }},
		"a first tour of no cities": {spoil: func(_ *checkpoint.Header, _ *saved, s map[string][]uint32) { s["first"][3] = math.MaxUint32 }},
		"another first tour": {spoil: func(_ *checkpoint.Header, _ *saved, s map[string][]uint32) {
			s["first"][3], s["first"][4] = s["first"][4], s["first"][3]
		}},
		"a colony that computes wrongly": {spoil: func(_ *checkpoint.Header, _ *saved, s map[string][]uint32) { s["states"][1] = model.Faulty }},
		"a colony ahead":                 {spoil: func(_ *checkpoint.Header, _ *saved, s map[string][]uint32) { s["states"][0]++ }},
		"long changes of nobody":         {spoil: func(_ *checkpoint.Header, _ *saved, s map[string][]uint32) { s["states"][10] = 5 }},
		"cities of another window": {Options{Parameters: windowParameters(2)}, func(_ *checkpoint.Header, _ *saved, s map[string][]uint32) {
			s["tours"][3], s["tours"][60] = s["tours"][60], s["tours"][3]
		}},
		"no shortest tour":  {Options{Parameters: windowParameters(2)}, func(_ *checkpoint.Header, _ *saved, s map[string][]uint32) { s["shortest"][3] = s["shortest"][4] }},
		"a missing section": {Options{Parameters: windowParameters(2)}, func(_ *checkpoint.Header, _ *saved, s map[string][]uint32) { delete(s, "shortest") }},
	} {
		t.Run(name, func(t *testing.T) {
			if c.o.Parameters.Colonies == 0 {
				c.o.Parameters = parameters(2)
			}
			c.o.Iterations, c.o.Checkpoint = 100, engine.Checkpoint{File: filepath.Join(t.TempDir(), "file")}
			mustSolve(t, instance, []*pipeline.Device{nil}, c.o)
			rewriteCheckpoint(t, c.o.Checkpoint.File, c.spoil)
			f, err := checkpoint.Open(c.o.Checkpoint.File)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			o, err := Resume(f)
			if err == nil {
				_, err = Solve(t.Context(), instance, []*pipeline.Device{nil}, o, nil)
			}
			if of := new(checkpoint.Error); !errors.As(err, &of) || !errors.Is(err, checkpoint.ErrDamaged) {
				t.Errorf("error %v", err)
			}
		})
	}
}

// damage writes a checkpoint anew, with something changed.
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
	for name, of := range words {
		sections = append(sections, checkpoint.NewSection(name, of))
	}
	if err := checkpoint.Write(file, header, sections); err != nil {
		t.Fatal(err)
	}
}
