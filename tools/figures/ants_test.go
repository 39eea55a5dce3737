package main

import (
	"bytes"
	"os"
	"testing"
)

// The pieces of a change fill its interval, in the shared tour and in the ant's tour.
func TestChangesOf(t *testing.T) {
	c, err := antColony()
	if err != nil {
		t.Fatal(err)
	}
	all := changesOf(c)
	if len(all) == 0 {
		t.Fatal("no ant proposes a change")
	}
	for _, one := range all {
		covered, own := map[uint32]bool{}, map[uint32]bool{}
		for _, piece := range one.pieces {
			for i := range piece.length {
				covered[piece.low+i], own[piece.start+i] = true, true
			}
		}
		for place := one.Low; place <= one.High; place++ {
			if !covered[place] || !own[place] {
				t.Fatalf("place %d is in no piece of %+v", place, one)
			}
		}
		if places := int(one.High - one.Low + 1); len(covered) != places || len(own) != places {
			t.Fatalf("pieces beyond the interval: %+v", one)
		}
	}
}

// Two calls draw the same figures.
func TestAntFigures(t *testing.T) {
	var before [][]byte
	for range 2 {
		names, err := antFigures(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		var texts [][]byte
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, text)
		}
		for i := range before {
			if !bytes.Equal(before[i], texts[i]) {
				t.Errorf("figure %d differs", i)
			}
		}
		before = texts
	}
}
