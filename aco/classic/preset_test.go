package classic

import (
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// TestCandidatePresets compares the parameters of the presets of MMAS and ACS with those of the papers.
func TestCandidatePresets(t *testing.T) {
	instance, err := generate.Instance("uniform", 783, 1)
	if err != nil {
		t.Fatal(err)
	}
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
		"delevacq2013-ant-thread":            {model.AlgorithmMMAS, 1024, 1, model.MemoryMatrix, "", 0.02, false},
		"delevacq2013-ant-block-global":      {model.AlgorithmMMAS, 1024, 1, model.MemoryMatrix, "", 0.02, false},
		"delevacq2013-ant-block-shared":      {model.AlgorithmMMAS, 1024, 1, model.MemoryMatrix, "", 0.02, false},
		"delevacq2013-ant-thread-3opt":       {model.AlgorithmMMAS, 28, 1, model.MemoryMatrix, model.Search3Opt, 0.2, false},
		"delevacq2013-ant-block-global-3opt": {model.AlgorithmMMAS, 28, 1, model.MemoryMatrix, model.Search3Opt, 0.2, false},
		"delevacq2013-ant-block-shared-3opt": {model.AlgorithmMMAS, 28, 1, model.MemoryMatrix, model.Search3Opt, 0.2, false},
		"delevacq2013-colony-block":          {model.AlgorithmMMAS, 224, 4, model.MemoryMatrix, model.Search3Opt, 0.2, false},
		"delevacq2013-colony-gpu":            {model.AlgorithmMMAS, 224, 2, model.MemoryMatrix, model.Search3Opt, 0.2, false},
		"skinderowicz2016-acs-gpu":           {model.AlgorithmACS, 783, 1, model.MemoryMatrix, "", 0.2, false},
		"skinderowicz2016-acs-gpu-alt":       {model.AlgorithmACS, 783, 1, model.MemoryMatrix, "", 0.2, true},
		"skinderowicz2016-acs-gpu-spm":       {model.AlgorithmACS, 783, 1, model.MemorySelective, "", 0.2, true},
		"skinderowicz2016-acs-gpu-alt-star":  {model.AlgorithmACS, 256, 1, model.MemoryMatrix, "", 0.2, true},
		"skinderowicz2016-acs-gpu-spm-star":  {model.AlgorithmACS, 256, 1, model.MemorySelective, "", 0.2, true},
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
