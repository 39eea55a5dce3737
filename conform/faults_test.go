package conform

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/compile"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// fault is a mistake in a shader's source that people or compilers could make.
type fault struct {
	name, file         string
	correct, incorrect string          // source text that occurs once, and its replacement
	shader             *shaders.Shader // the shader that gets the fault, with its NoSubgroups variant
	stage              string          // where the difference shows first
	input              string          // the only kind of input that shows it; "": any kind
	cases              func() []Case   // the only cases that show it; nil: those of a full test with at most 1000 cities
	// hidden returns why a device does not show the fault, "" if it does. nil: all devices show
	// it.
	hidden func(limits pipeline.Limits) string
}

var faults = []fault{
	{
		name: "missing barrier", file: "classic/evaluate.comp", shader: &shaders.Evaluate, stage: "evaluate",
		correct: "    barrier();\n\n    if (lane == 0u) {\n", incorrect: "    if (lane == 0u) {\n",
		hidden: atTheSameTime,
	},
	{
		name: "scan off by one", file: "classic/sum.glsl", shader: &shaders.PrefixSums, stage: "prefix",
		correct: "subgroup_lane >= distance ? before", incorrect: "subgroup_lane > distance ? before",
	},
	{
		name: "tie broken the wrong way", file: "classic/best.comp", shader: &shaders.Best, stage: "best",
		correct: "ant < shortest_ant[lane]", incorrect: "ant > shortest_ant[lane]",
	},
	{
		name: "overflowing sum of weights", file: "classic/product.glsl", shader: &shaders.Choice, stage: "choice",
		correct: "findMSB(room - 1u)) + 2u", incorrect: "findMSB(room - 1u))",
	},
	{
		name: "subgroup size assumed to be 32", file: "classic/subgroup_ant.glsl", shader: &shaders.ConstructMaxMin,
		stage:   "construct",
		correct: "width = subgroup_width()", incorrect: "width = 32u",
		hidden: func(limits pipeline.Limits) string {
			if limits.SubgroupSize == 32 || limits.NoSubgroups {
				return "subgroups have 32 invocations, or the device has none"
			}
			return ""
		},
	},
	{
		name: "stale prefix sums", file: "classic/prefix.comp", shader: &shaders.PrefixSums, stage: "prefix",
		correct:   "state[COLONY].stop != 0u || group_index()",
		incorrect: "state[COLONY].stop != 0u || state[COLONY].iteration > 0u || group_index()",
	},
	{
		name: "lost carry", file: "classic/evaluate.comp", shader: &shaders.Evaluate, stage: "evaluate",
		correct: "part.y + (old + part.x < old ? 1u : 0u)", incorrect: "part.y",
	},
	{
		name: "wrong ant wins a city", file: "classic/construct_acs_step.comp",
		shader: &shaders.ConstructAcsStepSelective, stage: "construct",
		correct:   "    atomicMin(owners[colony * cities + current_city]",
		incorrect: "    atomicMax(owners[colony * cities + current_city]",
	},
	{
		name: "claims of equal gain without an owner", file: "merged/claim.comp", shader: &shaders.MergedClaim,
		stage: "claim", input: "grid",
		correct: "if (claims[section + block] != key)", incorrect: "if (claims[section + block] >> 16 != key >> 16)",
	},
	{
		name: "piece starts one position late", file: "merged/rewrite.comp", shader: &shaders.MergedRewriteCoordinates,
		stage:     "rewrite",
		correct:   "change_pieces[begin + piece + step].x <= position",
		incorrect: "change_pieces[begin + piece + step].x < position",
	},
	{
		// A hash of the edge and the ant: it strikes once in a thousand times.
		name: "fixed edge removed", file: "merged/candidates.glsl", shader: &shaders.MergedAntCoordinates, stage: "ant",
		input:     "fixed",
		correct:   "pair.y) == b",
		incorrect: "pair.y) == b && (((a * 31u + b) * 31u + gl_WorkGroupID.x) * 40503u >> 8u) % 1000u != 0u",
	},
	{
		name: "fixed edge removed by a local search", file: "classic/improve_third.glsl", shader: &shaders.Improve,
		stage: "improve", input: "fixed",
		correct:   "if (has_previous && !is_fixed(e.city, previous)) {",
		incorrect: "if (has_previous && (!is_fixed(e.city, previous) || (((e.city * 31u + previous) * 31u + gl_WorkGroupID.x) * 40503u >> 8u) % 1000u == 0u)) {",
	},
	{
		name: "fixed edge not taken", file: "classic/fixed.glsl", shader: &shaders.ConstructMaxMin, stage: "construct",
		input:     "fixed",
		correct:   "return partner == city || partner == before",
		incorrect: "return partner == city || (city & 15u) == 0u || partner == before",
	},
	{
		name: "city before a dispatch lost", file: "classic/construct_max_min.comp", shader: &shaders.ConstructMaxMin,
		stage: "construct", cases: fixedConstructions,
		correct:   "FIXED == 1u && first > 1u ? tours[tour + first - 2u] : NO_CITY",
		incorrect: "NO_CITY",
	},
	{
		name: "city before a dispatch of tasks lost", file: "classic/construct_max_min_task.comp",
		shader: &shaders.ConstructMaxMinTask, stage: "construct", cases: fixedConstructions,
		correct:   "FIXED == 1u && first > 1u ? tours[tour + first - 2u] : NO_CITY",
		incorrect: "NO_CITY",
	},
	{
		name: "k-ary search finds an equal sum", file: "classic/trial.glsl", shader: &shaders.ConstructTrialKary,
		stage: "construct", cases: quickOddCases,
		correct: "sums[row + last] > target ? subgroup_lane", incorrect: "sums[row + last] >= target ? subgroup_lane",
	},
	{
		name: "wrong quadrant of a cosine", file: "include/float64_program.glsl", shader: &shaders.MergedCheckSpace,
		stage: "check", cases: quickOddCases,
		correct: "odd = quadrant & 1u", incorrect: "odd = quadrant | 1u",
	},
	{
		name: "distance of node pairs in the other direction", file: "include/distance.glsl",
		shader: &shaders.MergedAnt, stage: "ant", input: "pairs",
		correct: "(from & 1u) == 0u ? from : to", incorrect: "(from & 1u) == 1u ? from : to",
	},
	{
		name: "missing barrier between tiles", file: "classic/prefix.comp", shader: &shaders.PrefixNear, stage: "prefix",
		cases:   limitCase("selection=near"),
		correct: "before + w[k];\n        }\n        barrier();\n", incorrect: "before + w[k];\n        }\n",
		hidden: atTheSameTime,
	},
	{
		name: "list of the first cities alone", file: "classic/near.glsl", shader: &shaders.ConstructNear, stage: "construct",
		cases:   limitCase("selection=near"),
		correct: "list[at] = 32u * (base + lane) + bit", incorrect: "list[at] = 32u * lane + bit",
		hidden: func(limits pipeline.Limits) string {
			if limits.SubgroupSize*32 > 1100 {
				return "a subgroup reads the flags of all cities at once"
			}
			return ""
		},
	},
	{
		name: "power without its mask", file: "classic/power.glsl", shader: &shaders.Choice, stage: "choice",
		cases:   limitCase("alpha=1.3"),
		correct: "exp_fraction(uint t) {\n    t &= STEPS;", incorrect: "exp_fraction(uint t) {",
	},
	{
		name: "16 bits of an ant", file: "merged/accepted.glsl", shader: &shaders.MergedRewriteCoordinates, stage: "rewrite",
		cases:   limitCase("ants=66000"),
		correct: "(key & (1u << ant_bits(ants)) - 1u)", incorrect: "(key & 0xFFFFu)",
	},
	{
		name: "tie of float64 rounded up", file: "include/float64.glsl", shader: &shaders.EvaluateCoordinates, stage: "evaluate",
		cases:   limitCase("halves"),
		correct: "(remainder == 0x400u && odd)", incorrect: "remainder == 0x400u",
	},
	{
		name: "grid without its margin", file: "include/grid.glsl", shader: &shaders.EvaluateCoordinates, stage: "evaluate",
		cases:   limitCase("halves"),
		correct: "beyond < float(UNITS) - margin", incorrect: "beyond < float(UNITS)",
	},
}

