package merged_test

import (
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// A merge accepts as many compatible long changes as it considers, the last of them too.
func TestMostLongChanges(t *testing.T) {
	device := vktest.Open(t)
	m := randomModel(rand.New(rand.NewPCG(9, 9)), 1300, 1000, model.MaxLongChanges+40, 1)
	p := open(t, device, m, model.Settings{}, mergeStages...)
	ref := p.References[0]
	submitNestedChanges(ref)
	p.upload(t)
	p.uploadLongChanges(t, rand.New(rand.NewPCG(9, 10)))
	p.iterate(t)
	p.compare(t, "after the merge")
	if ref.State.LongAccepted != model.MaxLongChanges {
		t.Errorf("%d long changes were accepted", ref.State.LongAccepted)
	}
}

// Two long changes are compatible if they are disjoint or if one lies within a piece of the other.
// Compatible changes are both accepted. Otherwise the change with the larger gain is accepted.
func TestCompatibleLongChanges(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	counts := map[bool]int{}
	for range 20_000 {
		m := randomModel(random, 8+random.IntN(60), 100, 2, 1)
		c := reference.NewColony(m, 0)
		submitRandomChanges(random, c, true)
		if c.Headers[0].Class != model.ClassLong || c.Headers[1].Class != model.ClassLong {
			continue
		}
		compatible := disjoint(c, 0, 1) || withinPiece(c, 0, 1) || withinPiece(c, 1, 0)
		counts[compatible]++
		better := 1
		if c.Headers[0].Gain > c.Headers[1].Gain {
			better = 0
		}
		for _, stage := range c.Merge() {
			stage.Run()
		}
		if c.Headers[better].Accepted != 1 || (c.Headers[1-better].Accepted == 1) != compatible {
			t.Fatalf("compatible %v: %+v\n%+v", compatible, c.Headers, c.Pieces)
		}
	}
	if counts[true] < 100 || counts[false] < 100 {
		t.Errorf("%d compatible pairs and %d others", counts[true], counts[false])
	}
}

// span returns the places of a change and the place after it.
func span(c *reference.Colony, ant int) map[uint32]bool {
	h := c.Headers[ant]
	places := map[uint32]bool{(h.High + 1) % uint32(c.Model.Cities): true}
	for place := h.Low; place <= h.High; place++ {
		places[place] = true
	}
	return places
}

// disjoint reports whether two changes have no common place.
func disjoint(c *reference.Colony, a, b int) bool {
	other := span(c, b)
	for place := range span(c, a) {
		if other[place] {
			return false
		}
	}
	return true
}

// withinPiece reports whether a change lies within one piece of another one, after the lowest
// place of the piece. The edge to that place is removed.
func withinPiece(c *reference.Colony, inner, outer int) bool {
	places, pieces := span(c, inner), c.Pieces[outer]
	for i, piece := range pieces {
		end := c.Headers[outer].High + 1
		if i+1 < len(pieces) {
			end = pieces[i+1].Start
		}
		low, high := piece.First, piece.First+end-piece.Start-1
		if piece.Reversed {
			low, high = piece.First-(end-piece.Start-1), piece.First
		}
		within := true
		for place := range places {
			within = within && low < place && place <= high
		}
		if within {
			return true
		}
	}
	return false
}
