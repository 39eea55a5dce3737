package classic

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestDiffersAsRecorded compares the structure of each preset on every GPU of Nvidia, whose GPUs all
// papers use, with its paper's. Each deviation must be in Differs, and each entry of Differs about
// the structure must be one. GPUs of other vendors have other sizes of subgroups.
func TestDiffersAsRecorded(t *testing.T) {
	instance := must.Get(generate.Instance("uniform", 1002, 1))(t)
	gpus := slices.DeleteFunc(vktest.Profiles(t), func(p vktest.Profile) bool {
		return !strings.HasPrefix(p.Name, "nvidia-")
	})
	if len(gpus) == 0 {
		t.Error("no profile is of a GPU of Nvidia")
	}
	for _, gpu := range gpus {
		for _, preset := range Presets {
			p := must.Get(model.NewUnprepared(instance, preset.Parameters))(t)
			recording, _, err := planRecording(p, Options{Kernel: preset.Kernel}, pipeline.LimitsOf(&gpu.Info))
			if err != nil {
				t.Fatalf("%s, %s: %v", gpu.Name, preset.Name, err)
			}
			recorded, err := recordedStructure(recording.Passes)
			if err != nil {
				t.Fatalf("%s: %v", preset.Name, err)
			}
			for _, fault := range contradictions(preset, recorded) {
				t.Errorf("%s, %s: %s", gpu.Name, preset.Name, fault)
			}
		}
	}
}

// contradictions compares Differs with the deviations of a recorded structure from the paper's.
func contradictions(preset Preset, recorded Structure) (faults []string) {
	entries, texts := map[string]int{}, map[string]string{}
	for _, d := range preset.Differs {
		entries[d.In]++
		texts[d.In] = d.Text
	}
	for aspect, ours := range recorded {
		paper := preset.Paper[aspect]
		deviates := paper != "" && paper != ours
		switch n := entries[aspect]; {
		case deviates && n == 0:
			faults = append(faults, fmt.Sprintf("%s is %q, in the paper %q: Differs does not say so", aspect, ours, paper))
		case !deviates && n > 0:
			faults = append(faults, fmt.Sprintf("%s is %q, in the paper %q: Differs says that it differs", aspect, ours, paper))
		case deviates && (aspect == aspectUpdate || aspect == aspectOthers) && !strings.Contains(texts[aspect], ours+" dispatch"):
			faults = append(faults, fmt.Sprintf("%s is %s dispatches, and Differs says: %s", aspect, ours, texts[aspect]))
		}
	}
	for in, n := range entries {
		if n > 1 {
			faults = append(faults, fmt.Sprintf("Differs has %d entries about %s", n, in))
		}
	}
	return faults
}

// recordedStructure returns the structure of a recording.
func recordedStructure(passes []pipeline.Pass) (s Structure, err error) {
	stages := map[string][]pipeline.Pass{}
	others := 0
	for _, pass := range passes {
		stages[pass.Stage] = append(stages[pass.Stage], pass)
		switch pass.Stage {
		case "evaluate", "best":
			others++
		case "choice", "prefix", "construct", "improve", "schedule", "evaporate", "deposit":
		default:
			return s, fmt.Errorf("no rule for stage %s", pass.Stage)
		}
	}
	construct, deposit := stages["construct"], stages["deposit"][0]
	first := construct[0]
	visitedIn, visitedAs := visitedOf(construct[len(construct)-1])
	s = Structure{
		aspectWeights: inConstruction, aspectWeightsBy: "", aspectAnt: antOf(first), aspectAntGroup: antGroupOf(construct),
		aspectSteps: stepsOf(construct), aspectAtOnce: "all", aspectVisitedIn: visitedIn, aspectVisitedAs: visitedAs,
		aspectTourIn: inDevice, aspectSearch: "", aspectSearchGroup: "", aspectSearchIn: "", aspectEvaporation: "",
		aspectUpdate:   fmt.Sprint(len(stages["schedule"]) + len(stages["evaporate"]) + len(stages["deposit"])),
		aspectUpdateBy: fmt.Sprintf("%d of %d", deposit.Groups, groupOf(deposit)), aspectOthers: fmt.Sprint(others),
	}
	if choice := stages["choice"]; choice != nil {
		s[aspectWeights], s[aspectWeightsBy] = ownDispatch, by(choice[0])
	}
	if first.Batches > 0 {
		s[aspectAtOnce] = fmt.Sprint(first.Groups * first.Constants["ANTS"])
	}
	if !binds(first, "tours") {
		s[aspectTourIn] = inShared
	}
	if improve := stages["improve"]; improve != nil {
		s[aspectSearch], s[aspectSearchGroup], s[aspectSearchIn] = searchOf(improve[0])
	}
	if evaporate := stages["evaporate"]; evaporate != nil {
		s[aspectEvaporation] = by(evaporate[0])
	}
	return s, nil
}

func groupOf(p pipeline.Pass) uint32 { return p.Constants[pipeline.GroupSize] }

func binds(p pipeline.Pass, buffer string) bool {
	return slices.ContainsFunc(p.Shader.Bindings, func(b shaders.Binding) bool { return b.Name == buffer })
}

func hasConstant(p pipeline.Pass, name string) bool { _, has := p.Constants[name]; return has }

// by returns what computes a value of a matrix.
func by(p pipeline.Pass) string {
	if groupOf(p) > 1 {
		return byRow
	}
	return byInvocation
}

