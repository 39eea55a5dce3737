package reference_test

import (
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/mergetest"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
)

// Of two long changes both are accepted where they are apart, or one is whole within a piece of the other; else the one that gains more.
func TestLongAcceptsBothOrTheBetter(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	counts := map[bool]int{}
	for range 20_000 {
		m := mergetest.Model(random, 8+random.IntN(60), 100, 2, 1)
		c := reference.NewColony(m, 0)
		mergetest.SubmitRandomChanges(random, c, true)
		if c.Headers[0].Class != model.ClassLong || c.Headers[1].Class != model.ClassLong {
			continue
		}
		compatible := apart(c, 0, 1) || inPiece(c, 0, 1) || inPiece(c, 1, 0)
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
		t.Errorf("%d compatible pairs, %d others", counts[true], counts[false])
	}
}

// span is the places of a change with the one behind.
func span(c *reference.Colony, ant int) map[uint32]bool {
	h := c.Headers[ant]
	places := map[uint32]bool{(h.High + 1) % uint32(c.Model.Cities): true}
	for place := h.Low; place <= h.High; place++ {
		places[place] = true
	}
	return places
}

func apart(c *reference.Colony, a, b int) bool {
	other := span(c, b)
	for place := range span(c, a) {
		if other[place] {
			return false
		}
	}
	return true
}

// inPiece reports whether a change is whole within one piece of another, behind its lowest place: the edge to that is taken out.
func inPiece(c *reference.Colony, inner, outer int) bool {
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
		whole := true
		for place := range places {
			whole = whole && low < place && place <= high
		}
		if whole {
			return true
		}
	}
	return false
}
