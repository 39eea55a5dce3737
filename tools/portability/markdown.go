package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// sum says a device's modules in a line.
func (d Device) sum() string {
	pipelines, spilling, least := 0, 0, 0
	for i, m := range d.Modules {
		pipelines += m.Pipelines
		if m.Spills > 0 {
			spilling++
		}
		if i == 0 || m.Occupancy < least {
			least = m.Occupancy
		}
	}
	text := fmt.Sprintf("%d modules, %d pipelines, %d modules spill", len(d.Modules), pipelines, spilling)
	if least > 0 {
		text += fmt.Sprintf(", %d subgroups at once at the least", least)
	}
	return text
}

const introduction = `# What compilers make of the shaders

Written by ` + "`make portability-update`" + `: the real compilers of AMD (RADV) and Intel (ANV) in Mesa compile pipelines of all recipes for
devices that are not there: of every module, and of all pipelines so many that each value of a specialization constant is in one. The worst
figure of a module's pipelines is shown. The oldest device of each vendor has the modules for devices without operations of subgroups too, and all of Intel's but the newest
have one pipeline of each module only, for its compiler takes seconds for some. [compilers.json](compilers.json) has all figures.
` + "`make test-portability`" + ` fails where a pipeline does not compile, spills more than its module does here, or has an occupancy or
subgroups smaller by a quarter or more.
`

// writeMarkdown writes a table for people: of each module, device by device, registers, occupancy and spills.
func writeMarkdown(file string, t Table) error {
	var b strings.Builder
	b.WriteString(introduction + "\n| device | its name | driver | in short |\n|---|---|---|---|\n")
	for _, d := range t.Devices {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", d.Device, d.Name, d.Driver, d.sum())
	}
	b.WriteString("\nAMD: vector registers, subgroups that a processor holds at once, and, where there are any, spilled registers in bold.\n" +
		"Intel: SIMD width, instructions, and spills in bold.\n\n| module |")
	rule := "\n|---|"
	for _, d := range t.Devices {
		fmt.Fprintf(&b, " %s |", d.Device)
		rule += "---|"
	}
	b.WriteString(rule + "\n")
	for _, module := range t.modules() {
		fmt.Fprintf(&b, "| %s |", module)
		for _, d := range t.Devices {
			fmt.Fprintf(&b, " %s |", d.cell(module))
		}
		b.WriteString("\n")
	}
	return os.WriteFile(file, []byte(b.String()), 0o644)
}

// modules are the names of all devices' modules, sorted.
func (t Table) modules() (names []string) {
	for _, d := range t.Devices {
		for _, m := range d.Modules {
			names = append(names, m.Module)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func (d Device) cell(module string) string {
	i := slices.IndexFunc(d.Modules, func(m Module) bool { return m.Module == module })
	if i < 0 {
		return ""
	}
	m := d.Modules[i]
	text := fmt.Sprintf("SIMD%d, %d", m.Subgroup, m.Instructions)
	if m.Occupancy > 0 {
		text = fmt.Sprintf("%d, %d", m.Registers, m.Occupancy)
	}
	if m.Spills > 0 {
		text += fmt.Sprintf(", **%d**", m.Spills)
	}
	return text
}
