package tsp_test

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

func TestTourValidate(t *testing.T) {
	for _, c := range []struct {
		tour tsp.Tour
		n    int
		want string
	}{
		{tsp.Tour{0, 1, 1}, 3, "city 1 is visited twice, at positions 1 and 2"},
		{tsp.Tour{0, 1, 3}, 3, "position 2: city 3 is outside 0..2"},
		{tsp.Tour{-1, 1, 2}, 3, "position 0: city -1 is outside 0..2"},
		{tsp.Tour{2, 0}, 3, "city 1 is missing (2 of 3"},
		{tsp.Tour{2, 0, 1, 2}, 3, "city 2 is visited twice"},
		{nil, 3, "city 0 is missing"},
		{tsp.Tour{0}, 0, "outside"},
		{tsp.Tour{0}, -1, "outside"},
	} {
		tsptest.RequireError(t, c.want, c.tour.Validate(c.n), c.want)
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 50).Draw(t, "cities")
		must.Do(t, tsptest.DrawTour(t, n).Validate(n))
	})
}

func TestCanonicalOfEqualTours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 30).Draw(t, "cities")
		tour := tsptest.DrawTour(t, n)
		before := slices.Clone(tour)
		shift := rapid.IntRange(0, n-1).Draw(t, "shift")
		turned := slices.Concat(tour[shift:], tour[:shift])
		reversed := slices.Clone(turned)
		slices.Reverse(reversed)

		one := tour.Canonical(true)
		if err := one.Validate(n); err != nil || one[0] != 0 || one[1] > one[n-1] {
			t.Fatalf("canonical %v: %v", one, err)
		}
		if diff := cmp.Diff(one, reversed.Canonical(true)); diff != "" {
			t.Fatal(diff)
		}
		directed := tour.Canonical(false)
		if diff := cmp.Diff(directed, turned.Canonical(false)); diff != "" {
			t.Fatal(diff)
		}
		if cmp.Equal(directed, reversed.Canonical(false)) {
			t.Fatal("for an asymmetric instance a reversed tour has the same canonical form")
		}
		if tour.SHA256(true) != reversed.SHA256(true) || tour.SHA256(false) == reversed.SHA256(false) {
			t.Fatal("the hash does not depend on the canonical form alone")
		}
		if diff := cmp.Diff(before, tour); diff != "" {
			t.Fatalf("Canonical changed its argument: %s", diff)
		}
	})
}

func TestCanonicalOfInvalidTours(t *testing.T) {
	for _, tour := range []tsp.Tour{nil, {}, {5}, {2, 1}, {3, 2, 1}} {
		if got := tour.Canonical(true); len(got) != len(tour) {
			t.Errorf("canonical %v of %v", got, tour)
		}
	}
}

func TestSHA256ByHand(t *testing.T) {
	sum := sha256.Sum256([]byte("1\n2\n4\n3\n"))
	if got := (tsp.Tour{3, 1, 0, 2}).SHA256(true); got != hex.EncodeToString(sum[:]) {
		t.Errorf("hash %s", got)
	}
}

func TestLengthOfEmptyTour(t *testing.T) {
	if got := (tsp.Tour{}).Length(&tsp.Instance{}); got != 0 {
		t.Errorf("length %d", got)
	}
}
