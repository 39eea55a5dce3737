package pipeline_test

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Parts are as large as each other, have room for all words, and divide no element.
func TestParts(t *testing.T) {
	for _, c := range []struct {
		words, unit uint64
		count       int
		each        uint64
	}{{16, 2, 4, 4}, {18, 2, 4, 6}, {17, 1, 4, 5}, {2, 2, 4, 2}, {100, 4, 3, 36}, {7, 7, 1, 7}} {
		parts := pipeline.Buffer{Name: "a", Words: c.words}.Parts(c.count, c.unit)
		want := []pipeline.Buffer{{Name: "a", Words: c.each}, {Name: "a_1", Words: c.each},
			{Name: "a_2", Words: c.each}, {Name: "a_3", Words: c.each}}
		if !slices.Equal(parts, want[:c.count]) {
			t.Errorf("%+v: %v", c, parts)
		}
	}
}

// Upload writes words into the parts that they belong to.
func TestUploadToParts(t *testing.T) {
	recording := evaporation()
	recording.Readback = nil
	shader := shaders.Evaporate
	shader.Bindings = slices.Clone(shader.Bindings)
	parts := pipeline.Buffer{Name: "pheromone", Words: 11}.Parts(3, 2)
	recording.Buffers = append(recording.Buffers[:1], parts...)
	recording.Passes[0].Shader = &shader
	for _, part := range parts[1:] { // the module does not use them
		shader.Bindings = append(shader.Bindings, shaders.Binding{Name: part.Name, Reads: true})
	}
	run := start(t, recording)
	want := make([]uint32, 12)
	next := uint32(0)
	for from := range want {
		for to := from; to <= len(want); to++ {
			for i := range want[from:to] {
				next++
				want[from+i] = next
			}
			must.Do(t, run.Upload("pheromone", uint64(from), want[from:to]))
		}
		var got []uint32
		for _, part := range parts {
			words := must.Get(run.Download(part.Name))(t)
			got = append(got, words...)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("after uploads from %d: %v, want %v", from, got, want)
		}
	}
	if err := run.Upload("pheromone", 11, []uint32{1, 2}); err == nil {
		t.Error("no error for words behind the last part")
	}
}