// antOf returns what constructs a tour: several ants share a work-group as subgroups, whose number
// is the constant ANTS, or as invocations.
func antOf(p pipeline.Pass) string {
	switch {
	case strings.Contains(p.Shader.Name, "_task"):
		return byInvocation
	case p.Constants["ANTS"] > 1:
		return bySubgroup
	}
	return byGroup
}

// antGroupOf returns the size of work-groups. It may follow the number of unvisited cities, down to
// the size of a subgroup.
func antGroupOf(construct []pipeline.Pass) string {
	last := construct[len(construct)-1]
	cities := last.FirstUnit + last.Units
	follow := func(power func(uint32) uint32) bool {
		for _, pass := range construct {
			unvisited := cities - pass.FirstUnit
			if size := groupOf(pass); size > groupOf(last) && (power(unvisited) != size || power(unvisited-pass.Units+1) != size) {
				return false
			}
		}
		return true
	}
	switch {
	case construct[0].Loop != 0 || groupOf(construct[0]) == groupOf(last):
		return fmt.Sprint(groupOf(construct[0]))
	case follow(nearestPowerOfTwo):
		return nearestPower
	case follow(nextPowerOfTwo):
		return "the power of two not below the unvisited cities"
	}
	return fmt.Sprint("from ", groupOf(construct[0]), " to ", groupOf(last))
}

func stepsOf(construct []pipeline.Pass) string {
	switch {
	case construct[0].Loop != 0 && len(construct) == 2:
		return twoPerStep
	case construct[0].Loop != 0 || construct[0].MaxUnits == 1:
		return onePerStep
	case construct[0].Batches > 0:
		return onePerBatch
	}
	return onePerTour
}

func visitedOf(construct pipeline.Pass) (in, as string) {
	switch {
	case hasConstant(construct, "COPIED_PLACES"):
		if construct.Constants["COPIED_PLACES"] > 0 {
			return inShared, asList
		}
		return inDevice, asList
	case binds(construct, "flags"):
		return inDevice, asBits
	}
	return inShared, asBits
}

func searchOf(improve pipeline.Pass) (search, group, in string) {
	search, in = byGroup, inDevice
	if strings.Contains(improve.Shader.Name, "_task") {
		search = byInvocation
	}
	if hasConstant(improve, "PAIRS") {
		in = inShared
	}
	return search, fmt.Sprint(groupOf(improve)), in
}

// TestContradictions shows that a missing entry, a wrong entry, two entries and a wrong number are
// found.
func TestContradictions(t *testing.T) {
	preset := Preset{Paper: Structure{aspectAnt: byGroup, aspectSteps: onePerStep, aspectUpdate: "2"}}
	for _, c := range []struct {
		recorded Structure
		differs  []Difference
		faults   int
	}{
		{Structure{aspectAnt: byGroup, aspectSteps: twoPerStep, aspectUpdate: "2"}, []Difference{{In: aspectSteps}}, 0},
		{Structure{aspectAnt: byInvocation, aspectSteps: twoPerStep, aspectUpdate: "2"}, []Difference{{In: aspectSteps}}, 1},
		{Structure{aspectAnt: byGroup, aspectSteps: onePerStep, aspectUpdate: "2"}, []Difference{{In: aspectSteps}}, 1},
		{Structure{aspectAnt: byGroup, aspectSteps: twoPerStep, aspectUpdate: "2"}, []Difference{{In: aspectSteps}, {In: aspectSteps}}, 1},
		{Structure{aspectAnt: byGroup, aspectSteps: onePerStep, aspectUpdate: "4"}, []Difference{{aspectUpdate, "It has 4 dispatches"}}, 0},
		{Structure{aspectAnt: byGroup, aspectSteps: onePerStep, aspectUpdate: "3"}, []Difference{{aspectUpdate, "It has 4 dispatches"}}, 1},
	} {
		preset.Differs = c.differs
		if faults := contradictions(preset, c.recorded); len(faults) != c.faults {
			t.Errorf("%+v: %q, want %d faults", c, faults, c.faults)
		}
	}
}

// TestDifferences requires short sentences, and structures that have no value of their own.
func TestDifferences(t *testing.T) {
	for _, preset := range Presets {
		for _, d := range preset.Differs {
			if d.In == "" || len(d.Text) > 250 || d.Text != strings.TrimSpace(d.Text) || strings.HasSuffix(d.Text, ".") ||
				d.Text[:1] != strings.ToUpper(d.Text[:1]) {
				t.Errorf("%s: %q: %q is no short sentence without its full stop", preset.Name, d.In, d.Text)
			}
		}
	}
}

// TestPapers requires that the papers' systems name all presets that are of a paper, each once, and
// say why others are not built.
func TestPapers(t *testing.T) {
	var named, want []string
	for _, paper := range Papers() {
		for _, s := range paper.Systems {
			if (s.Preset == "") != (s.NotBuilt != "") || s.Section == "" || s.Name == "" || s.Preset != "" && s.Instead != "" {
				t.Errorf("%s: %+v", paper.Name, s)
			}
			if s.Preset != "" {
				named = append(named, s.Preset)
				if !strings.HasPrefix(s.Preset, paper.Name) {
					t.Errorf("%s has preset %s", paper.Name, s.Preset)
				}
			}
		}
	}
	for _, p := range Presets {
		if !strings.HasPrefix(p.Source, "no paper's system") {
			want = append(want, p.Name)
		}
	}
	if !slices.Equal(named, want) {
		t.Errorf("the papers' systems are %q, the presets %q", named, want)
	}
}
