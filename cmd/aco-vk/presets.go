package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/problem"
)

type presetsCommand struct {
	JSON bool `name:"json" help:"The same as JSON."`
}

type listedPresets struct {
	SharedDifference string       `json:"shared_difference"`
	Presets          []aco.Preset `json:"presets"`
}

func (p *presetsCommand) Run(c console) error {
	if p.JSON {
		encoder := json.NewEncoder(c.out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(listedPresets{aco.SharedDifference, aco.Presets})
	}
	for _, preset := range aco.Presets {
		fmt.Fprintf(c.out, "%s\n", preset.Name)
		fmt.Fprintf(c.out, "  source      %s\n", preset.Source)
		fmt.Fprintf(c.out, "  parameters  %s\n", parametersText(preset.Parameters))
		fmt.Fprintf(c.out, "  form        %s\n", formText(preset.Form))
		if preset.Differs != "" {
			fmt.Fprintf(c.out, "  differs     %s\n", preset.Differs)
		}
	}
	fmt.Fprintf(c.out, "\nall of them differ from the papers in this: %s\n", aco.SharedDifference)
	return nil
}

// parametersText writes parameters for people.
func parametersText(p problem.Parameters) string {
	words := []string{fmt.Sprintf("alpha %v, beta %v, rho %v, selection %s", p.Alpha, p.Beta, p.Rho, p.Selection)}
	for _, n := range []struct {
		name  string
		value int
	}{{"ants", p.Ants}, {"trials", p.Trials}, {"rest", p.Rest}, {"tile", p.Tile}} {
		if n.value > 0 {
			words = append(words, fmt.Sprintf("%s %d", n.name, n.value))
		}
	}
	return strings.Join(words, ", ")
}

// formText writes what a form asks for.
func formText(f aco.Form) string {
	var words []string
	for _, axis := range []struct{ name, value string }{
		{"mapping", string(f.Mapping)}, {"dispatch", string(f.Dispatch)}, {"search", string(f.Search)},
		{"deposit", string(f.Deposit)}, {"distances", string(f.Distances)},
	} {
		if axis.value != "" {
			words = append(words, axis.name+" "+axis.value)
		}
	}
	if f.AntGroup > 0 {
		words = append(words, fmt.Sprintf("work-groups of %d", f.AntGroup))
	}
	if words == nil {
		return "as the program chooses"
	}
	return strings.Join(words, ", ")
}
