package merged_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/internal/mergetest"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// candidateWordsOf returns the words of the buffer of candidates if it is in one part.
func candidateWordsOf(m *model.Model) (words []uint32) {
	for i, to := range m.Candidates {
		words = append(words, to, uint32(m.Distance(uint32(i/m.Width), to)))
	}
	return append(words, m.Fixed...)
}

// checkParts fails a test if the device's parts of the candidates, in their order, are not the
// candidates.
func (p both) checkParts(t *testing.T, parts int) {
	t.Helper()
	var got []uint32
	for _, buffer := range p.Recording.Buffers {
		if buffer.Name == "candidates" || buffer.Name == "candidates_1" || buffer.Name == "candidates_2" || buffer.Name == "candidates_3" {
			got = append(got, p.download(t, buffer.Name)...)
			parts--
		}
	}
	if want := candidateWordsOf(p.Model); parts != 0 || !slices.Equal(got[:len(want)], want) {
		t.Fatalf("%d parts are missing, or they are not the candidates", parts)
	}
}

// On a device whose bindings are too small for the candidates, ants read them in parts and compute
// what the reference computes, with fixed edges too, whose words lie behind the candidates.
func TestCandidatesInParts(t *testing.T) {
	testkind.Whole(t)
	const cities = 1999
	device := vktest.Open(t)
	plain := tsptest.Generate(t, "clustered", cities, 5)
	fixed := mergetest.WithFixed(t, rand.New(rand.NewPCG(26, 1)), plain, cities/4)
	for _, bindings := range []uint64{2, 3, 4} {
		for name, instance := range map[string]*tsp.Instance{"plain": plain, "fixed": fixed} {
			if testing.Short() && (bindings == 3 || bindings == 2 && name == "plain") {
				continue
			}
			t.Run(fmt.Sprint(bindings, " bindings, ", name), func(t *testing.T) {
				m, err := model.New(t.Context(), instance, model.Parameters{Ants: 50, Colonies: 1, Kick: 10})
				if err != nil {
					t.Fatal(err)
				}
				limits := pipeline.LimitsOf(device.Info())
				limits.StorageRange = (merged.Candidates(m).Bytes()/bindings + 15) / 8 * 8
				opened, err := lockstep.NewMerged(t.Context(), device, limits, m, model.Settings{Scales: 1}, merged.Stages...)
				if err != nil {
					t.Fatal(err)
				}
				defer opened.Close()
				if err := opened.Recording.Check(limits); err != nil {
					t.Fatal(err)
				}
				p := both{opened}
				p.checkParts(t, merged.CandidateParts)
				p.compareHeated(t, uint32(m.StartLength/cities*100))
			})
		}
	}
}

// The same holds for each source of distances, and without operations of subgroups. The globe,
// which has the shaders of whole numbers, is left out: in subgroups of four, llvmpipe's ants
// evaluate fewer cities there, with other shaders too. Its limit of loop iterations is the likely
// reason.
func TestLargeOfAllMetrics(t *testing.T) {
	testkind.Whole(t)
	vktest.WithAndWithoutSubgroups(t, func(t *testing.T, device *vk.Device) {
		for _, layout := range testkind.First(1, []string{"places", "whole numbers"}) {
			m := mergetest.Nearest(t, mergetest.Layout(t, layout, 203), 8, 5, 2, 50)
			m.Large, m.MatrixCities = true, 0
			p := open(t, device, m, model.Settings{Scales: 1}, merged.Stages...)
			p.checkParts(t, merged.CandidateParts)
			p.compareHeated(t, 1<<20)
		}
	})
}
