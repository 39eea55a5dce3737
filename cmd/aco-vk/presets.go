package main

import (
	"cmp"
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
		return writeIndented(c.out, list)
	}
	for i, preset := range list.Presets {
		fmt.Fprintf(c.out, "%s\n", preset.Name)
		fmt.Fprintf(c.out, "  source      %s\n", preset.Source)
		fmt.Fprintf(c.out, "  algorithm   %s\n", preset.Algorithm)
		fmt.Fprintf(c.out, "  parameters  %s\n", fieldsText(preset.Parameters))
		fmt.Fprintf(c.out, "  kernels     %s\n", cmp.Or(fieldsText(preset.Kernels), "chosen by the program"))
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
	for _, aspect := range classic.Aspects {
		if s[aspect] != "" {
			words = append(words, aspect+": "+s[aspect])
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

// fieldsText lists the fields of a struct that are set, by their names in JSON.
func fieldsText(of any) string {
	var words []string
	for field, value := range reflect.ValueOf(of).Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name != "-" && !value.IsZero() {
			words = append(words, fmt.Sprintf("%s %v", strings.ReplaceAll(name, "_", " "), reflect.Indirect(value)))
		}
	}
	return strings.Join(words, ", ")
}
