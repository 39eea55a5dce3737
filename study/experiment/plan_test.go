package experiment

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
)

// testVocabulary has a parameter of each kind.
var testVocabulary = Vocabulary{
	Algorithms: []string{"as", "acs"}, Presets: []string{"paper"},
	Parameters: []Parameter{
		{Name: "alpha", Kind: Reals}, {Name: "q0", Kind: Reals}, {Name: "ants", Kind: Integers},
		{Name: "local-search", Kind: Words, Words: []string{"2opt", "3opt", "none"}}, {Name: "synchronous", Kind: Switches},
	},
}

const testRest = "instances = ['gen:uniform:10:1']\nlimits = { iterations = 5 }\n"

func parseTest(t *testing.T, text string) *Plan {
	t.Helper()
	return must.Get(ParsePlan([]byte(text), "plan.toml", testVocabulary))(t)
}

func names(plan *Plan) (list []string) {
	for _, c := range plan.Configurations {
		list = append(list, c.Name)
	}
	return list
}

// Lists and ranges are combined in the order of the file. Zero is a value.
func TestConfigurations(t *testing.T) {
	for text, want := range map[string][]string{
		`[[configurations]]
		algorithm = "as"
		[[configurations]]
		preset = "paper"
		parameters.ants = 7
		[[configurations]]
		algorithm = "auto"`: {"as", "paper, ants 7", "auto"},
		`[[configurations]]
		algorithm = "acs"
		[configurations.parameters]
		q0 = [0, 0.5]
		alpha = { from = 0, to = 0.3, step = 0.1 }`: {
			"acs, q0 0, alpha 0", "acs, q0 0, alpha 0.1", "acs, q0 0, alpha 0.2", "acs, q0 0, alpha 0.3",
			"acs, q0 0.5, alpha 0", "acs, q0 0.5, alpha 0.1", "acs, q0 0.5, alpha 0.2", "acs, q0 0.5, alpha 0.3",
		},
		`configurations = [{ algorithm = "acs", name = "mine", parameters = { synchronous = [true, false], q0 = 0 } }]`: {
			"mine, synchronous true", "mine, synchronous false"},
		`configurations = { algorithm = "acs", name = "mine", parameters = { q0 = 0 } }`: {"mine"},
		`configurations = { algorithm = "as", parameters.alpha = { from = 0.001, to = 1, count = 4, log = true } }`: {
			"as, alpha 0.001", "as, alpha 0.01", "as, alpha 0.1", "as, alpha 1"},
		`configurations = { algorithm = "as", parameters.ants = { from = 1, to = 4, count = 9 } }`: {
			"as, ants 1", "as, ants 2", "as, ants 3", "as, ants 4"},
		`configurations = { algorithm = "as", parameters.ants = [999999, 1000000] }`: {"as, ants 999999", "as, ants 1000000"},
		`configurations = { algorithm = "as", parameters.local-search = ["2opt", "none"] }`: {
			"as, local-search 2opt", "as, local-search none"},
	} {
		if diff := cmp.Diff(want, names(parseTest(t, testRest+text))); diff != "" {
			t.Errorf("%s\n%s", text, diff)
		}
	}
	plan := parseTest(t, testRest+`configurations = { algorithm = "acs", parameters = { q0 = 0, synchronous = true } }`)
	want := map[string]any{"q0": 0.0, "synchronous": true}
	if diff := cmp.Diff(want, plan.Configurations[0].Parameters()); diff != "" {
		t.Error(diff)
	}
}

// Seeds, limits and generators have several forms.
func TestSeedsLimitsGenerators(t *testing.T) {
	const one = "[[configurations]]\nalgorithm = 'as'\n"
	for text, want := range map[string][]uint64{
		"": {1}, "seeds = 3": {1, 2, 3}, "seeds = [7, 0]": {7, 0}, "seeds = { first = 5, count = 2 }": {5, 6},
	} {
		plan := parseTest(t, text+"\n"+testRest+one)
		if diff := cmp.Diff(want, plan.Seeds); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
	plan := parseTest(t, `limits = [{ iterations = 5 }, { seconds = 0.5, tours = 100 }, { device_seconds = 2 }]
		instances = [{ generator = "uniform", cities = [10, 20], seeds = 2 }, "gen:grid:9:1"]
		`+one)
	if diff := cmp.Diff([]Limit{{Iterations: 5}, {Seconds: 0.5, Tours: 100}, {DeviceSeconds: 2}}, plan.Limits); diff != "" {
		t.Error(diff)
	}
	found := must.Get(plan.FindInstances("."))(t)
	want := []string{"gen:uniform:10:1", "gen:uniform:10:2", "gen:uniform:20:1", "gen:uniform:20:2", "gen:grid:9:1"}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Error(diff)
	}
}

