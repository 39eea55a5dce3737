package classic_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// The copies of the candidates' trails equal the matrix after iterations of ACS, whole ones and
// others in slices. Each of two colonies has one ant.
func TestCandidateTrailsAreCopies(t *testing.T) {
	testkind.Whole(t)
	vktest.WithAndWithoutSubgroups(t, testCandidateTrailsAreCopies)
}

func testCandidateTrailsAreCopies(t *testing.T, device *vk.Device) {
	for name, instance := range map[string]*tsp.Instance{"symmetric": uniform(t, 70), "asymmetric": testInstances(t, 4)["asymmetric"]} {
		for i, period := range []int{1, 3} {
			parameters := classic.ACSCase{model.MemoryMatrix, false, "", ""}.Parameters(1)
			parameters.Colonies, parameters.Candidates, parameters.LocalUpdatePeriod = 2, min([]int{5, 32}[i],
				instance.Dimension()-1), period
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

// compareCopies compares copies of the candidates' trails with the matrix. The device made some
// copies; the host made others from trails written in two parts.
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

// Every trail above the least has a flag on the device. Deposits set flags, and so does an upload
// of trails.
func TestRaisedTrailsHaveFlags(t *testing.T) {
	testkind.Whole(t)
	acs := classic.ACSCases[0].Parameters(6)
	mmas := classic.MaxMinCases[0].Parameters()
	for _, parameters := range []model.Parameters{acs, mmas} {
		parameters.Colonies, parameters.Candidates = 2, 5
		p := openWithRules(t, vktest.Open(t), uniform(t, 70), parameters, model.StopRules{})
		for range 4 {
			for _, stage := range p.reference.Stages() {
				p.runStage(t, stage.Name, string(parameters.Algorithm))
			}
		}
		trails, device := p.download(t, "pheromone"), p.download(t, "raised")
		derived, err := classic.DerivedTrails(p.Problem, p.Run, trails[:1000], trails[1000:])
		if err != nil {
			t.Fatal(err)
		}
		least, raised := uint32(0), 0
		n, width := p.Problem.Cities, classic.Pitch(p.Problem.Cities)
		rowWords := len(device) / (2 * n)
		hasFlag := func(words []uint32, row, city int) bool {
			return words[row*rowWords+city%rowWords]>>(city/rowWords)&1 != 0
		}
		for row := range 2 * n {
			from := row % n
			for to := range n {
				trail := trails[row*width+to]
				if from == 0 && to == 0 {
					least = trail
				}
				if trail == least {
					continue
				}
				raised++
				for name, words := range map[string][]uint32{"on the device": device, "of written trails": derived["raised"]} {
					if !hasFlag(words, row, to) || !hasFlag(words, row-from+to, from) {
						t.Errorf("%s: colony %d, cities %d and %d: the trail %d has not both flags %s",
							parameters.Algorithm, row/n, from, to, trail, name)
					}
				}
			}
		}
		if raised == 0 {
			t.Errorf("%s: no trail is raised", parameters.Algorithm)
		}
	}
}
