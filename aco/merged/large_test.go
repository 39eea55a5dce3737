package merged

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// candidateWordsOf returns the words of the buffer of candidates if it is in one part.
func candidateWordsOf(m *model.Model) (words []uint32) {
	for i, to := range m.Candidates {
		words = append(words, to, uint32(m.Distance(uint32(i/m.Width), to)))
	}
	return append(words, m.Fixed...)
}

// checkParts fails a test if the device's parts of the candidates, in their order, are not the candidates.
func (p pair) checkParts(t *testing.T, parts int) {
	t.Helper()
	var got []uint32
	for _, buffer := range p.recording.Buffers {
		if buffer.Name == "candidates" || buffer.Name == "candidates_1" || buffer.Name == "candidates_2" || buffer.Name == "candidates_3" {
			got = append(got, p.download(t, buffer.Name)...)
			parts--
		}
	}
	if want := candidateWordsOf(p.model); parts != 0 || !slices.Equal(got[:len(want)], want) {
		t.Fatalf("%d parts are missing, or they are not the candidates", parts)
	}
}

// On a device whose bindings are too small for the candidates, ants read them in parts and compute what the reference computes, with fixed
// edges too, whose words lie behind the candidates.
func TestCandidatesInParts(t *testing.T) {
	const cities = 1999
	device := vktest.Open(t)
	plain := tsptest.Generate(t, "clustered", cities, 5)
	fixed := withPairs(t, rand.New(rand.NewPCG(26, 1)), plain, cities/4)
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
				limits := limitsOf(device)
				limits.StorageRange = (candidates(m).Bytes()/bindings + 15) / 8 * 8
				opened, err := newPairWithin(t.Context(), device, limits, m, model.Settings{Scales: 1}, allStages...)
				if err != nil {
					t.Fatal(err)
				}
				defer opened.Close()
				if err := opened.recording.Check(limits); err != nil {
					t.Fatal(err)
				}
				p := pair{opened}
				p.checkParts(t, candidateParts)
				p.compareHeated(t, uint32(m.StartLength/cities*100))
			})
		}
	}
}

// The same holds for each source of distances, and without operations of subgroups. The globe, which has the shaders of whole numbers, is left out:
// in subgroups of four, llvmpipe's ants evaluate fewer cities there, with other shaders too. Its limit of loop iterations is the likely reason.
func TestLargeOfAllMetrics(t *testing.T) {
	vktest.WithAndWithoutSubgroups(t, func(t *testing.T, device *vk.Device) {
		for _, layout := range firstInShort(1, []string{"places", "whole numbers"}) {
			m := randomModel(t, spaceInstance(t, layout, 203), 8, 5, 2, 50)
			m.Large, m.MatrixCities = true, 0
			p := newPairFor(t, device, m, model.Settings{Scales: 1}, allStages...)
			p.checkParts(t, candidateParts)
			p.compareHeated(t, 1<<20)
		}
	})
}

// Candidates are in parts only if one binding is too small, never with a matrix, and are refused if four are too small.
func TestChoiceOfLargeShaders(t *testing.T) {
	const cities, bytes = 1000, 64 * 1000
	limits := limitsOf(nil)
	limits.DeviceMemory = 1 << 30
	plane := tsptest.Generate(t, "uniform", cities, 1)
	for _, c := range []struct {
		name          string
		instance      *tsp.Instance
		storage, most uint64 // limits of a binding and of an allocation
		parts         int    // 0: refused
	}{
		{"unknown limits", plane, 0, 0, 1},
		{"room", plane, bytes, bytes, 1},
		{"small binding", plane, bytes - 1, 0, 4},
		{"small allocation", plane, bytes, bytes - 1, 4},
		{"smallest binding", plane, bytes / 4, 0, 4},
		{"too small", plane, bytes/4 - 1, 0, 0},
		{"matrix", toMatrix(plane), bytes - 1, 0, 0},
	} {
		m, err := model.NewUnprepared(c.instance, model.Parameters{Ants: 10, Colonies: 1})
		if err != nil {
			t.Fatal(err)
		}
		limits.StorageRange, limits.MaxAllocation = c.storage, c.most
		recording, err := Recipe(m, limits)
		if err != nil {
			t.Fatal(err)
		}
		parts := 0
		for _, buffer := range recording.Buffers {
			if buffer.Name == "candidates" || buffer.Name == "candidates_1" || buffer.Name == "candidates_2" || buffer.Name == "candidates_3" {
				parts++
			}
		}
		_, err = recipe(Recipe).checked(m, limits)
		var tooLarge *option.TooLargeError
		refused := errors.As(err, &tooLarge) && errors.As(err, new(*pipeline.TooLargeError))
		if c.parts > 0 && parts != c.parts || refused != (c.parts == 0 || c.storage == 0) {
			t.Errorf("%s: %d parts, refused %v: %v", c.name, parts, refused, err)
		}
	}
}

// Other shaders number 2²⁶ places, of a window too.
func TestShadersForManyPlaces(t *testing.T) {
	for _, c := range []struct {
		cities, windows int
		large           bool
	}{
		{1 << 26, 0, false},
		{1<<26 + 1, 0, true},
		{1<<26 + 1, 2, false},
		{model.MaxCities, 0, true},
	} {
		m := &model.Model{Instance: new(tsp.Instance), Cities: c.cities, Windows: c.windows, Colonies: max(1, c.windows), Ants: 1, Period: 1, Width: 8}
		if large := isLarge(m, fromPlane, pipeline.Limits{}); large != c.large {
			t.Errorf("%+v: large %v", c, large)
		}
		if err := checkModel(m); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