// What a plan cannot have is refused with its line and with what it can have.
func TestRefusedPlans(t *testing.T) {
	for text, want := range map[string]string{
		"a = ":                                      "plan.toml, line 1: this is not TOML: ",
		"seeds = 1":                                 "plan.toml: the plan has no configurations",
		"seeds = 1\nsead = 2":                       `line 2: "sead" is not a key of a plan; there are configurations, instances, seeds, limits`,
		testRest + "configurations = []":            "line 3: the list of configurations is empty",
		testRest + "configurations = 'as'":          `line 3: configurations: it is "as", and a table is needed`,
		testRest + "[[configurations]]\nname = 'x'": "line 3: the configuration has neither algorithm nor preset",
		testRest + "[[configurations]]\nalgorithm = 'as'\npreset = 'paper'":                                                                                         "line 3: a configuration has an algorithm or a preset",
		testRest + "[[configurations]]\nalgorithm = 'ass'":                                                                                                          `line 4: "ass" is not a name of algorithm; there are auto, as, acs`,
		testRest + "[[configurations]]\nalgorithm = 'as'\n[[configurations]]\nalgorithm = 'as'":                                                                     `line 5: the configurations "as" and "as" are the same`,
		testRest + "[[configurations]]\nalgorithm = 'as'\n[configurations.parameters]\nq-0 = 1":                                                                     `line 6: "q-0" is not a key of parameters; there are alpha, q0,`,
		testRest + "configurations = { algorithm = 'as', parameters = {\n ants = 1.5 } }":                                                                           "line 4: ants: it is 1.5, and its values are integers",
		testRest + "configurations = { algorithm = 'as', parameters.ants = [1, 'x'] }":                                                                              `line 3: ants: it is "x", and its values are integers`,
		testRest + "configurations = { algorithm = 'as', parameters.alpha = nan }":                                                                                  "alpha: it is NaN",
		testRest + "configurations = { algorithm = 'as', parameters.alpha = 1979-05-27 }":                                                                           "alpha: it is a date",
		testRest + "configurations = { algorithm = 'as', parameters.synchronous = 1 }":                                                                              "true and false",
		testRest + "configurations = { algorithm = 'as', parameters.local-search = '4opt' }":                                                                        "2opt, 3opt, none",
		testRest + "configurations = { algorithm = 'as', parameters.alpha = [] }":                                                                                   "the list is empty",
		testRest + "configurations = { algorithm = 'as', parameters.alpha = { from = 1, to = 0, step = 1 } }":                                                       "is above the second",
		testRest + "configurations = { algorithm = 'as', parameters.alpha = { from = 0, to = 1 } }":                                                                 "either a step or a count",
		testRest + "configurations = { algorithm = 'as', parameters.alpha = { from = 0, to = 1, step = 1e-300 } }":                                                  "more than 100000 values",
		testRest + "configurations = { algorithm = 'as', parameters.alpha = { from = -1e308, to = 1e308, count = 3 } }":                                             "too far apart",
		testRest + "configurations = { algorithm = 'as', draws = 2, parameters.alpha = { uniform = [-1e308, 1e308] } }":                                             "too far apart",
		testRest + "configurations = { algorithm = 'as', parameters.alpha = { from = 0, to = 1, step = 1e-4 }, parameters.q0 = { from = 0, to = 1, step = 1e-4 } }": "more than 100000 combinations",
		testRest + "configurations = { algorithm = 'as', parameters.alpha = { from = 0, to = 1, count = 3, log = true } }":                                          "above 0 only",
		testRest + "configurations = { algorithm = 'as', parameters.alpha = { from = 0, to = 1, step = 1e-9 } }":                                                    "more than 100000 values",
		testRest + "configurations = { algorithm = 'as', parameters.alpha = { from = 0, too = 1, step = 1 } }":                                                      `"too" is not a key of a range`,
		testRest + "configurations = { algorithm = 'as', parameters.alpha = { from = 0, step = 1 } }":                                                               "alpha: it is missing",
		testRest + "configurations = { algorithm = 'as', parameters.alpha = { uniform = [0, 1] } }":                                                                 "give the number of draws",
		testRest + "configurations = { algorithm = 'as', draws = 3 }":                                                                                               "no parameter is drawn",
		testRest + "configurations = { algorithm = 'as', draws = 3, parameters.alpha = { uniform = [0] } }":                                                         "the least and the greatest",
		testRest + "configurations = { algorithm = 'as', draws = 3, parameters.local-search = { uniform = [0, 1] } }":                                               "its values are not numbers",
		testRest + "configurations = { algorithm = 'as', draws = 3, parameters.alpha = {} }":                                                                        "either a choice or uniform",
		"instances = []\nlimits = { seconds = 1 }\nconfigurations = { algorithm = 'as' }":                                                                           "line 1: instances: it is a list",
		"instances = [1]\nlimits = { seconds = 1 }\nconfigurations = { algorithm = 'as' }":                                                                          "an instance is a text or a table",
		"instances = ['a',\n{ generator = 'uniform', cities = 0 }]\nlimits = { seconds = 1 }\nconfigurations = { algorithm = 'as' }":                                "line 2: cities: it is 0",
		"instances = ['a']\nlimits = { devices = 1 }\nconfigurations = { algorithm = 'as' }":                                                                        "there are iterations, tours, device_seconds, seconds",
		"instances = ['a']\nlimits = {}\nconfigurations = { algorithm = 'as' }":                                                                                     "the limit is empty",
		"instances = ['a']\nlimits = [{ seconds = 1 }, { seconds = 1.0 }]\nconfigurations = { algorithm = 'as' }":                                                   "twice",
		"instances = ['a']\nlimits = { seconds = 0 }\nconfigurations = { algorithm = 'as' }":                                                                        "a number above 0",
		"instances = ['a']\nlimits = { seconds = inf }\nconfigurations = { algorithm = 'as' }":                                                                      "a number above 0",
		testRest + "configurations = { algorithm = 'as', parameters.alpha = { from = 0, to = 1, step = inf } }":                                                     "a number above 0",
		"seeds = -1\n" + testRest + "configurations = { algorithm = 'as' }":                                                                                         "line 1: seeds: it is -1",
		"seeds = [1, 1]\n" + testRest + "configurations = { algorithm = 'as' }":                                                                                     "twice",
		"seeds = 2000000\n" + testRest + "configurations = { algorithm = 'as' }":                                                                                    "1000000 at most",
	} {
		_, err := ParsePlan([]byte(text), "plan.toml", testVocabulary)
		var refused *Error
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n%v, want %q", text, err, want)
		}
	}
}

