package merged

import (
	"testing"

	"pgregory.net/rapid"
)

// However devices share the ants, and however many ants a work-group has, each ant is in the
// work-groups of one device, and the work-groups of a device have no ant of another one.
func TestSharesCoverTheAnts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		block := rapid.SampledFrom([]uint32{1, 2, 4, 8, 32}).Draw(t, "ants of a work-group")
		ants := rapid.Uint32Range(1, 300).Draw(t, "ants")
		var paces []pace
		for range rapid.IntRange(1, 6).Draw(t, "devices") {
			paces = append(paces, pace{ant: rapid.Float64Range(1, 500).Draw(t, "time of an ant"),
				rest: rapid.Float64Range(0, 20_000).Draw(t, "time of the rest")})
		}
		runs := make([]int, ants)
		for i, s := range divideAnts(ants, block, paces) {
			first, count := s.groups(block)
			for group := first; group < first+count; group++ {
				for ant := group * block; ant < min(ants, (group+1)*block); ant++ {
					if runs[ant]++; ant < s.first || ant >= s.end {
						t.Fatalf("device %d runs ant %d, its share is %+v", i, ant, s)
					}
				}
			}
		}
		for ant, times := range runs {
			if times != 1 {
				t.Fatalf("ant %d of %d runs %d times, with %d in a work-group", ant, ants, times, block)
			}
		}
	})
}
