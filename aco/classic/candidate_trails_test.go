package classic

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// The copies of the candidates' trails are equal to those in the matrix: on a device after iterations of ACS with one ant in each of two colonies,
// and those made from trails that are written in parts.
func TestCandidateTrailsAreCopies(t *testing.T) {
	for _, period := range []int{1, 3} {
		parameters := acsCases[0].parameters(6)
		parameters.Ants, parameters.Colonies, parameters.Candidates, parameters.LocalUpdatePeriod, parameters.Synchronous = 1, 2, 5, period, false
		p := newPairWithRules(t, vktest.Open(t), uniform(t, 70), parameters, problem.StopRules{})
		for range 5 {
			for _, stage := range p.reference.Stages() {
				p.runStage(t, stage.Name, "acs")
			}
		}
		download := func(name string) []uint32 {
			words, err := p.Run.Download(name)
			if err != nil {
				t.Fatal(err)
			}
			return words
		}
		trails, neighbours := download("pheromone"), download("neighbours")
		n, width := p.problem.Cities, pitch(p.problem.Cities)
		var want []uint32
		changed := 0
		for row := range 2 * n {
			from := row % n
			for _, to := range neighbours[from*p.problem.ListWidth():][:parameters.Candidates] {
				trail := trails[(row-from+min(from, int(to)))*width+max(from, int(to))]
				want = append(want, trail)
				if trail != p.problem.Trail.Initial {
					changed++
				}
			}
		}
		if changed == 0 {
			t.Error("no trail has changed")
		}
		if difference := cmp.Diff(want, download("candidate_trails")); difference != "" {
			t.Errorf("period %d: on the device: %s", period, difference)
		}
		written := newCandidateTrails(p.problem, neighbours)
		written.add(0, trails[:1000])
		if difference := cmp.Diff(want, slices.Clone(written.add(1000, trails[1000:]))); difference != "" {
			t.Errorf("period %d: of written trails: %s", period, difference)
		}
	}
}
