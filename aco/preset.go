package aco

import (
	"cmp"

	"github.com/aco-vk/aco-vk/aco/classic"
	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
)

// Preset is a system of Presets, unchanged.
type Preset struct {
	Name    string // one of Presets
	Ants    int    // 0: as in the paper
	Kernels PresetKernels
}

// PresetInfo describes a preset.
type PresetInfo struct {
	Name       string            `json:"name"`
	Source     string            `json:"source"` // paper and section; it begins with "no paper" for a system of no paper
	Algorithm  Algorithm         `json:"algorithm"`
	Parameters ClassicParameters `json:"parameters"` // a number that is 0 follows from the instance
	Kernels    Kernels           `json:"form"`
	// Racy: ants race for the trails, so tours differ from run to run, as in the paper.
	Racy bool `json:"racy,omitempty"`
	// Differs has a sentence, without its full stop, for each difference from the paper besides
	// PresetsDiffer.
	Differs []string `json:"differs,omitempty"`
}

// PresetsDiffer says how all presets differ from their papers.
const PresetsDiffer = classic.SharedDifference

// Presets returns the systems of papers that can be run, and acs-synchronous, which is no paper's.
func Presets() (list []PresetInfo) {
	for _, p := range classic.Presets {
		parameters := ClassicParameters(p.Parameters)
		parameters.Algorithm = cmp.Or(parameters.Algorithm, AlgorithmAntSystem)
		list = append(list, PresetInfo{
			Name: p.Name, Source: p.Source, Algorithm: parameters.Algorithm, Parameters: parameters,
			Kernels: Kernels(p.Kernel), Racy: p.Parameters.Racy(), Differs: differences(p),
		})
	}
	return list
}

func differences(p classic.Preset) (list []string) {
	for _, d := range p.Differs {
		list = append(list, d.Text)
	}
	return list
}

func (m Preset) check(o *Options) error {
	if o.InitialTour != nil {
		return exclude("InitialTour", "Preset", "a preset is a published system, unchanged")
	}
	return notNegative(number{"Ants", m.Ants})
}

func (m Preset) newRunner(r *request) (runner, error) {
	preset, err := classic.PresetNamed(m.Name)
	if err != nil {
		return nil, refuse("Preset", "%v", err)
	}
	p, kernel := preset.Parameters, preset.Kernel
	p.Algorithm = cmp.Or(p.Algorithm, classicmodel.AlgorithmAS)
	set(&p.Ants, m.Ants)
	kernel.Distances = m.Kernels.Distances // no paper specifies the source of distances
	return r.newPresetRunner(m.Name, m.Kernels != (PresetKernels{}), p, kernel)
}
