package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// summary summarizes a device's modules in one line.
func (d Device) summary() string {
	pipelines, spilling, scalar, occupancy := 0, 0, 0, 0
	for i, m := range d.Modules {
		pipelines += m.Pipelines
		if m.Spills > 0 {
			spilling++
		} else if m.ScalarSpills > 0 {
			scalar++
		}
		if i == 0 || m.Occupancy < occupancy {
			occupancy = m.Occupancy
		}
	}
	text := fmt.Sprintf("%d modules, %d pipelines, %d modules spill", len(d.Modules), pipelines, spilling)
	if scalar > 0 {
		text += fmt.Sprintf(", %d scalar registers only", scalar)
	}
	if occupancy > 0 {
		text += fmt.Sprintf(", lowest occupancy %d", occupancy)
	}
	return text
}

const introduction = `# Compiler statistics

Mesa's compilers for AMD (RADV) and Intel (ANV) compile the shaders for devices that are not present; nothing is executed. A module is a compiled shader, and a pipeline is a module with values
for its specialization constants. For each module, the pipelines together have every value of every constant. The tables show the worst figure of a module's pipelines;
[compilers.json](compilers.json) has all figures. For the oldest device of each vendor, the modules for devices without subgroup operations (no_subgroups) are compiled as well. Intel's compiler takes
seconds for some pipelines, so only the newest Intel device compiles more than one pipeline per module.

` + "`make test-portability`" + ` fails if a pipeline does not compile, spills more registers than this table has for its module, or has an occupancy or a subgroup size that is lower by a quarter or
more. It does not compile modules again that are unchanged since the same
driver compiled them for this table. ` + "`make portability-update`" + ` compiles all and writes this page.
`

// writeMarkdown writes a table as Markdown: registers, occupancy and spills of each module on each device.
func writeMarkdown(file string, t Table) error {
	var b strings.Builder
	b.WriteString(introduction + "\n| device | name | driver | summary |\n|---|---|---|---|\n")
	for _, d := range t.Devices {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", d.Device, d.Name, d.Driver, d.summary())
	}
	b.WriteString("\nA cell of an AMD device has the vector registers, the occupancy (subgroups per SIMD unit) and, if any, in bold the vector registers spilled to memory\n" +
		"and after a plus sign the spilled scalar registers. These are kept in lanes of vector registers and cost an instruction each time, but no memory.\n" +
		"A cell of an Intel device has the SIMD width, the instructions and, in bold, the spill instructions, if any.\n\n| module |")
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

// modules returns the names of all devices' modules, sorted.
func (t Table) modules() (names []string) {
	for _, d := range t.Devices {
		for _, m := range d.Modules {
			names = append(names, m.Module)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// cell returns the text of a module's cell.
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
	if m.ScalarSpills > 0 {
		text += fmt.Sprintf(", +%d", m.ScalarSpills)
	}
	return text
}