// atTheSameTime hides missing barriers: software devices run subgroups one after the other.
func atTheSameTime(limits pipeline.Limits) string {
	if !limits.Software {
		return "subgroups of a GPU may reach the barrier at the same time"
	}
	return ""
}

// limitCase returns the cases of a quick test at limits whose text has a part.
func limitCase(part string) func() []Case {
	return func() []Case {
		return slices.DeleteFunc(limitCases(), func(c Case) bool { return !strings.Contains(c.String(), part) })
	}
}

// Each fault replaces text that its shader has once.
func TestFaultsFitTheShaders(t *testing.T) {
	for _, f := range faults {
		f.source(t)
	}
}

// A full test finds each fault, and names the stage of the faulty shader. Without the fault the
// same case is equal.
func TestFaultsAreFound(t *testing.T) {
	device := vktest.Open(t)
	if _, err := exec.LookPath("glslc"); err != nil {
		if os.Getenv("ACO_VK_REQUIRE_DEVICE") == "1" {
			t.Fatal(err)
		}
		t.Skip("glslc is not installed")
	}
	limits := pipeline.LimitsOf(device.Info())
	cases := stageCases(t, limits)
	for i, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			if i%8 > 0 {
				testkind.Whole(t)
			}
			if f.hidden != nil && f.hidden(limits) != "" {
				t.Skip(f.hidden(limits))
			}
			if testing.Short() && strings.HasPrefix(f.shader.Name, "merged") {
				t.Skip("software devices can take seconds for a pipeline of merged ants")
			}
			f.insert(t)
			p := f.find(t, cases)
			t.Logf("%s: %s", p.Case, p.Text())
			if p.Stage != f.stage || p.Difference == nil {
				t.Errorf("found in stage %q, not %q: %s", p.Stage, f.stage, p.Text())
			}
			f.remove()
			fixed := comparer{device: device}
			if r, err := fixed.compare(t.Context(), parse(t, p.Case)[0]); err != nil || r.Verdict != Equal {
				t.Errorf("without the fault the case is %s: %v, %v", r.Verdict, r.Difference, err)
			}
		})
	}
}

