package classic_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// The copies of the candidates' trails are equal to those in the matrix after iterations of ACS with one ant in each of two colonies, whole ones
// and others in slices.
func TestCandidateTrailsAreCopies(t *testing.T) {
	vktest.WithAndWithoutSubgroups(t, testCandidateTrailsAreCopies)
}

func testCandidateTrailsAreCopies(t *testing.T, device *vk.Device) {
	for name, instance := range map[string]*tsp.Instance{"symmetric": uniform(t, 70), "asymmetric": testInstances(t, 4)["asymmetric"]} {
		for i, period := range []int{1, 3} {
			parameters := classic.ACSCase{model.MemoryMatrix, false, ""}.Parameters(1)
			parameters.Colonies, parameters.Candidates, parameters.LocalUpdatePeriod = 2, min([]int{5, 32}[i], instance.Dimension()-1), period
			p := openWithRules(t, device, instance, parameters, model.StopRules{})
			for k := range 5 {
				when := fmt.Sprintf("%s, period %d, iteration %d", name, period, k)
				p.submitInSlices(t, []uint32{4, uint32(instance.Dimension())}[k%2])
				for _, ref := range p.References {
					if err := ref.Iterate(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				p.compare(t, when)
				p.compareCopies(t, when)
			}
		}
	}
}

// compareCopies compares the copies of the candidates' trails with the matrix, those of the device and those made from trails that are written in
// two parts.
func (p both) compareCopies(t *testing.T, when string) {
	t.Helper()
	trails, neighbours := p.download(t, "pheromone"), p.download(t, "neighbours")
	n, width := p.Problem.Cities, classic.Pitch(p.Problem.Cities)
	var want []uint32
	changed := 0
	for row := range n * p.Problem.Colonies {
		city := row % n
		for _, other := range neighbours[city*p.Problem.ListWidth():][:p.Problem.Candidates] {
			from, to := city, int(other)
			if p.Problem.Symmetric {
				from, to = min(from, to), max(from, to)
			}
			trail := trails[(row-city+from)*width+to]
			want = append(want, trail)
			if trail != p.Problem.Trail.Initial {
				changed++
			}
		}
	}
	if changed == 0 {
		t.Errorf("%s: no trail has changed", when)
	}
	if difference := cmp.Diff(want, p.download(t, "candidate_trails")); difference != "" {
		t.Errorf("%s: on the device: %s", when, difference)
	}
	half := len(trails) / 2
	derived, err := classic.DerivedTrails(p.Problem, p.Run, trails[:half], trails[half:])
	if err != nil {
		t.Fatal(err)
	}
	if difference := cmp.Diff(want, derived["candidate_trails"]); difference != "" {
		t.Errorf("%s: of written trails: %s", when, difference)
	}
}