// More draws, and other parameters, do not change the draws that were there. All are in their range.
func TestDraws(t *testing.T) {
	draws := func(count int, more string) []Configuration {
		return parseTest(t, testRest+fmt.Sprintf(`configurations = { algorithm = "acs", draws = %d, draw_seed = 3, parameters = {
			%s alpha = { uniform = [0.01, 5], log = true }, ants = { uniform = [1, 3] }, q0 = { choice = [0, 0.9] } } }`, count, more)).Configurations
	}
	few, many, other := draws(5, ""), draws(50, ""), draws(5, `local-search = { choice = ["2opt", "3opt"] },`)
	ants, q0 := map[any]int{}, map[any]int{}
	for i, c := range many {
		p := c.Parameters()
		if alpha := p["alpha"].(float64); alpha < 0.01 || alpha > 5 {
			t.Errorf("draw %d: alpha %v", i, alpha)
		}
		ants[p["ants"]]++
		q0[p["q0"]]++
		if i < len(few) && few[i].Name != c.Name {
			t.Errorf("draw %d: %s of 5, %s of 50", i, few[i].Name, c.Name)
		}
		if i < len(few) && other[i].Parameters()["alpha"] != p["alpha"] {
			t.Errorf("draw %d: another parameter changes alpha", i)
		}
	}
	if len(ants) != 3 || len(q0) != 2 || ants[0.0] > 0 {
		t.Errorf("ants %v, q0 %v", ants, q0)
	}
}

// A range has values in its bounds, in their order, at the distance of the step.
func TestRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from, steps := rapid.IntRange(-1000, 1000).Draw(t, "from"), rapid.IntRange(0, 200).Draw(t, "steps")
		scale := rapid.SampledFrom([]float64{1, 10, 100, 1000}).Draw(t, "scale")
		to, step := float64(from+steps)/scale, 1/scale
		plan, err := ParsePlan(fmt.Appendf(nil, "%sconfigurations = { algorithm = 'as', parameters.alpha = { from = %v, to = %v, step = %v } }",
			testRest, float64(from)/scale, to, step), "plan.toml", testVocabulary)
		if err != nil {
			t.Fatal(err)
		}
		if len(plan.Configurations) != steps+1 {
			t.Fatalf("%d values, want %d", len(plan.Configurations), steps+1)
		}
		for i, c := range plan.Configurations {
			if got, want := c.Parameters()["alpha"].(float64), float64(from+i)/scale; math.Abs(got-want) > 1e-9*math.Abs(want) {
				t.Fatalf("value %d is %v, want %v", i, got, want)
			}
		}
	})
}

// Files, folders and patterns are found from the folder of the plan, each file once.
func TestFindInstances(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"b.tsp", "a.tsp", "c.atsp", "d.csv"} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	}
	find := func(list string) ([]string, error) {
		plan := parseTest(t, "limits.iterations = 1\nconfigurations = { algorithm = 'as' }\ninstances = ["+list+"]")
		found, err := plan.FindInstances(folder)
		for i := range found {
			found[i] = filepath.Base(found[i])
		}
		return found, err
	}
	for list, want := range map[string][]string{
		"'.'": {"a.tsp", "b.tsp", "c.atsp"}, "'b.tsp', '*.tsp'": {"b.tsp", "a.tsp"}, "'d.csv', 'gen:a:1:1'": {"d.csv", "gen:a:1:1"},
	} {
		found, err := find(list)
		if diff := cmp.Diff(want, found); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", list, err, diff)
		}
	}
	for list, want := range map[string]string{"'x.tsp'": "no such file", "'x*.tsp'": "no file has a name", "'[*'": "not a pattern"} {
		if _, err := find(list); err == nil || !strings.Contains(err.Error(), "line 3") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", list, err, want)
		}
	}
}
