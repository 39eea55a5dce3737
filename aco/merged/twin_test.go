package merged

import (
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/aco/problem"
)

// twinBuffer is a buffer of the device and what the reference holds for it, by colony.
type twinBuffer struct {
	name string
	of   func(*reference.Colony) []uint32
}

// buffersOfTwin are those of which the reference has every word.
var buffersOfTwin = []twinBuffer{
	{"state", func(c *reference.Colony) []uint32 { return c.State.Words() }},
	{"tours", func(c *reference.Colony) []uint32 { return both(c.Tours) }},
	{"positions", func(c *reference.Colony) []uint32 { return c.Positions }},
	{"visits", visits},
	{"claims", func(c *reference.Colony) []uint32 { return both(c.Claims) }},
	{"best_tour", func(c *reference.Colony) []uint32 { return c.Best }},
	{"headers", headerWords},
	{"trails", trailWords},
}

// visits are the cities by their places, with their coordinates as the device has them.
func visits(c *reference.Colony) []uint32 {
	plane := problem.NewPlane(c.Model.Instance)
	coordinates := plane.Coordinates()
	words := make([]uint32, visitWords*c.Model.Places())
	for city, place := range c.Positions {
		if place != absent {
			copy(words[visitWords*place:], []uint32{uint32(city), coordinates[problem.GridWords*city], coordinates[problem.GridWords*city+1]})
		}
	}
	return words
}

func both(halves [2][]uint32) []uint32 {
	return append(append([]uint32(nil), halves[0]...), halves[1]...)
}

func headerWords(c *reference.Colony) (words []uint32) {
	for _, h := range c.Headers {
		words = append(words, uint32(h.Gain), h.Pieces, h.Low, h.High, h.Class, h.Accepted, 0, 0)
	}
	return words
}

func trailWords(c *reference.Colony) (words []uint32) {
	for _, trail := range c.Trails {
		words = append(words, uint32(trail))
	}
	return words
}

func (p pair) uploadWords(t *testing.T, name string, words []uint32) {
	t.Helper()
	if err := p.run.Upload(name, 0, words); err != nil {
		t.Fatal(err)
	}
}

func (p pair) download(t *testing.T, name string) []uint32 {
	t.Helper()
	words, err := p.run.Download(name)
	if err != nil {
		t.Fatal(err)
	}
	return words
}

// upload brings to the device what the twins hold.
func (p pair) upload(t *testing.T) {
	t.Helper()
	for _, buffer := range buffersOfTwin {
		if !p.run.Has(buffer.name) {
			continue
		}
		var words []uint32
		for _, twin := range p.twins {
			words = append(words, buffer.of(twin)...)
		}
		p.uploadWords(t, buffer.name, words)
	}
	if p.run.Has("change_pieces") {
		p.uploadWords(t, "change_pieces", p.pieceWords())
	}
}

// pieceWords are those of all ants' changes, with garbage behind each.
func (p pair) pieceWords() []uint32 {
	pieces := make([]uint32, p.model.Colonies*p.model.Ants*model.MaxPieces*model.PieceWords)
	for i := range pieces {
		pieces[i] = garbage
	}
	for number, twin := range p.twins {
		for ant, change := range twin.Pieces {
			at := (number*p.model.Ants + ant) * model.MaxPieces
			for i, piece := range change {
				words := piece.Words()
				copy(pieces[(at+i)*model.PieceWords:], words[:])
			}
		}
	}
	return pieces
}

// uploadLongOnes brings the lists of long changes to the device, in another order.
func (p pair) uploadLongOnes(t *testing.T, random *rand.Rand) {
	t.Helper()
	lists := make([]uint32, p.model.Colonies*p.model.Ants)
	for number, twin := range p.twins {
		for to, from := range random.Perm(len(twin.LongOnes)) {
			lists[number*p.model.Ants+to] = twin.LongOnes[from]
		}
	}
	p.uploadWords(t, "long_ones", lists)
}

// compare holds the device's buffers against the twins.
func (p pair) compare(t *testing.T, when string) {
	t.Helper()
	for _, buffer := range buffersOfTwin {
		if !p.run.Has(buffer.name) {
			continue
		}
		got := p.download(t, buffer.name)
		for number, twin := range p.twins {
			want := buffer.of(twin)
			for i, word := range want {
				if other := got[number*len(want)+i]; other != word {
					t.Fatalf("%s: %s[%d] of colony %d is %d on the device and %d in the reference", when, buffer.name, i, number, other, word)
				}
			}
		}
	}
	if !p.run.Has("accepted_long") {
		return
	}
	got := p.download(t, "accepted_long")
	for number, twin := range p.twins {
		for i, ant := range twin.AcceptedLong {
			at := (number*model.MaxLong + i) * longWords
			if h := twin.Headers[ant]; got[at] != ant || got[at+1] != h.Low || got[at+2] != h.High {
				t.Fatalf("%s: long change %d of colony %d is %v on the device, and in the reference ant %d's from %d to %d",
					when, i, number, got[at:at+longWords], ant, h.Low, h.High)
			}
		}
	}
}
