package pipeline

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// There is a barrier for a buffer between any two slices that access it if one of them writes it. There is also one before the
// first slice that accesses it, because of earlier submissions.
func TestBarriersSeparateEveryConflict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var passes []Pass
		for range rapid.IntRange(1, 6).Draw(t, "passes") {
			var bindings []string
			for _, name := range []string{"a", "b", "c", "d"} {
				if access := rapid.SampledFrom([]string{"", " r", " w", " rw"}).Draw(t, name); access != "" {
					bindings = append(bindings, name+access)
				}
			}
			passes = append(passes, Pass{Shader: testShader("any", bindings...), Units: 9})
		}
		var submission []Slice
		for range rapid.IntRange(1, 30).Draw(t, "slices") {
			submission = append(submission, Slice{Pass: rapid.IntRange(0, len(passes)-1).Draw(t, "pass"), Count: 1})
		}
		barriers := Barriers(passes, submission)
		for later := range submission {
			for _, b := range passes[submission[later].Pass].Shader.Bindings {
				earlier, conflict := later-1, false
				for ; earlier >= 0 && !conflict; earlier-- {
					for _, a := range passes[submission[earlier].Pass].Shader.Bindings {
						conflict = conflict || a.Name == b.Name && (a.Writes || b.Writes)
					}
				}
				between := barriers[earlier+1 : later+1]
				if conflict {
					between = between[1:] // a barrier before the earlier slice does not separate the two
				}
				if !slices.ContainsFunc(between, func(names []string) bool { return slices.Contains(names, b.Name) }) {
					t.Fatalf("slice %d uses %s after slice %d without a barrier: %v", later, b.Name, earlier+1, barriers)
				}
			}
		}
	})
}

// Consecutive reads of a buffer need no barrier.
func TestNoBarriersBetweenReaders(t *testing.T) {
	passes := []Pass{{Shader: testShader("reader", "a r")}}
	barriers := Barriers(passes, []Slice{{}, {}, {}})
	if len(barriers[0]) != 1 || len(barriers[1])+len(barriers[2]) != 0 {
		t.Errorf("barriers of three readers: %v", barriers)
	}
}
