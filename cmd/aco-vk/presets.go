package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/classic"
)

type presetsCommand struct {
	JSON bool `name:"json" help:"Print the list as JSON."`
}

type listedPresets struct {
	SharedDifference string           `json:"shared_difference"`
	Presets          []aco.PresetInfo `json:"presets"`
	Papers           []classic.Paper  `json:"papers"`
}

func (p *presetsCommand) Run(c console) error {
	list := listedPresets{aco.PresetsDiffer, aco.Presets(), classic.Papers()}
	if p.JSON {
		encoder := json.NewEncoder(c.out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(list)
	}
	for i, preset := range list.Presets {
		fmt.Fprintf(c.out, "%s\n", preset.Name)
		fmt.Fprintf(c.out, "  source      %s\n", preset.Source)
		fmt.Fprintf(c.out, "  algorithm   %s\n", preset.Algorithm)
		fmt.Fprintf(c.out, "  parameters  %s\n", parametersText(preset.Parameters))
		fmt.Fprintf(c.out, "  kernels     %s\n", kernelText(preset.Kernels))
		fmt.Fprintf(c.out, "  paper       %s\n", structureText(classic.Presets[i].Paper))
		if preset.Racy {
			fmt.Fprintf(c.out, "  racy        as published: the same seed gives different tours each time\n")
		}
		for _, difference := range preset.Differs {
			fmt.Fprintf(c.out, "  differs     %s\n", difference)
		}
	}
	fmt.Fprintf(c.out, "\nall presets differ from the papers in this: %s\n", list.SharedDifference)
	fmt.Fprintf(c.out, "\nthe papers' systems\n")
	for _, paper := range list.Papers {
		fmt.Fprintf(c.out, "  %s\n", paper.Source)
		for _, system := range paper.Systems {
			fmt.Fprintf(c.out, "    %s (%s): %s\n", system.Name, system.Section, systemText(system))
		}
	}
	return nil
}

// structureText lists what a paper says of the structure of a system.
func structureText(s classic.Structure) string {
	var words []string
	for _, aspect := range s.Aspects() {
		if aspect.Value != "" {
			words = append(words, aspect.Name+": "+aspect.Value)
		}
	}
	return strings.Join(words, "; ")
}

// systemText says which preset a system has, and how near it is to the paper.
func systemText(s classic.System) string {
	if s.Preset == "" {
		return s.State()
	}
	return s.Preset + ", " + s.State()
}

// parametersText lists parameters that are set.
func parametersText(p aco.ClassicParameters) string {
	words := []string{fmt.Sprintf("alpha %v, beta %v, rho %v", p.Alpha, p.Beta, p.Rho)}
	for _, v := range []struct {
		name  string
		value any
		set   bool
	}{
		{"selection", p.Selection, p.Selection != ""}, {"ants", p.Ants, p.Ants > 0},
		{"trials", p.Trials, p.Trials > 0}, {"rest", p.Rest, p.Rest > 0}, {"tile", p.Tile, p.Tile > 0},
		{"rule", p.Rule, p.Rule != ""},
		{"candidates", p.Candidates, p.Candidates > 0}, {"memory", p.Memory, p.Memory != ""}, {"q0", p.Q0, p.Q0 != nil},
		{"lower limit", p.LowerLimit, p.LowerLimit != ""}, {"renewal", p.Renewal, p.Renewal != ""},
		{"best period", p.BestPeriod, p.BestPeriod != ""},
		{"local rate", p.LocalRate, p.LocalRate != nil},
		{"local update period", p.LocalUpdatePeriod, p.LocalUpdatePeriod > 0},
		{"synchronous", p.Synchronous, p.Synchronous},
		{"local search", p.LocalSearch, p.LocalSearch != ""}, {"of ants", p.LocalSearchAnts, p.LocalSearchAnts != ""},
		{"neighbours", p.Neighbours, p.Neighbours > 0},
		{"colonies", p.Colonies, p.Colonies > 0}, {"topology", p.Topology, p.Topology != ""},
	} {
		if v.set {
			words = append(words, fmt.Sprint(v.name, " ", reflect.Indirect(reflect.ValueOf(v.value))))
		}
	}
	return strings.Join(words, ", ")
}

// kernelText lists kernels that are set.
func kernelText(f aco.Kernels) string {
	var words []string
	for _, axis := range []struct{ name, value string }{
		{"mapping", string(f.Mapping)}, {"dispatch", string(f.Dispatch)}, {"search", string(f.PrefixSearch)},
		{"deposit", string(f.Deposit)}, {"distances", string(f.Distances)}, {"ant data", string(f.AntData)},
	} {
		if axis.value != "" {
			words = append(words, axis.name+" "+axis.value)
		}
	}
	if f.AntGroup > 0 {
		words = append(words, fmt.Sprintf("work-groups of %d", f.AntGroup))
	}
	if f.AntsAtOnce > 0 {
		words = append(words, fmt.Sprintf("%d ants at once", f.AntsAtOnce))
	}
	if words == nil {
		return "chosen by the program"
	}
	return strings.Join(words, ", ")
}
