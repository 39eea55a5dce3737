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
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// fault is a mistake in a shader's source, of a kind that people and compilers make.
type fault struct {
	name, file  string
	right, does string                     // what stands there once, and what in its place
	shaders     []*shaders.Shader          // that get it
	stage       string                     // where it shows first
	input       string                     // the kind of inputs that it shows on; "": all, some sooner, some later
	hidden      func(info *vk.Info) string // why a device does not show it, "" where it does
}

var faults = []fault{
	{
		name: "missing barrier", file: "evaluate.comp", shaders: []*shaders.Shader{&shaders.Evaluate}, stage: "evaluate",
		right: "    barrier();\n\n    if (lane == 0u) {\n", does: "    if (lane == 0u) {\n",
		hidden: func(info *vk.Info) string {
			if !info.IsSoftware() { // software devices run one subgroup after another
				return "subgroups of a GPU may come to the end together"
			}
			return ""
		},
	},
	{
		name: "a scan that is off by one", file: "include/sum.glsl", shaders: []*shaders.Shader{&shaders.PrefixSums}, stage: "prefix",
		right: "gl_SubgroupInvocationID >= distance ? before", does: "gl_SubgroupInvocationID > distance ? before",
	},
	{
		name: "the wrong one of two equals", file: "best.comp", shaders: []*shaders.Shader{&shaders.Best}, stage: "best",
		right: "ant < shortest_ant[lane]", does: "ant > shortest_ant[lane]",
	},
	{
		name: "a sum of weights that overflows", file: "include/weigh.glsl", shaders: []*shaders.Shader{&shaders.Choice}, stage: "choice",
		right: "findMSB(room - 1u)) + 2u", does: "findMSB(room - 1u))",
	},
	{
		name: "subgroups taken for 32 invocations", file: "include/subgroup_ant.glsl", shaders: []*shaders.Shader{&shaders.ConstructMaxMin}, stage: "construct",
		right: "width = subgroupAdd(1u)", does: "width = 32u",
		hidden: func(info *vk.Info) string {
			if info.SubgroupSize == 32 {
				return "they have 32"
			}
			return ""
		},
	},
	{
		name: "prefix sums of the iteration before", file: "prefix.comp", shaders: []*shaders.Shader{&shaders.PrefixSums}, stage: "prefix",
		right: "state.stop != 0u || group_index()", does: "state.stop != 0u || state.iteration > 0u || group_index()",
	},
	{
		name: "a carry that is lost", file: "evaluate.comp", shaders: []*shaders.Shader{&shaders.Evaluate}, stage: "evaluate",
		right: "part.y + (old + part.x < old ? 1u : 0u)", does: "part.y",
	},
	{
		name: "the last of those that meet at a city", file: "construct_acs_step.comp", shaders: []*shaders.Shader{&shaders.ConstructAcsStepSelective}, stage: "construct",
		right: "    atomicMin(owners[colony * cities + chosen]", does: "    atomicMax(owners[colony * cities + chosen]",
	},
	{
		name: "claims with equal gains, whoever's", file: "merged_claim.comp", shaders: []*shaders.Shader{&shaders.MergedClaim}, stage: "claim", input: "grid",
		right: "if (claims[section + block] != key)", does: "if (claims[section + block] >> 16 != key >> 16)",
	},
	{
		name: "a piece that begins one place late", file: "merged_rewrite.comp", shaders: []*shaders.Shader{&shaders.MergedRewriteCoordinates}, stage: "rewrite",
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
	cases := plannedCases(t, pipeline.LimitsOf(device.Info()))
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			if f.hidden != nil && f.hidden(device.Info()) != "" {
				t.Skip(f.hidden(device.Info()))
			}
			if testing.Short() && strings.HasPrefix(f.shaders[0].Name, "merged") {
				t.Skip("software devices can take seconds for a pipeline of merged ants")
			}
			f.plant(t)
			p := f.find(t, cases)
			t.Logf("%s: %s", p.Case, p.Text())
			if p.Stage != f.stage || p.Difference == nil {
				t.Errorf("it shows in stage %q, not %q: %s", p.Stage, f.stage, p.Text())
			}
			for _, s := range f.shaders {
				s.Module = nil
			}
			again, err := ParseCase(p.Case)
			if err != nil {
				t.Fatal(err)
			}
			if report := testedUntil(t, t.Context(), []Case{again}, func(Progress) {}); !report.OK() || report.Equal != 1 {
				t.Errorf("the case differs without the fault as well: %+v", report.Problems)
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
		if slices.Contains(c.shaders, f.shaders[0]) && (f.input == "" || f.input == c.Input.Kind) {
			cases = append(cases, c.Case)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	report := testedUntil(t, ctx, cases, func(p Progress) {
		if p.Problems > 0 {
			stop()
		}
	})
	if report.OK() {
		t.Fatalf("%d cases, and nothing differs", len(cases))
	}
	return report.Problems[0]
}

func testedUntil(t *testing.T, ctx context.Context, cases []Case, tell func(Progress)) *Report {
	t.Helper()
	report, err := Test(ctx, Options{Open: func() (*vk.Device, error) { return vktest.Open(t), nil }, Cases: cases}, tell)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// plant has the shaders run modules with the fault until the test ends.
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
	for _, s := range f.shaders {
		at := slices.IndexFunc(shaders.Variants, func(v shaders.Variant) bool { return v.Name == s.Name })
		v := shaders.Variants[at]
		v.File = filepath.Join(folder, v.File)
		if s.Module, err = compile.Optimized(v); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Module = nil })
	}
}
