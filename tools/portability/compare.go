package main

import (
	"fmt"

	"github.com/aco-vk/aco-vk/vk"
)

// regressions describes a device's pipelines that do not compile, or are much worse than their
// module in the table. Much worse means more spills, or an occupancy or subgroup size smaller by a
// quarter or more. Only figures of the same driver version are compared.
func regressions(table Device, driver string, all []compiled) (found []string) {
	known := map[string]Figures{}
	for _, m := range table.Modules {
		known[m.Module] = m.Figures
	}
	for _, c := range all {
		if c.Failure != "" {
			found = append(found, fmt.Sprintf("%s: %s: %s", table.Device, c.Pipeline, c.Failure))
			continue
		}
		if driver != table.Driver {
			continue
		}
		for _, why := range c.regressions(known[c.Module]) { // a new module must not spill
			found = append(found, fmt.Sprintf("%s: %s: %s", table.Device, c.Pipeline, why))
		}
	}
	return found
}

// regressions returns which figures are much worse than before.
func (f Figures) regressions(old Figures) (why []string) {
	if f.Spills > old.Spills {
		why = append(why, fmt.Sprintf("%d spills, %d in the table", f.Spills, old.Spills))
	}
	if f.ScalarSpills > old.ScalarSpills {
		why = append(why, fmt.Sprintf("%d scalar spills, %d in the table", f.ScalarSpills, old.ScalarSpills))
	}
	if fewer(f.Occupancy, old.Occupancy) {
		why = append(why, fmt.Sprintf("occupancy of %d subgroups, %d in the table", f.Occupancy, old.Occupancy))
	}
	if fewer(f.Subgroup, old.Subgroup) {
		why = append(why, fmt.Sprintf("subgroups of %d, %d in the table", f.Subgroup, old.Subgroup))
	}
	return why
}

// fewer reports whether a figure has decreased by a quarter or more.
func fewer(now, old int) bool { return 4*now <= 3*old && now < old }

// Figures are a compiler's statistics of a pipeline.
type Figures struct {
	Subgroup        int `json:"subgroup"` // size: AMD's wave size, Intel's SIMD width
	Registers       int `json:"registers,omitempty"`
	ScalarRegisters int `json:"scalar_registers,omitempty"`
	Spills          int `json:"spills"`                  // vector registers spilled to memory; on Intel, spill instructions
	ScalarSpills    int `json:"scalar_spills,omitempty"` // scalar registers kept in lanes of vector registers, on AMD
	SharedBytes     int `json:"shared_bytes"`
	Occupancy       int `json:"occupancy,omitempty"` // subgroups per SIMD unit, on AMD
	Instructions    int `json:"instructions"`
}

// statistics maps the drivers' names of statistics to figures.
var statistics = map[string]func(*Figures) *int{
	vk.StatisticSubgroupSize: func(f *Figures) *int { return &f.Subgroup },
	// AMD
	"VGPRs":              func(f *Figures) *int { return &f.Registers },
	"SGPRs":              func(f *Figures) *int { return &f.ScalarRegisters },
	"Spilled VGPRs":      func(f *Figures) *int { return &f.Spills },
	"Spilled SGPRs":      func(f *Figures) *int { return &f.ScalarSpills },
	"LDS size":           func(f *Figures) *int { return &f.SharedBytes },
	"Subgroups per SIMD": func(f *Figures) *int { return &f.Occupancy },
	"Instructions":       func(f *Figures) *int { return &f.Instructions },
	// Intel, where every subgroup has the same number of registers
	"Spill Count":           func(f *Figures) *int { return &f.Spills },
	"Workgroup Memory Size": func(f *Figures) *int { return &f.SharedBytes },
	"Instruction Count":     func(f *Figures) *int { return &f.Instructions },
}

// figuresOf returns the figures of a driver's statistics.
func figuresOf(all []vk.Statistic) (f Figures) {
	for _, s := range all {
		if field := statistics[s.Name]; field != nil {
			*field(&f) += int(s.Value)
		}
	}
	return f
}

// worse returns the worse of each figure.
func (f Figures) worse(g Figures) Figures {
	return Figures{
		Subgroup: min(f.Subgroup, g.Subgroup), Registers: max(f.Registers, g.Registers),
		ScalarRegisters: max(f.ScalarRegisters, g.ScalarRegisters),
		Spills:          max(f.Spills, g.Spills), ScalarSpills: max(f.ScalarSpills, g.ScalarSpills),
		SharedBytes: max(f.SharedBytes, g.SharedBytes), Occupancy: min(f.Occupancy, g.Occupancy),
		Instructions: max(f.Instructions, g.Instructions),
	}
}
