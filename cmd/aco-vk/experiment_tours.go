package main

import (
	"cmp"
	"slices"

	"github.com/aco-vk/aco-vk/aco"
	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
)

// toursEach returns the number of tours that all ants of a method construct in an iteration on one
// device. The instance may have fewer cities for the method, at one place for example; the result has
// the number that is right.
func toursEach(method aco.Method, cities int) (int64, error) {
	var p classicmodel.Parameters
	defaults := aco.Published
	switch m := method.(type) {
	case aco.AntSystem:
		p.Ants = m.Ants
	case aco.ACS:
		p.Algorithm, p.Ants, p.Colonies, defaults = classicmodel.AlgorithmACS, m.Ants, m.Colonies, cmp.Or(m.Defaults, defaults)
	case aco.MMAS:
		p.Algorithm, p.Ants, p.Colonies, defaults = classicmodel.AlgorithmMMAS, m.Ants, m.Colonies, cmp.Or(m.Defaults, defaults)
		p.LocalSearch = classicmodel.LocalSearch(m.LocalSearch.Kind)
	case aco.Preset:
		presets := aco.Presets()
		preset := presets[slices.IndexFunc(presets, func(i aco.PresetInfo) bool { return i.Name == m.Name })].Parameters
		p.Algorithm, p.Ants = classicmodel.Algorithm(preset.Algorithm), cmp.Or(m.Ants, preset.Ants)
		p.Colonies, p.LocalSearch = preset.Colonies, classicmodel.LocalSearch(preset.LocalSearch)
	default:
		defaults = ""
	}
	if defaults != aco.Published {
		return 0, &aco.OptionError{Option: "tours", Reason: "only as, mmas, acs and presets construct tours; give the other " +
			"methods, and the automatic choice, a limit of iterations or seconds"}
	}
	return int64(cmp.Or(p.Ants, p.DefaultAnts(cities))) * int64(max(1, p.Colonies)), nil
}

// toursOf returns the number of tours that all ants constructed in an iteration of a run; 0: the method
// constructs none.
func toursOf(result *aco.Result) int64 {
	own, classic := result.Method.(*aco.ClassicResult)
	if !classic {
		return 0
	}
	return int64(own.Parameters.Ants) * int64(max(1, own.Parameters.Colonies))
}
