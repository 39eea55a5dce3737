package merged_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/internal/mergetest"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// On a device whose bindings have room for a quarter of the candidates, ants read them in parts and
// compute what the reference computes, with fixed edges too, whose words lie behind the candidates.
func TestCandidatesInParts(t *testing.T) {
	testkind.Whole(t)
	const cities = 1999
	instance := mergetest.WithFixed(t, rand.New(rand.NewPCG(26, 1)), tsptest.Generate(t, "clustered", cities, 5), cities/4)
	m, err := model.New(t.Context(), instance, model.Parameters{Ants: 50, Colonies: 1, Kick: 10})
	if err != nil {
		t.Fatal(err)
	}
	device := vktest.Open(t)
	limits := pipeline.LimitsOf(device.Info())
	limits.StorageRange = (merged.Candidates(m).Bytes()/merged.CandidateParts + 15) / 8 * 8
	opened, err := lockstep.NewMerged(t.Context(), device, limits, m, model.Settings{Scales: 1}, merged.Stages...)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	if err := opened.Recording.Check(limits); err != nil {
		t.Fatal(err)
	}
	p := both{opened}
	var got, want []uint32
	parts := 0
	for _, buffer := range p.Recording.Buffers {
		if strings.HasPrefix(buffer.Name, "candidates") {
			got = append(got, p.download(t, buffer.Name)...)
			parts++
		}
	}
	for i, to := range m.Candidates {
		want = append(want, to, uint32(m.Distance(uint32(i/m.Width), to)))
	}
	if want = append(want, m.Fixed...); parts != merged.CandidateParts || !slices.Equal(got[:len(want)], want) {
		t.Fatalf("%d parts, or they are not the candidates", parts)
	}
	p.compareHeated(t, uint32(m.StartLength/cities*100))
}
