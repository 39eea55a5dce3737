package conform

import (
	"strings"
	"testing"

	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// compareAll requires that a device computes cases as the reference does. It may refuse some.
func compareAll(t *testing.T, device *vk.Device, cases []Case) {
	t.Helper()
	k, equal := comparer{device: device}, 0
	for _, c := range cases {
		r := must.Get(k.compare(t.Context(), c))(t)
		if r.bad() {
			t.Errorf("%s: %s in stage %s of iteration %d: %v %s", c, r.Verdict, r.Stage, r.Iteration, r.Difference, r.Error)
		}
		if r.Verdict == Equal {
			equal++
		}
	}
	if 2*equal < len(cases) {
		t.Errorf("%d of %d cases are equal", equal, len(cases))
	}
}

// every returns a part of cases. Numbers, groups and kinds repeat in fours and fives. Most cases compile
// pipelines of their own, which takes longer than all else; aco-vk conform has all of them.
func every(step int, cases []Case, first int) (some []Case) {
	for i := first; i < len(cases); i += step {
		some = append(some, cases[i])
	}
	return some
}

// Cases with odd numbers, some with and others without subgroup operations. Short tests have those of
// a quick test.
func TestOddCases(t *testing.T) {
	testkind.ComparesStage(t)
	vktest.WithAndWithoutSubgroups(t, func(t *testing.T, device *vk.Device) {
		cases, first := quickOddCases(), 0
		if strings.HasSuffix(t.Name(), "no_subgroups") {
			first = 3
		}
		if !testing.Short() {
			cases = every(17, oddCases(), first)
		}
		compareAll(t, device, cases)
	})
}

// Devices with the smallest limits compute the same: lists of unvisited cities stay in the tours for some steps, tiles
// and squares are small, and work-groups are along y, too.
func TestSmallLimits(t *testing.T) {
	testkind.ComparesStage(t)
	deposits, searches := depositCases(), []Case{}
	for i, r := range localSearchRecipes() {
		input := Input{Kind: []string{"uniform", "grid", "directed"}[i%3], Cities: 40, Seed: 1}
		searches = append(searches, r.shuffled(input, 1))
	}
	var lists []Case
	for _, c := range constructions {
		n := numbers{cities: 500}
		if c.selection == classicmodel.SelectHybrid {
			n.rest = 450
		}
		if p := (classicmodel.Parameters{Selection: c.selection, Rest: n.rest}); p.FirstListStep(500) < 500 {
			lists = append(lists, c.caseOf(n, 0))
		}
	}
	// A dispatch of two rows of work-groups has one too many where a stage is cut at an odd number of ants
	// or colonies: it does nothing.
	colonies := recipe{merged: &model.Parameters{Ants: 7, Colonies: 24, Candidates: 5, Kick: 5, Temperature: 0.2}}
	rows := append(smallCases(t)[:2], colonies.caseOn(Input{Kind: "uniform", Cities: 12, Seed: 1}, stageIterations))
	for name, c := range map[string]struct {
		change func(*vk.Limits)
		cases  []Case
	}{
		"small work-groups":           {func(l *vk.Limits) { l.MaxWorkgroupInvocations = 128 }, every(7, append(deposits, searches...), 0)},
		"few work-groups along x":     {func(l *vk.Limits) { l.MaxWorkgroupCount[0] = 2 }, rows},
		"no room for lists of cities": {func(l *vk.Limits) { l.SharedMemoryBytes, l.MaxWorkgroupInvocations = 4*400, 64 }, every(3, lists, 1)},
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			compareAll(t, vktest.OpenLimited(t, c.change), c.cases)
		})
	}
}
