package conform

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/compile"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// fault is a mistake in a shader's source, of a kind that people and compilers make.
type fault struct {
	name, file  string
	right, does string          // what stands there once, and what in its place
	shader      *shaders.Shader // that gets it, and its NoSubgroups
	stage       string          // where it shows first
	input       string          // the kind of inputs that it shows on; "": it is not of one kind
	// hidden says why a device does not show it, "" where it does; nil: all do.
	hidden func(limits pipeline.Limits) string
}

var faults = []fault{
	{
		name: "missing barrier", file: "evaluate.comp", shader: &shaders.Evaluate, stage: "evaluate",
		right: "    barrier();\n\n    if (lane == 0u) {\n", does: "    if (lane == 0u) {\n",
		hidden: func(limits pipeline.Limits) string {
			if !limits.Software { // software devices run one subgroup after another
				return "subgroups of a GPU may come to the end together"
			}
			return ""
		},
	},
	{
		name: "a scan that is off by one", file: "include/sum.glsl", shader: &shaders.PrefixSums, stage: "prefix",
		right: "subgroup_lane >= distance ? before", does: "subgroup_lane > distance ? before",
	},
	{
		name: "the wrong one of two equals", file: "best.comp", shader: &shaders.Best, stage: "best",
		right: "ant < shortest_ant[lane]", does: "ant > shortest_ant[lane]",
	},
	{
		name: "a sum of weights that overflows", file: "include/weigh.glsl", shader: &shaders.Choice, stage: "choice",
		right: "findMSB(room - 1u)) + 2u", does: "findMSB(room - 1u))",
	},
	{
		name: "subgroups taken for 32 invocations", file: "include/subgroup_ant.glsl", shader: &shaders.ConstructMaxMin, stage: "construct",
		right: "width = subgroup_add(1u)", does: "width = 32u",
		hidden: func(limits pipeline.Limits) string {
			if limits.SubgroupSize == 32 || limits.NoSubgroups {
				return "they have 32, or there are none"
			}
			return ""
		},
	},
	{
		name: "prefix sums of the iteration before", file: "prefix.comp", shader: &shaders.PrefixSums, stage: "prefix",
		right: "state.stop != 0u || group_index()", does: "state.stop != 0u || state.iteration > 0u || group_index()",
	},
	{
		name: "a carry that is lost", file: "evaluate.comp", shader: &shaders.Evaluate, stage: "evaluate",
		right: "part.y + (old + part.x < old ? 1u : 0u)", does: "part.y",
	},
	{
		name: "the last of those that meet at a city", file: "construct_acs_step.comp", shader: &shaders.ConstructAcsStepSelective, stage: "construct",
		right: "    atomicMin(owners[colony * cities + chosen]", does: "    atomicMax(owners[colony * cities + chosen]",
	},
	{
		name: "claims with equal gains, whoever's", file: "merged_claim.comp", shader: &shaders.MergedClaim, stage: "claim", input: "grid",
		right: "if (claims[section + block] != key)", does: "if (claims[section + block] >> 16 != key >> 16)",
	},
	{
		name: "a piece that begins one place late", file: "merged_rewrite.comp", shader: &shaders.MergedRewriteCoordinates, stage: "rewrite",
		right: "change_pieces[own + piece + step].x <= place", does: "change_pieces[own + piece + step].x < place",
	},
}

// Each fault is found by a case of the test's plan, and the stage that has it is named. Without the fault that case is equal.
func TestPlantedFaultsAreFound(t *testing.T) {
	device := vktest.Open(t)
	if _, err := exec.LookPath("glslc"); err != nil {
		if os.Getenv("ACO_VK_REQUIRE_DEVICE") == "1" {
			t.Fatal(err)
		}
		t.Skip("glslc is not installed")
	}
	limits := pipeline.LimitsOf(device.Info())
	cases := plannedCases(t, limits)
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			if f.hidden != nil && f.hidden(limits) != "" {
				t.Skip(f.hidden(limits))
			}
			if testing.Short() && strings.HasPrefix(f.shader.Name, "merged") {
				t.Skip("software devices can take seconds for a pipeline of merged ants")
			}
			f.plant(t)
			p := f.find(t, cases)
			t.Logf("%s: %s", p.Case, p.Text())
			if p.Stage != f.stage || p.Difference == nil {
				t.Errorf("it shows in stage %q, not %q: %s", p.Stage, f.stage, p.Text())
			}
			f.mend()
			again, err := ParseCase(p.Case)
			if err != nil {
				t.Fatal(err)
			}
			mended := checker{device: device}
			if r, err := mended.check(t.Context(), again); err != nil || r.Verdict != Equal {
				t.Errorf("without the fault it is %s as well: %v, %v", r.Verdict, r.Difference, err)
			}
		})
	}
}

// planned is a case with the shaders that it runs.
type planned struct {
	Case
	shaders []*shaders.Shader
}

// plannedCases are the smaller ones of all that the device runs.
func plannedCases(t *testing.T, limits pipeline.Limits) []planned {
	t.Helper()
	jobs, err := plan(limits, false)
	if err != nil {
		t.Fatal(err)
	}
	var cases []planned
	for _, j := range jobs {
		if j.Whole || j.Input.Cities > 1000 {
			continue
		}
		passes, err := j.passes(limits)
		if err != nil {
			continue // the device refuses it
		}
		c := planned{Case: j.Case}
		for _, p := range passes {
			c.shaders = append(c.shaders, p.Shader)
		}
		cases = append(cases, c)
	}
	return cases
}

// find returns what the first of the cases that can show the fault says of it.
func (f fault) find(t *testing.T, all []planned) Problem {
	t.Helper()
	var cases []Case
	for _, c := range all {
		if slices.ContainsFunc(c.shaders, f.concerns) && (f.input == "" || f.input == c.Input.Kind) {
			cases = append(cases, c.Case)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	report, err := Test(ctx, Options{Open: opening(t), Cases: cases}, func(p Progress) {
		if p.Problems > 0 {
			stop()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if report.OK() {
		t.Fatalf("%d cases, and nothing differs", len(cases))
	}
	return report.Problems[0]
}

// plant has the shader run a module with the fault until it is mended.
func (f fault) plant(t *testing.T) {
	t.Helper()
	const sources = "../shaders"
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(sources)); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, f.file)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if times := strings.Count(string(text), f.right); times != 1 {
		t.Fatalf("%s has %q %d times", f.file, f.right, times)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), f.right, f.does, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(shaders.Variants, func(v shaders.Variant) bool { return v.Name == f.shader.Name })
	v := shaders.Variants[at]
	v.File = filepath.Join(folder, v.File)
	t.Cleanup(f.mend)
	if f.shader.Module, err = compile.Optimized(v); err != nil {
		t.Fatal(err)
	}
	if other := f.shader.NoSubgroups; other != nil {
		if other.Module, err = compile.Optimized(v.NoSubgroups()); err != nil {
			t.Fatal(err)
		}
	}
}

// concerns says whether a shader gets the fault.
func (f fault) concerns(s *shaders.Shader) bool { return s == f.shader || s == f.shader.NoSubgroups }

// mend has the shaders run their own modules again.
func (f fault) mend() {
	f.shader.Module = nil
	if f.shader.NoSubgroups != nil {
		f.shader.NoSubgroups.Module = nil
	}
}
