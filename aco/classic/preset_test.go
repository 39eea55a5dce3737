package classic

import (
	"errors"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/cite"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestCandidatePresets compares the presets of MMAS and ACS with the papers' parameters.
func TestCandidatePresets(t *testing.T) {
	instance := must.Get(generate.Instance("uniform", 783, 1))(t)
	type presetParameters struct {
		algorithm model.Algorithm
		ants      int
		colonies  int
		memory    model.Memory
		search    model.LocalSearch
		rho       float64
		racy      bool
	}
	want := map[string]presetParameters{
		"delevacq2013-ant-thread":       {model.AlgorithmMMAS, 1024, 1, model.MemoryMatrix, "", 0.02, false},
		"delevacq2013-ant-block-global": {model.AlgorithmMMAS, 1024, 1, model.MemoryMatrix, "", 0.02, false},
		"delevacq2013-ant-block-shared": {model.AlgorithmMMAS, 1024, 1, model.MemoryMatrix, "", 0.02, false},
		"delevacq2013-ant-thread-3opt": {model.AlgorithmMMAS, 28, 1, model.MemoryMatrix, model.Search3Opt,
			0.2, false},
		"delevacq2013-ant-block-global-3opt": {model.AlgorithmMMAS, 28, 1, model.MemoryMatrix, model.Search3Opt,
			0.2, false},
		"delevacq2013-ant-block-shared-3opt": {model.AlgorithmMMAS, 28, 1, model.MemoryMatrix, model.Search3Opt,
			0.2, false},
		"delevacq2013-colony-block": {model.AlgorithmMMAS, 224, 4, model.MemoryMatrix, model.Search3Opt,
			0.2, false},
		"delevacq2013-colony-gpu": {model.AlgorithmMMAS, 224, 2, model.MemoryMatrix, model.Search3Opt,
			0.2, false},
		"skinderowicz2016-acs-gpu":          {model.AlgorithmACS, 783, 1, model.MemoryMatrix, "", 0.2, true},
		"acs-synchronous":                   {model.AlgorithmACS, 783, 1, model.MemoryMatrix, "", 0.2, false},
		"skinderowicz2016-acs-gpu-alt":      {model.AlgorithmACS, 783, 1, model.MemoryMatrix, "", 0.2, true},
		"skinderowicz2016-acs-gpu-spm":      {model.AlgorithmACS, 783, 1, model.MemorySelective, "", 0.2, true},
		"skinderowicz2016-acs-gpu-alt-star": {model.AlgorithmACS, 256, 1, model.MemoryMatrix, "", 0.2, true},
		"skinderowicz2016-acs-gpu-spm-star": {model.AlgorithmACS, 256, 1, model.MemorySelective, "", 0.2, true},
	}
	for _, preset := range candidatePresets {
		p, err := model.NewUnprepared(instance, preset.Parameters)
		if err == nil {
			err = preset.Kernel.validate()
		}
		if err != nil {
			t.Errorf("%s: %v", preset.Name, err)
			continue
		}
		search := p.LocalSearch
		if search == model.SearchNone {
			search = ""
		}
		got := presetParameters{p.Algorithm, p.Ants, p.Colonies, p.Memory, search, p.Rho, p.Racy()}
		if got != want[preset.Name] {
			t.Errorf("%s: %+v, want %+v", preset.Name, got, want[preset.Name])
		}
		delete(want, preset.Name)
	}
	for name := range want {
		t.Errorf("there is no preset %s", name)
	}
}

// The trails of every preset of Delévacq et al. 2013 are smoothed, as in figure 1 of the paper. The
// lower limit has the formula that the preset says.
func TestRenewalOfPresets(t *testing.T) {
	for _, preset := range candidatePresets {
		p := preset.Parameters
		limit, period := model.LowerLimitCandidates, model.BestPeriodFixed
		switch {
		case p.Algorithm != model.AlgorithmMMAS:
			continue
		case p.HasLocalSearch():
			limit, period = model.LowerLimitFixed, model.BestPeriodFalling
		}
		if p.Renewal != model.RenewalSmooth || p.LowerLimit != limit || p.BestPeriod != period {
			t.Errorf("%s: renewal %s, limit %s, period %s, want smooth, %s, %s", preset.Name, p.Renewal, p.LowerLimit,
				p.BestPeriod, limit, period)
		}
	}
}

// planSizes are numbers of cities: around the sizes of subgroups, work-groups and words, of some
// TSPLIB instances, and large ones.
var planSizes = []int{3, 4, 5, 8, 31, 32, 33, 63, 64, 65, 127, 128, 129, 198, 1002, 5915, 20_000, 100_000}

// presetsFor returns the presets, the default, and the default parameters of each algorithm.
func presetsFor(cities int) []Preset {
	all := append([]Preset{
		{Name: "default", Parameters: model.Recommended(cities)}, {Name: "as", Parameters: model.AntSystem()},
		{Name: "mmas", Parameters: model.MaxMin()}, {Name: "acs", Parameters: model.AntColonySystem()},
	}, Presets...)
	return all
}

// TestPlansOnAllDevices shows that for every device in testdata/devices, every preset and 3 to
// 100,000 cities there is a plan within the limits of the device, or an error that says what to
// do. On GPUs the default has a plan.
func TestPlansOnAllDevices(t *testing.T) {
	testkind.ComparesRuns(t)
	rows := vktest.Profiles(t)
	for _, cities := range planSizes {
		instance := must.Get(generate.Instance("uniform", cities, 1))(t)
		for _, preset := range presetsFor(cities) {
			p, err := model.NewUnprepared(instance, preset.Parameters)
			if err != nil {
				checkPlanError(t, err, preset.Name, cities, "any device")
				continue
			}
			p.Colonies = max(1, p.Colonies)
			for i, row := range rows {
				if row.Unusable() != "" || testing.Short() && i%3 != cities%3 {
					continue
				}
				recording, _, err := planRecording(p, Options{Kernel: preset.Kernel}, pipeline.LimitsOf(&row.Info))
				if err != nil {
					if preset.Name == "default" && !row.IsSoftware() {
						t.Errorf("%d cities on %s: the default has no plan: %v", cities, row.Name, err)
					}
					checkPlanError(t, err, preset.Name, cities, row.Name)
				} else if _, err := recording.Pipelines(&row.Info); err != nil {
					t.Errorf("%s, %d cities, on %s: invalid plan: %v", preset.Name, cities, row.Name, err)
				}
			}
		}
	}
}

// checkPlanError requires an error that says what to do.
func checkPlanError(t *testing.T, err error, preset string, cities int, device string) {
	t.Helper()
	var (
		tooLarge   *pipeline.TooLargeError
		problemErr *option.Error
	)
	helps := false
	for _, way := range []string{"choose", "set ", "smaller instance"} {
		helps = helps || strings.Contains(err.Error(), way)
	}
	if !errors.As(err, &tooLarge) && !errors.As(err, &problemErr) || !helps {
		t.Errorf("%s, %d cities, on %s: no remedy: %v", preset, cities, device, err)
	}
}

// A preset's name and source begin with a publication that can be cited.
func TestPresetsCanBeCited(t *testing.T) {
	for _, p := range Presets {
		paper, _, _ := strings.Cut(p.Name, "-")
		if paper == "acs" { // no paper's system
			continue
		}
		if short := cite.Named(paper).Short(); !strings.HasPrefix(p.Source, short) {
			t.Errorf("%s: the source %q does not begin with %s", p.Name, p.Source, short)
		}
	}
}
