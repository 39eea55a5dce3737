package classic

import (
	"testing"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/tsp"
)

// TestCandidatePresets compares the parameters of the presets of MMAS and ACS with those of the papers.
func TestCandidatePresets(t *testing.T) {
	instance, err := tsp.Generate("uniform", 783, 1)
	if err != nil {
		t.Fatal(err)
	}
	type presetParameters struct {
		algorithm problem.Algorithm
		ants      int
		colonies  int
		memory    problem.Memory
		search    problem.LocalSearch
		rho       float64
		racy      bool
	}
	want := map[string]presetParameters{
		"delevacq2013-ant-thread":            {problem.AlgorithmMMAS, 1024, 1, problem.MemoryMatrix, "", 0.02, false},
		"delevacq2013-ant-block-global":      {problem.AlgorithmMMAS, 1024, 1, problem.MemoryMatrix, "", 0.02, false},
		"delevacq2013-ant-block-shared":      {problem.AlgorithmMMAS, 1024, 1, problem.MemoryMatrix, "", 0.02, false},
		"delevacq2013-ant-thread-3opt":       {problem.AlgorithmMMAS, 28, 1, problem.MemoryMatrix, problem.Search3Opt, 0.2, false},
		"delevacq2013-ant-block-global-3opt": {problem.AlgorithmMMAS, 28, 1, problem.MemoryMatrix, problem.Search3Opt, 0.2, false},
		"delevacq2013-ant-block-shared-3opt": {problem.AlgorithmMMAS, 28, 1, problem.MemoryMatrix, problem.Search3Opt, 0.2, false},
		"delevacq2013-colony-block":          {problem.AlgorithmMMAS, 224, 4, problem.MemoryMatrix, problem.Search3Opt, 0.2, false},
		"delevacq2013-colony-gpu":            {problem.AlgorithmMMAS, 224, 2, problem.MemoryMatrix, problem.Search3Opt, 0.2, false},
		"skinderowicz2016-acs-gpu":           {problem.AlgorithmACS, 783, 1, problem.MemoryMatrix, "", 0.2, false},
		"skinderowicz2016-acs-gpu-alt":       {problem.AlgorithmACS, 783, 1, problem.MemoryMatrix, "", 0.2, true},
		"skinderowicz2016-acs-gpu-spm":       {problem.AlgorithmACS, 783, 1, problem.MemorySelective, "", 0.2, true},
		"skinderowicz2016-acs-gpu-alt-star":  {problem.AlgorithmACS, 256, 1, problem.MemoryMatrix, "", 0.2, true},
		"skinderowicz2016-acs-gpu-spm-star":  {problem.AlgorithmACS, 256, 1, problem.MemorySelective, "", 0.2, true},
	}
	for _, preset := range candidatePresets {
		p, err := problem.NewUnprepared(instance, preset.Parameters)
		if err == nil {
			err = preset.Kernel.validate()
		}
		if err != nil {
			t.Errorf("%s: %v", preset.Name, err)
			continue
		}
		search := p.LocalSearch
		if search == problem.SearchNone {
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
