package model

import (
	"math/rand/v2"
	"testing"
)

// The strength of a trail is the sum of its reinforcements, up to a bound. It halves after each half-life, also when the time wraps around.
func TestTrail(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		time := random.Uint32()
		if random.IntN(2) == 0 {
			time = -random.Uint32N(20)
		}
		trail, want := Trail(0).Reinforced(time, ReinforceChange), uint32(ReinforceChange)
		for range 100 {
			if random.IntN(2) == 0 {
				time++
				want /= 2
			} else {
				by := random.Uint32N(1000)
				trail, want = trail.Reinforced(time, by), min(want+by, maxStrength)
			}
			if got := trail.Strength(time); got != want {
				t.Fatalf("strength %d at time %d, want %d", got, time, want)
			}
		}
		if old := trail.Strength(time + 1000); old != 0 {
			t.Fatalf("strength %d after 1000 half-lives", old)
		}
	}
}
