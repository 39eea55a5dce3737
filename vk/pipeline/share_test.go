package pipeline

import (
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// Passes that differ only in their units share a pipeline. A pass with other constants has its
// own.
func TestEqualPassesShareAPipeline(t *testing.T) {
	pass := func(group, from uint32) Pass {
		return Pass{Stage: "evaporate", Shader: &shaders.Evaporate, Units: 5, FirstUnit: from,
			Constants: map[string]uint32{GroupSize: group}}
	}
	run, err := Start(t.Context(), vktest.Open(t), Recording{
		Buffers: []Buffer{{"state", 6}, {"pheromone", 80}}, Values: map[string]uint32{"pitch": 8, "keep": 1 << 31},
		Passes: []Pass{pass(32, 0), pass(64, 0), pass(32, 5)}, Readback: []string{"pheromone"},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	if len(run.pipelines) != 2 {
		t.Errorf("%d pipelines for 3 passes, of which two are equal", len(run.pipelines))
	}
	for name, word := range map[string]uint32{"state": 0, "pheromone": 1 << 20} {
		must.Do(t, run.Fill(name, word))
	}
	must.Do(t, run.Submit([]Slice{{0, 0, 5}, {1, 0, 5}, {2, 0, 5}}))
	done := must.Get(run.Wait())(t)
	if first, last := done.Readback["pheromone"][0], done.Readback["pheromone"][79]; first != 1<<18 || last != 1<<19 {
		t.Errorf("rows begin with %d and end with %d; want %d and %d", first, last, 1<<18, 1<<19)
	}
}
