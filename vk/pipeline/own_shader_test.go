package pipeline_test

import (
	_ "embed"
	"slices"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

//go:embed testdata/nearest.spv
var nearestModule []byte

// nearest is a shader that this project does not have, with the names of testdata/nearest.comp.
var nearest = shaders.Shader{
	Name: "nearest",
	Interface: shaders.Interface{
		Bindings:  []shaders.Binding{{Name: "coordinates", Reads: true}, {Name: "nearest", Writes: true}},
		Push:      []string{"first", "count", "points"},
		Constants: []shaders.Constant{{Name: pipeline.GroupSize, ID: 0, Default: 64}},
	},
	Module: nearestModule,
}

// A program runs a shader of its own: the scheduler divides it into submissions.
func TestOwnShader(t *testing.T) {
	points := [][2]int32{{0, 0}, {30, 40}, {31, 40}, {-3, 4}, {100, 100}}
	recording := pipeline.Recording{
		Buffers: []pipeline.Buffer{
			{Name: "coordinates", Words: uint64(2 * len(points))}, {Name: "nearest", Words: uint64(len(points))},
		},
		Values:   map[string]uint32{"points": uint32(len(points))},
		Passes:   []pipeline.Pass{{Stage: "nearest", Shader: &nearest, Units: uint32(len(points)), Constants: map[string]uint32{pipeline.GroupSize: 32}}},
		Readback: []string{"nearest"},
	}
	run := start(t, recording)
	var words []uint32
	for _, p := range points {
		words = append(words, uint32(p[0]), uint32(p[1]))
	}
	must.Do(t, run.Upload("coordinates", 0, words))
	scheduler := pipeline.NewScheduler(recording.Passes, 20*time.Millisecond)
	var squares []uint32
	for left := 1; left > 0; {
		submission, completed := scheduler.Next(left, scheduler.Budget())
		must.Do(t, run.Submit(submission))
		done := wait(t, run)
		scheduler.Observe(done.Slices, done.Durations)
		squares, left = slices.Clone(done.Readback["nearest"]), left-completed
	}
	if want := []uint32{25, 1, 1, 25, 69*69 + 60*60}; !slices.Equal(squares, want) {
		t.Errorf("%v, want %v", squares, want)
	}
}