// caseShaders is a case with its shaders.
type caseShaders struct {
	Case
	shaders []*shaders.Shader
}

// stageCases returns the smaller cases of a full test that the device supports.
func stageCases(t *testing.T, limits pipeline.Limits) []caseShaders {
	t.Helper()
	all := must.Get(testCases(limits, false))(t)
	var cases []caseShaders
	for _, named := range all {
		if named.Whole || named.Input.Cities > 1000 {
			continue
		}
		passes, err := named.passes(limits)
		if err != nil {
			continue // the device refuses it
		}
		c := caseShaders{Case: named.Case}
		for _, p := range passes {
			c.shaders = append(c.shaders, p.Shader)
		}
		cases = append(cases, c)
	}
	return cases
}

// find runs the cases that can show the fault, and returns the first problem.
func (f fault) find(t *testing.T, all []caseShaders) Problem {
	t.Helper()
	var cases []Case
	for _, c := range all {
		if slices.ContainsFunc(c.shaders, f.changes) && (f.input == "" || f.input == c.Input.Kind) {
			cases = append(cases, c.Case)
		}
	}
	if f.cases != nil {
		cases = f.cases()
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	report, err := Test(ctx, Options{Open: opener(t), Cases: cases, Probes: []string{}}, func(p Progress) {
		if p.Problems > 0 {
			stop()
		}
	})
	must.Do(t, err)
	if report.OK() {
		t.Fatalf("none of %d cases differs", len(cases))
	}
	return report.Problems[0]
}

// sources is the folder of the shaders.
const sources = "../shaders"

// source returns the text of the file that gets the fault.
func (f fault) source(t *testing.T) string {
	t.Helper()
	text := must.Get(os.ReadFile(filepath.Join(sources, f.file)))(t)
	if count := strings.Count(string(text), f.correct); count != 1 {
		t.Fatalf("%s has %q %d times", f.file, f.correct, count)
	}
	return string(text)
}

// insert compiles the shader with the fault and makes it the shader's module, until remove.
func (f fault) insert(t *testing.T) {
	t.Helper()
	folder := t.TempDir()
	must.Do(t, os.CopyFS(folder, os.DirFS(sources)))
	faulty := strings.Replace(f.source(t), f.correct, f.incorrect, 1)
	must.Do(t, os.WriteFile(filepath.Join(folder, f.file), []byte(faulty), 0o600))
	at := slices.IndexFunc(shaders.Variants, func(v shaders.Variant) bool { return v.Name == f.shader.Name })
	v := shaders.Variants[at]
	v.File = filepath.Join(folder, v.File)
	t.Cleanup(f.remove)
	var err error
	if f.shader.Module, err = compile.Optimized(v); err != nil {
		t.Fatal(err)
	}
	if other := f.shader.NoSubgroups; other != nil {
		if other.Module, err = compile.Optimized(v.NoSubgroups()); err != nil {
			t.Fatal(err)
		}
	}
}

// changes reports whether a shader gets the fault.
func (f fault) changes(s *shaders.Shader) bool { return s == f.shader || s == f.shader.NoSubgroups }

// remove restores the shader's own modules.
func (f fault) remove() {
	f.shader.Module = nil
	if f.shader.NoSubgroups != nil {
		f.shader.NoSubgroups.Module = nil
	}
}
